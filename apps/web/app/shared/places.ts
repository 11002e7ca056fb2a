import type { Answer } from './api/answers.ts';
import { countryName } from './country-name.ts';

export interface Place {
  readonly code: string;
  readonly name: string;
}

type Lists = Answer<'getGeoLists'>;

const inOrder = (places: readonly Place[], locale: string): readonly Place[] =>
  places.toSorted((a, b) => a.name.localeCompare(b.name, locale));

/** Countries by name, in the reader's language and order. */
export function countriesOf(lists: Lists, locale: string): readonly Place[] {
  const names = new Intl.DisplayNames(locale, { type: 'region', fallback: 'none' });
  return inOrder(
    lists.countries.map(({ code, name }) => ({ code, name: names.of(code) ?? name })),
    locale,
  );
}

/** States and provinces with their country, as settings name them (`US-FL`). */
export function statesOf(lists: Lists, locale: string): readonly Place[] {
  const of = (country: string, states: readonly Place[]) =>
    states.map(({ code, name }) => ({
      code: `${country}-${code}`,
      name: `${name}, ${countryName(country, locale)}`,
    }));
  return inOrder([...of('US', lists.us_states), ...of('CA', lists.canada_provinces)], locale);
}

const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase()
    .trim();

/** Places whose name has a word that begins so, accents or not; all without words. */
export function findPlaces(places: readonly Place[], text: string): readonly Place[] {
  const wanted = plain(text);
  if (wanted === '') return places;
  return places.filter(({ code, name }) => {
    const known = plain(name);
    return known.startsWith(wanted) || known.includes(` ${wanted}`) || code.toLowerCase() === wanted;
  });
}
