import type { Gender, GenderSlug } from '@klieg/contract';
import { sectionNamed } from '#app/shared/section.ts';
import { filterUrl } from '../filter/filter-url.ts';
import type { RoomRow } from './room-row.tsx';

/** Rows of the home page besides its lists: those of sections not shown otherwise. */
export const HOME_ROWS: ReadonlySet<string> = new Set(['featured', 'new', 'top_rated']);

/** With this many genders hidden one section is left. */
const HIDDEN_FOR_ONE = 3;

/**
 * The link to all rooms of a row. The server links to the list of one section, which contains less than a row over
 * several: then it is the filtered list, or none if that has no such filter.
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
