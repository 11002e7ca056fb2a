import type { Api, BrowseResult, ResultOf, UserCard } from '@klieg/contract';
import type { Place } from '#site/platform/visitors/index.ts';
import { type BrowseQuery, emptyResult } from '../browse.ts';
import type { Catalog, Found } from '../catalog.ts';
import { groupsOfTerm, normalTerm } from './search-words.ts';
import type { SearchStore } from './search-store.ts';

/** Names of one search. */
const NAMED_MAX = 200;
/** With fewer results than this, similar words are shown, too. */
const ALIKE_BELOW = 5;
const ALIKE_MAX = 40;
/** Whom a search finds, where they are filtered further. */
const FILTERED_MAX = 1_000;
const POPULAR = 12;
const SUGGESTED = 6;
/** Among this many names with a word that begins like the term, those whose first word does are suggested first. */
const SUGGESTED_FROM = 60;
/** From this many letters on, offline performers are searched, too: fewer letters match too many names. */
const AWAY_FROM = 2;

export interface SearchUses {
  readonly catalog: Catalog;
  readonly search: SearchStore;
  /** Whether a word may not be searched for; it answers as nothing found. */
  readonly isRefused: (text: string) => boolean;
}

/** Of one list, what comes after another list's entries. */
type Part = Pick<Found, 'total' | 'slice' | 'names'>;

/** Several lists after each other as one; each part begins where the one before ends. */
function join<T>(
  parts: readonly Part[],
  read: (part: Part, from: number, count: number) => readonly T[],
  from: number,
  count: number,
): T[] {
  const all: T[] = [];
  let start = from;
  for (const part of parts) {
    if (all.length < count && start < part.total)
      all.push(...read(part, Math.max(0, start), count - all.length));
    start = Math.max(0, start - part.total);
  }
  return all;
}

/** Whether the first word of a name begins so: who types "ma" means Marlowe Vance rather than Ines Marsh. */
const startsSo = (term: string) => {
  const username = term.replaceAll(' ', '_');
  return (card: UserCard): boolean =>
    card.username.startsWith(username) || card.displayName.toLowerCase().startsWith(term);
};

const partOf = (found: Found, from: number, until: number): Part => ({
  total: until - from,
  slice: (at, count) => found.slice(from + at, Math.min(count, until - from - at)),
  names: (at, count) => found.names(from + at, Math.min(count, until - from - at)),
});

const listOf = (cards: readonly UserCard[]): Part => ({
  total: cards.length,
  slice: (from, count) => cards.slice(from, from + count),
  names: (from, count) => cards.slice(from, from + count).map(({ username }) => username),
});

/**
 * Rooms for a search, in this order: live ones with the tag, language or place; performers whose name begins with the
 * term, live ones first; offline ones with the tag; with fewer than five, similar names.
 */
