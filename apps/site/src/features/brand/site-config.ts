import { createHash } from 'node:crypto';
import { type Locale, locale, PROTOCOL_VERSION, type Site, type SiteConfig } from '@klieg/contract';
import { toInstant } from '@klieg/kernel';
import { type AdvertSettings, HOUSE_ADVERTS } from './advert-settings.ts';

export interface SiteConfigInput {
  readonly site: Site;
  /** The page is one of the sister brand. */
  readonly isSister: boolean;
  readonly version: string;
  readonly isDemo: boolean;
  readonly supportEmail: string;
  readonly discordUrl: string | null;
  /** For those who may know it. */
  readonly supportPhone: string | null;
  /** The newest announcement for whoever asks. */
  readonly bbPost: SiteConfig['bbPost'];
  /** Lines of rooms can be translated. */
  readonly hasTranslator: boolean;
  readonly hasTextGateway: boolean;
  /** A banner runs that some visitors are shown. */
  readonly hasBanner: boolean;
  /** By which providers people log in. */
  readonly oauthAvailable: SiteConfig['oauthAvailable'];
  /** Push messages are offered on this host. */
  readonly hasPush: boolean;
  /** Nothing is sold where the visitor is. */
  readonly isGeoBlocked: boolean;
  readonly adverts: AdvertSettings;
  /** Tags that may be linked and indexed. */
  readonly approvedTags: readonly string[];
  /** A house of Casa Salsa shows pictures, as far as it may be seen where the visitor is. */
  readonly isHouseLive: boolean;
  /** There are free tokens to be had. */
  readonly hasPromotions: boolean;
  /** Picture of the offer to this visit; null: it has none, or the answer is that of a page for everyone. */
  readonly promoOfferImage: string | null;
  readonly locale: Locale;
  /** Null where the answer must be the same for everyone. */
  readonly csrf: string | null;
  readonly nowMs: number;
}

/** Without what differs from answer to answer and from person to person: the digest changes with the settings alone. */
const withoutMoment = (config: Omit<SiteConfig, 'hash'>) => ({
  ...config,
  bbPost: null,
  csrf: null,
  server_time: '',
});

/** GET /site_config: what a page needs to know of the site before anything else. */
export function presentSiteConfig(input: SiteConfigInput): SiteConfig {
  const config: Omit<SiteConfig, 'hash'> = {
    ...input.adverts,
    approvedTagSlugs: [...input.approvedTags],
    arePromoProductsEnabled: { freeTokensProduct: input.hasPromotions, wheelProduct: input.hasPromotions },
    bbPost: input.bbPost,
    version: input.version,
    csrf: input.csrf,
    csStreamStatus: input.isHouseLive ? 'online' : 'offline',
    customLogo: input.site.custom.logo_path,
    customSpecialOfferParams: {
      advert_ids: [...HOUSE_ADVERTS],
      promos: ['nwh', 'dgs', 'spl'],
      reshow_seconds: 60,
    },
    discordUrl: input.discordUrl,
    isFlingSubdomain: input.isSister,
    isUsingDevDb: input.isDemo,
    isVideoStuckSurveyEnabled: true,
    oauthAvailable: input.oauthAvailable,
    promo_offer_img: input.promoOfferImage,
    recaptchaPublicKey: null,
    site: input.site,
    locale: input.locale,
    locales: [...locale.options],
    protocol_version: PROTOCOL_VERSION,
    server_time: toInstant(input.nowMs),
    support: { email: input.supportEmail, phone: input.supportPhone },
    switches: {
      popunder: input.adverts.popunderUrl !== null,
      fingerprint: true,
      push: input.hasPush,
      support_chat: true,
      geo_overlay: input.isGeoBlocked,
      banner: input.hasBanner && !input.site.custom.hide_banner,
      translate: input.hasTranslator,
      sms: input.hasTextGateway,
    },
  };
  const digest = createHash('sha256')
    .update(JSON.stringify(withoutMoment(config)))
    .digest('hex');
  return { ...config, hash: digest.slice(0, 16) };
}
