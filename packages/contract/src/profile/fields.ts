import { z } from 'zod';
import { shape } from '../call.ts';
import { gender, locale } from '../enums.ts';
import { lines, text } from '../event-fields.ts';
import { languageSlug } from '../identity/settings.ts';
import { ethnicity } from '../people/ethnicity.ts';
import { timeZone } from '../schedule/time-zone.ts';
import { builds, eyeColors, hairColors, isSocialUrl, regions, type SocialService } from './choices.ts';
import { COUNTRY_CODES } from './places.ts';
import {
  ABOUT_MAX,
  CITY_MAX,
  DISPLAY_NAME_MAX,
  HOURS_MAX,
  LANGUAGES_MAX,
  TAGS_MAX,
  TURN_ONS_MAX,
} from './limits.ts';

const social = (service: SocialService) =>
  shape({
    url: z
      .url()
      .max(300)
      .refine((address) => isSocialUrl(service, address), 'pattern'),
    handle: text(40),
    username: text(40),
    stream_icon: z.boolean(),
  }).nullable();

const clockTime = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/);
const areDifferent = (items: readonly unknown[]): boolean => new Set(items).size === items.length;
const line = (max: number) => text(max).transform((given) => given.replaceAll(/\s+/g, ' ').trim());

/** Fields of everybody (http page, 6.2). */
export const memberFields = {
  display_name: line(DISPLAY_NAME_MAX).refine((given) => given !== '', 'required'),
  gender,
  locale,
};

/** Fields that only models have. */
export const modelFields = {
  about: lines(ABOUT_MAX),
  languages: z.array(languageSlug).min(1).max(LANGUAGES_MAX).refine(areDifferent, 'duplicate'),
  tags: z
    .array(z.string().regex(/^[a-z0-9][a-z0-9-]{0,29}$/))
    .max(TAGS_MAX)
    .refine(areDifferent, 'duplicate'),
  ethnicity: ethnicity.nullable(),
  body: shape({
    hair: z.enum(hairColors).nullable(),
    eyes: z.enum(eyeColors).nullable(),
    build: z.enum(builds).nullable(),
    height_cm: z.int().min(100).max(230).nullable(),
  }).nullable(),
  region: z.enum(regions).nullable(),
  country_code: z.enum(COUNTRY_CODES as [string, ...string[]]).nullable(),
  city: line(CITY_MAX),
  show_age: z.boolean(),
  /** The age that is shown in place of the one by the date of birth; null: that one. */
  display_age: z.int().min(18).max(99).nullable(),
  turn_ons: lines(TURN_ONS_MAX),
  schedule: z
    .array(shape({ day: z.int().min(0).max(6), from: clockTime, to: clockTime, tz: timeZone }))
    .max(HOURS_MAX),
  socialMedia: shape({
    amazon: social('amazon'),
    bluesky: social('bluesky'),
    instagram: social('instagram'),
    twitter: social('twitter'),
  }),
  recording_language: languageSlug.nullable(),
};

/** Everything that somebody says of themselves; a viewer has the fields of models empty. */
export const profile = shape({
  ...memberFields,
  ...modelFields,
  languages: z.array(z.string()),
  tags: z.array(z.string()),
  region: z.string().nullable(),
  country_code: z.string().nullable(),
});
export type Profile = z.output<typeof profile>;

const all = { ...memberFields, ...modelFields };
type Optional = { [K in keyof typeof all]: z.ZodOptional<(typeof all)[K]> };

/** What a change may name: any of the fields, at least one. */
export const profileChange = shape(
  Object.fromEntries(
    Object.entries(all).map(([key, type]) => [key, z.optional(type)]),
  ) as unknown as Optional,
).refine((fields) => Object.keys(fields).length > 0, 'required');
export type ProfileChange = z.output<typeof profileChange>;
