import type { Gender } from '@klieg/contract';

/** Fields of the address whose values are joined by commas. */
export type FilterField = 'lang' | 'tag' | 'rate' | 'region' | 'gender-hide';

/** What the rooms of a page are filtered by: the address, read. */
export interface Filters {
  /** The search term, if any; not a filter that could be dropped. */
  readonly q?: string | undefined;
  readonly lang: readonly string[];
  readonly tag: readonly string[];
  readonly rate: readonly string[];
  readonly region: readonly string[];
  readonly hide: readonly Gender[];
  readonly isNewFirst: boolean;
}

/** The address of a page with these filters, of a search where there is one; without any, the bare one. */
export function filterUrl(filters: Partial<Filters>): string {
  const { q, lang = [], tag = [], rate = [], region = [], hide = [], isNewFirst = false } = filters;
  const fields = { lang, tag, rate, region, 'gender-hide': hide };
  // Commas stay readable: they are the address's own, and no value holds one.
  const parts = Object.entries(fields).flatMap(([field, values]) =>
    values.length > 0 ? [`${field}=${values.map(encodeURIComponent).join(',')}`] : [],
  );
  if (isNewFirst) parts.push('new_sort=1');
  if (q) parts.unshift(`q=${encodeURIComponent(q)}`);
  return `${q ? '/search' : '/multi-filter'}${parts.length > 0 ? `?${parts.join('&')}` : ''}`;
}
