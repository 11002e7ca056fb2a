import type { FacetNames } from './facet-names.tsx';
import { type Filters, filterUrl } from './filter-url.ts';
import { chosenGenders } from './filters.ts';

/** A room's momentary state is not saved with a search: its notices are about people going live. */
const STATES: ReadonlySet<string> = new Set(['is-live', 'is-spy', 'is-ticket', 'is-group', 'is-standby']);
const NAME_MAX = 60;

const keptOf = (filters: Filters): Filters => ({
  ...filters,
  q: undefined,
  tag: filters.tag.filter((word) => !STATES.has(word)).toSorted(),
  lang: filters.lang.toSorted(),
  rate: filters.rate.toSorted(),
  region: filters.region.toSorted(),
  hide: filters.hide.toSorted(),
  isNewFirst: false,
});

/** The filters as a saved search has them: their names in one order; empty where nothing is left to keep. */
export const keptQuery = (filters: Filters): string => filterUrl(keptOf(filters)).split('?')[1] ?? '';

/** The filters in words, as far as a name has room. */
export function spellFilters(filters: Filters, names: FacetNames): string {
  const kept = keptOf(filters);
  const words = [
    ...chosenGenders(kept).map(names.gender),
    ...kept.tag.map(names.tag),
    ...kept.lang.map(names.language),
    ...kept.region.map(names.region),
    ...kept.rate.map(names.rate),
  ];
  return words.join(', ').slice(0, NAME_MAX);
}
