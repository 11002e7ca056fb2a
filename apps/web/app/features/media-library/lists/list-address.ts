import type { MediaSort } from '@klieg/contract';

/** What the address of a list of media says. */
export interface ListQuery {
  readonly page: number;
  readonly sort: MediaSort;
  readonly tag: string | undefined;
  /** Only of a performer's media. */
  readonly type?: string | undefined;
}

const TAG = /^[a-z0-9-]{1,32}$/u;

/** A tag that there can be. */
export const tagNamed = (word: string | null): string | undefined =>
  word !== null && TAG.test(word) ? word : undefined;

/** The query of a list's address, without default values. */
export function searchOf({ page, sort, tag, type }: ListQuery): string {
  const query = new URLSearchParams();
  if (type !== undefined) query.set('type', type);
  if (tag !== undefined) query.set('tag', tag);
  if (sort !== 'new') query.set('sort_by', sort);
  if (page > 1) query.set('page', String(page));
  return query.size > 0 ? `?${query}` : '';
}

/** The same as the parameters of a call. */
export const callQuery = ({ page, sort, tag }: ListQuery) => ({
  page: String(page),
  sort_by: sort,
  ...(tag !== undefined && { tag }),
});
