import type { UserCard } from '@klieg/contract';
import { type CardExtras, isOnAir, type ListedModel } from '../rooms/index.ts';
import type { Facet } from './index/facet-index.ts';
import type { Standing } from './standings.ts';

/** More than anybody has points: the better connection comes first, and points decide among equals. */
const CONNECTION_WEIGHT = 1_000;

/** What a list is sorted by, descending; live performers always come first, offline ones last. */
export type ListOrder = 'best' | 'connection' | 'started' | 'rating' | 'likes' | 'likesLately' | 'earned';

export const LIST_ORDERS: readonly ListOrder[] = [
  'best',
  'connection',
  'started',
  'rating',
  'likes',
  'likesLately',
  'earned',
];

/** What determines a performer's position in lists. */
export type RowPlace = Readonly<Record<ListOrder, number>> & {
  readonly tier: number;
  readonly seenAt: number;
};

/** A performer in memory. */
export interface Row {
  readonly slot: number;
  model: ListedModel;
  extras: CardExtras;
  standing: Standing;
  more: readonly Facet[];
  /** As last built; not kept for offline performers. */
  card: UserCard | undefined;
  cardAt: number;
  rankedAt: number;
  place: RowPlace;
  /** All words that the performer is called by, each after a line's end. */
  names: string;
}

const tierOf = (status: UserCard['status']): number => (isOnAir(status) ? 2 : status === 'offline' ? 0 : 1);

/** @param best points of the list's own order */
export const placeOf = (
  { model, standing }: Row,
  { ratings, connection_quality }: UserCard,
  best: number,
): RowPlace => ({
  tier: tierOf(model.status),
  seenAt: (model.startedAt ?? model.lastOnlineAt)?.getTime() ?? 0,
  best,
  connection: CONNECTION_WEIGHT * connection_quality + best,
  started: model.startedAt?.getTime() ?? 0,
  rating: ratings.average + ratings.count / (ratings.count + 1_000),
  likes: standing.likes,
  likesLately: standing.likesLately,
  earned: standing.earnedTokens,
});

/** Nobody yet. */
export const NO_PLACE: RowPlace = {
  tier: 0,
  seenAt: 0,
  best: 0,
  connection: 0,
  started: 0,
  rating: 0,
  likes: 0,
  likesLately: 0,
  earned: 0,
};

/** Which of two comes first in a list of this order. */
export const comparerBy =
  (order: ListOrder) =>
  (a: Row, b: Row): number =>
    b.place.tier - a.place.tier ||
    b.place[order] - a.place[order] ||
    b.place.seenAt - a.place.seenAt ||
    a.model.id - b.model.id;

/** Orders in which the position has changed. */
export const movedOrders = (from: RowPlace, to: RowPlace): readonly ListOrder[] =>
  from.tier !== to.tier || from.seenAt !== to.seenAt
    ? LIST_ORDERS
    : LIST_ORDERS.filter((order) => from[order] !== to[order]);

const wordsOf = (name: string): string[] => name.toLowerCase().split(/[\s_&-]+/u);

const namesOf = ({ username, displayName }: ListedModel): ReadonlySet<string> =>
  new Set([username, displayName.toLowerCase(), ...wordsOf(username), ...wordsOf(displayName)]);

/** First letters that get a facet of their own: with more, the number of facets would outweigh the gain. */
export const INDEXED_LETTERS = 3;

/** Facets for finding performers while typing: the first letters of each of their words. */
export function nameFacetsOf(model: ListedModel): Facet[] {
  const starts = new Set<string>();
  for (const word of namesOf(model))
    for (let length = 1; length <= Math.min(INDEXED_LETTERS, word.length); length++)
      starts.add(word.slice(0, length));
  return [...starts].map((start): Facet => `name:${start}`);
}

export const joinNames = (model: ListedModel): string =>
  [...namesOf(model)].map((word) => `\n${word}`).join('');

/** Whether somebody's name, or a word of it, begins with the prefix. */
export const makeNameTest = (prefix: string): ((row: Pick<Row, 'names'>) => boolean) => {
  const start = `\n${prefix}`;
  return ({ names }) => names.includes(start);
};

/** What lists of boards find a performer by. */
export const standingFacets = ({ likesLately, earnedTokens, likes }: Standing): Facet[] => [
  ...(likes > 0 ? (['is:liked'] as const) : []),
  ...(likesLately > 0 ? (['is:liked_lately'] as const) : []),
  ...(earnedTokens > 0 ? (['is:earning'] as const) : []),
];
