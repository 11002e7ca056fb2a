import type { Listing } from '../listings/listing.ts';

/** What search engines are told about a page of a list. */
export interface PageIndex {
  /** The single address for what the page shows, as a path; null for a page that is not indexed. */
  readonly canonical: string | null;
  /** What the page tells robots; null: nothing, so that it is indexed and its links are followed. */
  readonly robots: 'noindex' | 'noindex, follow' | null;
}

/** What was requested of a list. */
export interface AskedPage {
  readonly page: number;
  /** Shows less than the list contains, such as one gender of all. */
  readonly isFiltered: boolean;
  /** Performers in the whole list. */
  readonly total: number;
}

/**
 * Whether a page of a list is indexed, and under which address: the first page of a list with somebody in it, by the
 * column `index` of the pages page. Further pages and lists that are empty are followed.
 */
export function indexOfPage(
  { path, canonical, index }: Pick<Listing, 'path' | 'canonical' | 'index'>,
  { page, isFiltered, total }: AskedPage,
): PageIndex {
  if (index === 'no') return { canonical: null, robots: 'noindex' };
  if (page > 1 || isFiltered || total === 0) return { canonical: null, robots: 'noindex, follow' };
  return { canonical: canonical ?? path, robots: null };
}
