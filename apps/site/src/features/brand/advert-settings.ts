import type { SiteConfig } from '@klieg/contract';
import { z } from 'zod';

const SOURCE = '[A-Za-z0-9_-]{1,64}:(?:\\d{1,2}|100)';
const SOURCES = new RegExp(`^(?:${SOURCE}(?:,${SOURCE})*)?$`);
const SOURCES_MAX = 20;

/** The two adverts of the house, whose special offer the documents fix; how often each is told is a setting. */
export const HOUSE_ADVERTS = ['xv300wo', 'xv300fco'] as const;

/** Settings of the operator about adverts. Without them there is no popunder. */
export const advertEnvironment = {
  POPUNDER_URL: z
    .string()
    .max(500, 'POPUNDER_URL must be at most 500 characters')
    .regex(
      /^(?:\/(?![/\\])[^\s\\]*|https:\/\/[^\s\\/]+[^\s\\]*)$/,
      'POPUNDER_URL must be a path of this site or an https address',
    )
    .optional(),
  /** The two adverts of the house are told of half and of three quarters of their visits (CONSTANTS-037) (CONSTANTS-038). */
  AD_SOURCES: z
    .string()
    .regex(SOURCES, 'AD_SOURCES must be a comma list of adverts and percents such as spring-sale:50')
    .transform((text) =>
      (text ? text.split(',') : []).map((source) => {
        const [advert = '', percent] = source.split(':');
        return [advert, Number(percent)] as const;
      }),
    )
    .refine((sources) => sources.length <= SOURCES_MAX, `AD_SOURCES must be at most ${SOURCES_MAX} adverts`)
    .default([
      [HOUSE_ADVERTS[0], 50],
      [HOUSE_ADVERTS[1], 75],
    ]),
  /** (CONSTANTS-039) */
  POSTPAY_TAG_ONE_IN: z
    .string()
    .regex(/^\d{1,6}$/, 'POSTPAY_TAG_ONE_IN must be a whole number of visits')
    .transform(Number)
    .default(20),
};

/** What pages are told of adverts. */
export type AdvertSettings = Pick<SiteConfig, 'adSources' | 'popunderUrl'>;

/** The settings as pages are told of them. */
export const advertSettingsOf = (given: {
  readonly POPUNDER_URL?: string | undefined;
  readonly AD_SOURCES: readonly (readonly [string, number])[];
  readonly POSTPAY_TAG_ONE_IN: number;
}): { readonly adverts: AdvertSettings } => ({
  adverts: {
    popunderUrl: given.POPUNDER_URL ?? null,
    adSources: {
      percents: Object.fromEntries(given.AD_SOURCES),
      postpayOneIn: given.POSTPAY_TAG_ONE_IN,
    },
  },
});
