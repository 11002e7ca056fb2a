import type { UserCard } from '@klieg/contract';
import { type CardExtras, isOnAir, type ListedModel } from '../rooms/index.ts';
import type { Facet } from './index/facet-index.ts';
import type { Standing } from './standings.ts';

/** What a list is ordered by, the largest first; who is on the air always stands first, who is away last. */
export type ListOrder = 'best' | 'started' | 'rating' | 'likes' | 'likesLately' | 'earned';

/** A performer in memory. */
export interface Row {
  readonly slot: number;
  model: ListedModel;
  extras: CardExtras;
  standing: Standing;
  more: readonly Facet[];
  card: UserCard;
  cardAt: number;
  points: number;
  rankedAt: number;
}

const valueOf: Readonly<Record<ListOrder, (row: Row) => number>> = {
  best: ({ points }) => points,
  started: ({ model }) => model.startedAt?.getTime() ?? 0,
  rating: ({ card: { ratings } }) => ratings.average + ratings.count / (ratings.count + 1_000),
  likes: ({ standing }) => standing.likes,
  likesLately: ({ standing }) => standing.likesLately,
  earned: ({ standing }) => standing.earnedTokens,
};

const tierOf = ({ card }: Row): number => (isOnAir(card.status) ? 2 : card.status === 'offline' ? 0 : 1);
const seenAt = ({ model }: Row): number => (model.startedAt ?? model.lastOnlineAt)?.getTime() ?? 0;

/** Which of two comes first in a list of this order. */
export function comparerBy(order: ListOrder): (a: Row, b: Row) => number {
  const value = valueOf[order];
  return (a, b) =>
    tierOf(b) - tierOf(a) || value(b) - value(a) || seenAt(b) - seenAt(a) || a.model.id - b.model.id;
}

const wordsOf = (name: string): string[] => name.toLowerCase().split(/[\s_&-]+/u);

/** Whether the name, or a word of it, begins so. */
export const isNamedSo = ({ model: { username, displayName } }: Row, prefix: string): boolean =>
  [username, displayName.toLowerCase(), ...wordsOf(username), ...wordsOf(displayName)].some((word) =>
    word.startsWith(prefix),
  );

/** What lists of boards find a performer by. */
export const standingFacets = ({ likesLately, earnedTokens, likes }: Standing): Facet[] => [
  ...(likes > 0 ? (['is:liked'] as const) : []),
  ...(likesLately > 0 ? (['is:liked_lately'] as const) : []),
  ...(earnedTokens > 0 ? (['is:earning'] as const) : []),
];
