import type { OauthProvider, SiteConfig } from '@klieg/contract';
import type { CallContext, Caller } from '../../platform/http/index.ts';
import type { Kit } from '../../platform/kit.ts';
import { makeBrandHandlers } from './brand.http.ts';
import type { AdvertSettings } from './advert-settings.ts';
import type { RequestSite, Sites } from './request-site.ts';
import { presentSiteConfig } from './site-config.ts';

interface BrandCaller extends Caller {
  readonly site: RequestSite;
  readonly account: { readonly membership: string | null; readonly type: 'model' | 'other' } | null;
  /** Where the visitor is; null: not known. */
  readonly country: string | null;
  readonly state: string | null;
}

/** Whether a house of cameras (the sister brand's "Casa Salsa") shows pictures to somebody at a place. */
export type IsHouseLive = (place: Pick<BrandCaller, 'country' | 'state'>) => boolean;

/** The picture of the offer to visitors of an advert, else of the one to everybody; null: it has none. */
export type OfferImageOf = (advertId: string | undefined) => Promise<string | null>;

/** The newest announcement for somebody; null: there is none. */
export type NewestFor = (account: BrandCaller['account']) => SiteConfig['bbPost'];

export type BrandFeature = ReturnType<typeof composeBrand>;

/** What the site is called, and what pages know of it before anything else. */
export function composeBrand<C extends BrandCaller>(
  { clock }: Pick<Kit, 'clock'>,
  uses: {
    readonly sites: Sites;
    readonly version: string;
    readonly isDemo: boolean;
    readonly supportEmail: string;
    readonly discordUrl: string | null;
    readonly supportPhone: string | null;
    readonly identity: { isSuperVip(account: { readonly membership: string | null }): boolean };
    /** Lines of rooms can be translated where there is one. */
    readonly translator: object | undefined;
    /** Text messages can be sent where there is one. */
    readonly textGateway: object | undefined;
    readonly approvedTags: readonly string[];
    readonly adverts: AdvertSettings;
    /** Countries that may neither buy nor tip. */
    readonly isBlockedCountry: (country: string | null) => boolean;
    /** What free tokens may cost on a day; 0: there are none. */
    readonly promoDailyTokens: number;
    readonly sessions: {
      readonly logins: { greet(context: CallContext<C>): { readonly csrf: string } };
    };
  },
) {
  const { version, isDemo, supportEmail } = uses;
  const hasTranslator = uses.translator !== undefined;
  const hasTextGateway = uses.textGateway !== undefined;
  const isSuperVip = ({ account }: C) => account !== null && uses.identity.isSuperVip(account);
  let isPushHost = (_host: string) => false;
  let hasBanners = () => false;
  let newestFor: NewestFor = () => null;
  let isOauthAvailable = (_provider: OauthProvider) => false;
  let offerImageOf: OfferImageOf = () => Promise.resolve(null);
  let isHouseLive: IsHouseLive = () => false;
  const siteConfigFor = (caller: C, csrf: string | null, promoOfferImage: string | null = null) =>
    presentSiteConfig({
      site: uses.sites.brandOf(caller.site),
      isSister: caller.site.brand === 'sister',
      version,
      isDemo,
      supportEmail,
      discordUrl: uses.discordUrl,
      // Without a token the answer is the same for everyone, so it can name nothing that few may know.
      supportPhone: csrf !== null && isSuperVip(caller) ? uses.supportPhone : null,
      // Without a token the answer is the same for everyone.
      bbPost: csrf === null ? null : newestFor(caller.account),
      hasTranslator,
      hasTextGateway,
      hasBanner: hasBanners(),
      oauthAvailable: { facebook: isOauthAvailable('facebook'), google: isOauthAvailable('google') },
      hasPush: isPushHost(caller.site.host),
      approvedTags: uses.approvedTags,
      adverts: uses.adverts,
      isHouseLive: isHouseLive(caller),
      isGeoBlocked: uses.isBlockedCountry(caller.country),
      hasPromotions: uses.promoDailyTokens > 0,
      promoOfferImage,
      locale: caller.site.locale,
      csrf,
      nowMs: clock.now(),
    });
  return {
    siteConfigFor,
    /** Says on which hosts push messages are offered; until then on none. */
    offerPushAt: (isHost: (host: string) => boolean) => void (isPushHost = isHost),
    /** Says by which providers people log in; until then by none. */
    offerOauth: (isAvailable: (provider: OauthProvider) => boolean) => void (isOauthAvailable = isAvailable),
    /** Says who knows whether a banner runs; until then there is none. */
    showBannersBy: (hasAny: () => boolean) => void (hasBanners = hasAny),
    /** Says who knows the newest announcement for somebody; until then there is none. */
    announceBy: (newest: NewestFor) => void (newestFor = newest),
    /** Says who knows the picture of an offer; until then there is none. */
    showOffersOf: (image: OfferImageOf) => void (offerImageOf = image),
    /** Says who knows the houses; until then none is live. */
    showHousesOf: (isLive: IsHouseLive) => void (isHouseLive = isLive),
    handlers: makeBrandHandlers<C>({
      greet: uses.sessions.logins.greet,
      configFor: siteConfigFor,
      offerImageOf: (advertId) => offerImageOf(advertId),
    }),
  };
}
