import type { UserCard } from '@klieg/contract';
import { HOUR_MS } from '@klieg/kernel/time';
import { digestOf } from './digest-of.ts';
import { rankPointsOf } from '../index/ranking.ts';

/*
 * The order of the feed, as docs/ranking.md explains it to everybody. It does not depend on the viewer, and nothing in
 * it can be bought.
 */

/** Every third place belongs to a newcomer, while there are any. */
const NEWCOMER_EVERY = 3;
/** Largest random bonus, redrawn each hour. */
const CHANCE_POINTS = 2;
/** After this many live rooms comes one item of each other kind. */
const LIVE_BETWEEN = 3;

type FeedCard = Pick<
  UserCard,
  'username' | 'viewer_count' | 'ratings' | 'connection_quality' | 'started_at' | 'flagList'
>;

/** From 0 to 1, the same for a name during an hour (Unix hours). */
const chanceOf = (username: string, hour: number): number => digestOf(`${hour} ${username}`) / 0xffffffff;

/** The points that order rooms of non-newcomers; the number of viewers does not count. */
export function discoverPointsOf(card: FeedCard, now: number): number {
  const { rating, connection, opened } = rankPointsOf(card, 0, now);
  return rating + connection + opened + CHANCE_POINTS * chanceOf(card.username, Math.floor(now / HOUR_MS));
}

const isNew = ({ flagList }: FeedCard): boolean => flagList.includes('new');
const startedAt = ({ started_at: at }: FeedCard): number => (at === null ? 0 : Date.parse(at));

/** Live rooms for somebody who wants a different one each time: newcomers get every third place. */
export function orderDiscover<C extends FeedCard>(cards: readonly C[], now: number): C[] {
  const byName = (a: C, b: C) => (a.username < b.username ? -1 : 1);
  const newcomers = cards.filter(isNew).toSorted((a, b) => startedAt(b) - startedAt(a) || byName(a, b));
  const points = new Map(cards.map((card) => [card, discoverPointsOf(card, now)]));
  const others = cards
    .filter((card) => !isNew(card))
    .toSorted((a, b) => points.get(b)! - points.get(a)! || byName(a, b));
  return weave(others, newcomers, NEWCOMER_EVERY - 1);
}

/** One item of `second` after every `between` items of `first`; the rest of either goes to the end. */
export function weave<T>(first: readonly T[], second: readonly T[], between = LIVE_BETWEEN): T[] {
  const woven: T[] = [];
  let next = 0;
  for (const [at, item] of first.entries()) {
    woven.push(item);
    if ((at + 1) % between === 0 && next < second.length) woven.push(second[next++]!);
  }
  return [...woven, ...second.slice(next)];
}
