import type { Gender } from '@klieg/contract';
import type { FilterField, Filters } from './filter-url.ts';

const GENDERS: readonly Gender[] = ['f', 'm', 't', 'c'];
const HIDDEN_MAX = 3;

const listIn = (query: URLSearchParams, field: FilterField): string[] => [
  ...new Set((query.get(field) ?? '').split(',').filter(Boolean)),
];

export const readFilters = (query: URLSearchParams): Filters => ({
  lang: listIn(query, 'lang'),
  tag: listIn(query, 'tag'),
  rate: listIn(query, 'rate'),
  region: listIn(query, 'region'),
  hide: GENDERS.filter((gender) => listIn(query, 'gender-hide').includes(gender)),
  isNewFirst: query.get('new_sort') === '1',
});

/** The same filters with one value on that was off, or off that was on. */
export function toggle(
  filters: Filters,
  field: Exclude<keyof Filters, 'q' | 'hide' | 'isNewFirst'>,
  value: string,
): Filters {
  const values = filters[field];
  return {
    ...filters,
    [field]: values.includes(value) ? values.filter((one) => one !== value) : [...values, value],
  };
}

/** Chosen genders: none if none is hidden, since all are shown. */
export const chosenGenders = ({ hide }: Pick<Filters, 'hide'>): readonly Gender[] =>
  hide.length === 0 ? [] : GENDERS.filter((gender) => !hide.includes(gender));

/** Toggles a gender; with none or all chosen nobody is hidden. */
export function toggleGender(filters: Filters, gender: Gender): Filters {
  const chosen = chosenGenders(filters);
  const next = chosen.includes(gender) ? chosen.filter((one) => one !== gender) : [...chosen, gender];
  const hide = next.length === 0 ? [] : GENDERS.filter((one) => !next.includes(one));
  return { ...filters, hide: hide.length > HIDDEN_MAX ? [] : hide };
}

/** The same list without any filter. */
export const withoutAny = ({ q }: Pick<Filters, 'q'>): Filters => ({
  ...readFilters(new URLSearchParams()),
  q,
});

/** How many values are on. */
export const countOn = (filters: Filters): number =>
  filters.lang.length +
  filters.tag.length +
  filters.rate.length +
  filters.region.length +
  chosenGenders(filters).length;