export function makeSearch({ catalog, search, isRefused }: SearchUses) {
  const none = (query: Pick<BrowseQuery, 'place'>) =>
    catalog.find({ groups: [['none:none']], hide: [], place: query.place });

  const namesOf = (term: string): string[] =>
    catalog.named(term, { limit: NAMED_MAX, isLive: term.length < AWAY_FROM });

  const collect = async (term: string, query: Pick<BrowseQuery, 'hide' | 'place'>) => {
    const visible = { hide: query.hide, place: query.place };
    const groups = groupsOfTerm(term, { facetsOf: catalog.facetsOf });
    const tagged = groups ? catalog.find({ ...visible, groups }) : none(query);
    const liveCount = tagged.count('is:live');
    // Somebody with the tag is in that list, however far back.
    const isTagged = new Set(tagged.names(0, tagged.total));
    const names = namesOf(term).filter((name) => !isTagged.has(name));
    const named = catalog.find({ ...visible, groups: [], among: names }).slice(0, names.length);
    const parts = [partOf(tagged, 0, liveCount), listOf(named), partOf(tagged, liveCount, tagged.total)];
    if (tagged.total + named.length >= ALIKE_BELOW) return parts;
    const alike = (await search.findAlike(term, ALIKE_MAX)).filter(
      (name) => !isTagged.has(name) && !names.includes(name),
    );
    // Most similar first, regardless of live state.
    const cards = catalog.find({ ...visible, groups: [], among: alike }).slice(0, alike.length);
    const byName = new Map(cards.map((card) => [card.username, card]));
    return [...parts, listOf(alike.flatMap((name) => byName.get(name) ?? []))];
  };

  const refused = (term: string) => term === '' || isRefused(term);

  return {
    async search(given: string, query: BrowseQuery): Promise<BrowseResult> {
      const term = normalTerm(given);
      const parts = refused(term) ? [] : await collect(term, query);
      const total = parts.reduce((sum, part) => sum + part.total, 0);
      const exact = refused(term) ? undefined : catalog.byName(term.replaceAll(' ', '_'));
      const isVisible = exact && !catalog.isBlockedFor(exact.username, query.place);
      const live = catalog.find({ groups: [['is:live']], hide: query.hide, place: query.place });
      const popular = total === 0 ? live.slice(0, POPULAR) : [];
      return {
        ...emptyResult(
          { title: given, about: `Rooms for “${given}”.`, path: `/search/${encodeURIComponent(given)}` },
          query.perPage,
        ),
        userList: join(
          parts,
          (part, from, count) => part.slice(from, count),
          (query.page - 1) * query.perPage,
          query.perPage,
        ),
        totalCount: total,
        isSearchEmpty: total === 0,
        redirect: isVisible ? `/${exact.username}` : null,
        popularSearchList: catalog.liveTags.slice(0, POPULAR).map(({ slug }) => slug),
        alternativeUserList: popular,
        popularModelSearch: popular.map(({ username, displayName }) => ({ username, displayName })),
      };
    },
    /** The names found by a search, of every gender. */
    async namesFor(given: string, place: Place): Promise<string[]> {
      const term = normalTerm(given);
      const parts = refused(term) ? [] : await collect(term, { hide: [], place });
      return join(parts, (part, from, count) => part.names(from, count), 0, FILTERED_MAX);
    },
    /**
     * Suggestions while typing: performers whose name begins with the text, live ones first, then live ones with
     * another word that does, live rooms of that tag and others; and tags of live rooms.
     */
    suggest(given: string, place: Place): ResultOf<Api['suggest']> {
      const term = normalTerm(given);
      if (refused(term)) return { models: [], tags: [] };
      const query = { page: 1, perPage: SUGGESTED, hide: [], place };
      const groups = groupsOfTerm(term, { facetsOf: catalog.facetsOf });
      const tagged = groups
        ? catalog.find({ groups: [...groups, ['is:live']], hide: [], place })
        : none(query);
      const among = catalog.named(term, { limit: SUGGESTED_FROM, isLive: term.length < AWAY_FROM, place });
      const named = catalog.find({ groups: [], hide: [], place, among }).slice(0, among.length);
      const isLive = ({ status }: UserCard) => status !== 'offline';
      const cards = [
        ...new Map(
          [
            ...named.filter(startsSo(term)),
            ...named.filter(isLive),
            ...tagged.slice(0, SUGGESTED),
            ...named,
          ].map((card) => [card.username, card] as const),
        ).values(),
      ];
      return {
        models: cards.slice(0, SUGGESTED).map(({ username, displayName, avatarUrl, status }) => ({
          username,
          displayName,
          avatarUrl,
          status,
        })),
        tags: catalog.liveTags
          .filter(({ slug }) => slug.startsWith(term.replaceAll(' ', '-')))
          .slice(0, SUGGESTED)
          .map(({ slug }) => slug),
      };
    },
  };
}

export type Search = ReturnType<typeof makeSearch>;
