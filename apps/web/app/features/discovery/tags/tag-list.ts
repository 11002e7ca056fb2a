import type { Answer } from '#app/shared/api/answers.ts';
import { tagWords } from '#app/shared/tag-words.ts';

export type ListedTag = Answer<'listTags'>['tag_list'][number];

const SORTS = ['popular', 'name', 'live'] as const;
/** How the index of tags is ordered. */
export type TagSort = (typeof SORTS)[number];

export const isTagSort = (text: string | null): text is TagSort => SORTS.some((sort) => sort === text);

/** The letter under which a name is listed; names without one are under `#`. */
export const letterOf = (name: string): string => (/^[A-Z]/u.test(name) ? name.charAt(0) : '#');

/** The id of the place of a letter on a page. */
export const letterId = (letter: string): string => `letter-${letter === '#' ? '0' : letter.toLowerCase()}`;

/** The address of a page of the index; the first one in its first order is the bare one. */
export function tagsUrl(sort: TagSort, page = 1): string {
  const query = new URLSearchParams();
  if (sort !== 'popular') query.set('sort', sort);
  if (page > 1) query.set('page', String(page));
  return `/tags${query.size > 0 ? `?${query}` : ''}`;
}

/** Tags with a letter as heading, in the order that they have. */
export const byLetter = (tags: readonly ListedTag[]): ReadonlyMap<string, readonly ListedTag[]> =>
  Map.groupBy(tags, ({ name }) => letterOf(name));

const plain = (text: string): string => tagWords(text.toLowerCase()).trim();

/** Tags that contain the words, those that begin with them first; without words all of them. */
export function findTags(tags: readonly ListedTag[], words: string): readonly ListedTag[] {
  const asked = plain(words);
  if (!asked) return tags;
  const found = tags.filter(({ name }) => plain(name).includes(asked));
  const first = (tag: ListedTag) => plain(tag.name).startsWith(asked);
  return [...found.filter(first), ...found.filter((tag) => !first(tag))];
}
