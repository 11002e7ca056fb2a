import type { Gender, GenderSlug } from '@klieg/contract';
import { sectionNamed } from '../../shared/section.ts';
import { filterUrl } from './filter/filter-url.ts';
import type { RoomRow } from './room-row.tsx';

/** Rows that stand on the home page beside its lists: those of the sections that are not shown by other means. */
export const HOME_ROWS: ReadonlySet<string> = new Set(['featured', 'new', 'top_rated']);

/** With so many genders hidden one section is left. */
const HIDDEN_FOR_ONE = 3;

/**
 * Where all rooms of a row are. The server leads to the list of one section, which holds fewer than a row of several:
 * there it is the list by filters, and none where that knows no such filter.
 */
export function urlOfRow(
  { key, url }: Pick<RoomRow, 'key' | 'url'>,
  section: GenderSlug | undefined,
  hide: readonly Gender[],
): string | null {
  const isOfOne = section !== undefined || hide.length >= HIDDEN_FOR_ONE;
  if (url === null || isOfOne || !sectionNamed(url.split('/')[1])) return url;
  return key === 'new' ? filterUrl({ tag: ['is-live', 'is-new'], hide }) : null;
}
