/** Languages of the interface; the first is the default and has no URL prefix. */
export const LOCALES = ['en', 'de', 'es', 'fr', 'it', 'nl'] as const;

export type Locale = (typeof LOCALES)[number];

export const DEFAULT_LOCALE: Locale = 'en';

/** Each language in its own words, for the language menu. */
export const LOCALE_NAMES: Readonly<Record<Locale, string>> = {
  en: 'English',
  de: 'Deutsch',
  es: 'Español',
  fr: 'Français',
  it: 'Italiano',
  nl: 'Nederlands',
};

/** True for a code of the six languages. */
export const isLocale = (code: unknown): code is Locale => LOCALES.some((locale) => locale === code);

/**
 * The language to answer in: the visitor's own choice, else the best of Accept-Language
 * by its weights, else the default.
 */
export function pickLocale(chosen: string | undefined, acceptLanguage: string | null | undefined): Locale {
  if (isLocale(chosen)) return chosen;
  const wanted = (acceptLanguage ?? '')
    .split(',')
    .map((part) => {
      const [tag = '', ...options] = part.trim().split(';');
      const weight = options.find((option) => option.trim().startsWith('q='));
      return { code: tag.slice(0, 2).toLowerCase(), weight: weight ? Number(weight.trim().slice(2)) : 1 };
    })
    .filter(({ code, weight }) => isLocale(code) && weight > 0)
    .toSorted((a, b) => b.weight - a.weight);
  const best = wanted[0]?.code;
  return isLocale(best) ? best : DEFAULT_LOCALE;
}
