import { z } from 'zod';
import { calls, flagText, instant, shape } from '../call.ts';
import { locale } from '../enums.ts';
import { site } from '../shapes.ts';
import { brandRoutes } from './routes.ts';

const promoFlags = shape({ freeTokensProduct: z.boolean(), wheelProduct: z.boolean() });

export const siteConfig = shape({
  approvedTagSlugs: z.array(z.string()),
  /** How visits are reported to trackers: */
  adSources: shape({
    /** percent of an advert's visits that are reported under its name; adverts not listed: all of them; */
    percents: z.record(z.string(), z.int().min(0).max(100)),
    /** one in this many visits without an advert, of people who pay later, is reported as such; 0: none. */
    postpayOneIn: z.int().min(0),
  }),
  arePromoProductsEnabled: promoFlags,
  bbPost: shape({ id: z.string(), title: z.string(), url: z.string() }).nullable(),
  /** Build of the server; compared with v3.client.version. */
  version: z.string(),
  /** Null with ssr=1: the answer is then the same for everyone. */
  csrf: z.string().nullable(),
  csStreamStatus: z.enum(['online', 'offline']),
  customLogo: z.string().nullable(),
  customSpecialOfferParams: shape({
    advert_ids: z.array(z.string()),
    promos: z.array(z.string()),
    reshow_seconds: z.int(),
  }),
  discordUrl: z.string().nullable(),
  /** Digest of this answer without csrf. */
  hash: z.string(),
  isFlingSubdomain: z.boolean(),
  isUsingDevDb: z.boolean(),
  isVideoStuckSurveyEnabled: z.boolean(),
  oauthAvailable: shape({ facebook: z.boolean(), google: z.boolean() }),
  /** Where the popunder leads; null: there is none. */
  popunderUrl: z.string().nullable(),
  promo_offer_img: z.string().nullable(),
  recaptchaPublicKey: z.string().nullable(),
  site,
  locale,
  locales: z.array(locale),
  protocol_version: z.int(),
  server_time: instant,
  support: shape({ email: z.string(), phone: z.string().nullable() }),
  switches: shape({
    popunder: z.boolean(),
    fingerprint: z.boolean(),
    push: z.boolean(),
    support_chat: z.boolean(),
    geo_overlay: z.boolean(),
    /** Some visitors are shown a banner: pages keep its place free. */
    banner: z.boolean(),
    /** Lines of rooms can be translated. */
    translate: z.boolean(),
    /** Text messages can be sent. */
    sms: z.boolean(),
  }),
});
export type SiteConfig = z.infer<typeof siteConfig>;

export const brandCalls = calls(brandRoutes, {
  getSiteConfig: {
    who: 'guest',
    openToSuspended: true,
    rate: 'read',
    query: shape({
      ssr: flagText.default(false),
      custom_promo_test: z
        .string()
        .regex(/^[a-z0-9_-]{1,32}$/)
        .optional(),
      id: z.string().max(64).optional(),
    }),
    response: siteConfig,
    errors: [],
    ids: ['SHELL-007', 'SHELL-011', 'SHELL-013'],
  },
});
