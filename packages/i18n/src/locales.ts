/**
 * Languages of the interface: those whose catalogue has texts, which a test compares. The first is the default
 * and has no URL prefix.
 */
export const LOCALES = ['en'] as const;

export type Locale = (typeof LOCALES)[number];

export const DEFAULT_LOCALE: Locale = LOCALES[0];

/** Each language in its own words, for the language menu. */
export const LOCALE_NAMES: Readonly<Record<Locale, string>> = {
  en: 'English',
};

/** True for a code of a language of the interface. */
export const isLocale = (code: unknown): code is Locale => LOCALES.some((locale) => locale === code);

/**
 * The best of a list of languages, whose first is the default: the visitor's own choice, else the best of
 * Accept-Language by its weights. Languages outside the list are ignored.
 */
export function pickOf<L extends string>(
  offered: readonly [L, ...L[]],
  chosen: string | undefined,
  acceptLanguage: string | null | undefined,
): L {
  const find = (code: string | undefined): L | undefined => offered.find((locale) => locale === code);
  const wanted = (acceptLanguage ?? '')
    .split(',')
    .map((part) => {
      const [tag = '', ...options] = part.trim().split(';');
      const weight = options.find((option) => option.trim().startsWith('q='));
      return {
        locale: find(tag.slice(0, 2).toLowerCase()),
        weight: weight ? Number(weight.trim().slice(2)) : 1,
      };
    })
    .filter(({ locale, weight }) => locale !== undefined && weight > 0)
    .toSorted((a, b) => b.weight - a.weight);
  return find(chosen) ?? wanted[0]?.locale ?? offered[0];
}

/** The language to answer a request in, by the visitor's own choice and the Accept-Language header. */
export const pickLocale = (chosen: string | undefined, acceptLanguage: string | null | undefined): Locale =>
  pickOf(LOCALES, chosen, acceptLanguage);
