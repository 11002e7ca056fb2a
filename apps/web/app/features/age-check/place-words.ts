import { CANADA_PROVINCES, COUNTRY_CODES, US_STATES } from '@klieg/contract/features/profile/places';
import { countryName } from '#app/shared/country-name.ts';

/** States by their place of the rules, such as `US-FL`: those of the United States and of Canada. */
export const STATES: ReadonlyMap<string, string> = new Map([
  ...US_STATES.map(({ code, name }) => [`US-${code}`, name] as const),
  ...CANADA_PROVINCES.map(({ code, name }) => [`CA-${code}`, name] as const),
]);

/** Countries by name, in the reader's language and order. */
export const countriesByName = (
  locale: string,
): readonly { readonly code: string; readonly name: string }[] =>
  COUNTRY_CODES.map((code) => ({ code, name: countryName(code, locale) })).toSorted((a, b) =>
    a.name.localeCompare(b.name, locale),
  );

/** A place of the rules, `FR` or `US-FL`, in the reader's words; a state that is not known is its country. */
export const placeName = (place: string, locale: string): string =>
  STATES.get(place) ?? countryName(place.slice(0, 2), locale);

/** Whether a state asks, and not its country. */
export const isStatePlace = (place: string): boolean => STATES.has(place);
