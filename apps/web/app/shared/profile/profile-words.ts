import type { Gender, Locale } from '@klieg/contract';
import type { builds, eyeColors, hairColors, regions } from '@klieg/contract/features/profile/choices';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

/* Words of what a profile may say. */

type Words<T extends string> = Readonly<Record<T, MessageDescriptor>>;

export const GENDERS: Words<Gender> = {
  f: msg`Woman`,
  m: msg`Man`,
  t: msg`Trans`,
  c: msg`Couple`,
};

/** Languages of the interface by their own names. */
export const LOCALES: Readonly<Record<Locale, string>> = {
  en: 'English',
  de: 'Deutsch',
  es: 'Español',
  fr: 'Français',
  it: 'Italiano',
  nl: 'Nederlands',
};

export const ETHNICITIES = {
  asian: msg`Asian`,
  ebony: msg`Ebony`,
  indian: msg`Indian`,
  latin: msg`Latin`,
  middle_eastern: msg`Middle Eastern`,
  mixed: msg`Mixed`,
  white: msg`White`,
  other: msg`Other`,
} as const;

export const HAIR: Words<(typeof hairColors)[number]> = {
  black: msg`Black`,
  blonde: msg`Blonde`,
  brown: msg`Brown`,
  red: msg`Red`,
  grey: msg`Grey`,
  colored: msg`Coloured`,
};

export const EYES: Words<(typeof eyeColors)[number]> = {
  blue: msg`Blue`,
  brown: msg`Brown`,
  green: msg`Green`,
  grey: msg`Grey`,
  hazel: msg`Hazel`,
};

export const BUILDS: Words<(typeof builds)[number]> = {
  petite: msg`Petite`,
  slim: msg`Slim`,
  athletic: msg`Athletic`,
  average: msg`Average`,
  curvy: msg`Curvy`,
  large: msg`Large`,
};

export const REGIONS: Words<(typeof regions)[number]> = {
  africa: msg`Africa`,
  asia: msg`Asia`,
  'central-south-america': msg`Central and South America`,
  'eastern-europe': msg`Eastern Europe`,
  europe: msg`Europe`,
  usa: msg`United States`,
};

export const LANGUAGES = {
  arabic: msg`Arabic`,
  chinese: msg`Chinese`,
  dutch: msg`Dutch`,
  english: msg`English`,
  french: msg`French`,
  german: msg`German`,
  italian: msg`Italian`,
  japanese: msg`Japanese`,
  korean: msg`Korean`,
  polish: msg`Polish`,
  portuguese: msg`Portuguese`,
  romanian: msg`Romanian`,
  russian: msg`Russian`,
  spanish: msg`Spanish`,
  ukrainian: msg`Ukrainian`,
} as const;
export type LanguageSlug = keyof typeof LANGUAGES;

export const SERVICES = {
  amazon: 'Amazon',
  bluesky: 'Bluesky',
  instagram: 'Instagram',
  twitter: 'X (Twitter)',
} as const;
