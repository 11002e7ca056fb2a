import type { UserCard } from '@klieg/contract';
import { roomLook } from '#app/shared/room/room-look.ts';
import type { ListedCard, Listing } from '../cards/listed-cards.ts';

/** What a room may offer that a page of rooms leads to at a press. */
export type QuickFilter = 'private-ready' | 'spy' | 'tickets' | 'groups' | 'cam2cam' | 'new';

const has = (card: ListedCard, flag: UserCard['flagList'][number]): boolean => card.flagList.includes(flag);

const tests: Record<QuickFilter, (card: ListedCard) => boolean> = {
  'private-ready': (card) => card.private_enabled && (card.status === 'online' || card.status === 'standby'),
  spy: (card) => roomLook(card.status, card.spy_cost) === 'spy',
  tickets: (card) => card.ticket_price !== null || (card.status === 'limited' && card.group_price === null),
  groups: (card) => card.group_price !== null && card.status !== 'offline',
  cam2cam: (card) => has(card, 'cam2cam'),
  new: (card) => has(card, 'new'),
};

/** The quick filters in their order. */
export const QUICK_FILTERS: readonly QuickFilter[] = [
  'private-ready',
  'spy',
  'tickets',
  'groups',
  'cam2cam',
  'new',
];

/** The rooms that are live, as the chips count them and the first lists show them. */
export const liveRooms = (cards: readonly ListedCard[]): ListedCard[] =>
  cards.filter(({ status }) => status !== 'offline');

/** Offline ones, soonest return first; others in the server's order. */
export const awayRooms = (cards: readonly ListedCard[]): ListedCard[] =>
  cards
    .filter(({ status }) => status === 'offline')
    .toSorted((a, b) => {
      if (!a.next_stream_at || !b.next_stream_at)
        return Number(!a.next_stream_at) - Number(!b.next_stream_at);
      return a.next_stream_at.localeCompare(b.next_stream_at);
    });

/** How many live rooms of the page each quick filter leaves. */
export const countRooms = (cards: readonly ListedCard[], filter: QuickFilter): number =>
  liveRooms(cards).filter(tests[filter]).length;

/** Below half of it a goal is not near. */
const NEAR_PERCENT = 50;

/** Rooms with a goal that is near and not reached, the nearest first. */
export const nearGoal = (cards: readonly ListedCard[]): ListedCard[] =>
  cards
    .filter(({ goal }) => goal !== null && goal.percent >= NEAR_PERCENT && goal.percent < 100)
    .toSorted((a, b) => (b.goal?.percent ?? 0) - (a.goal?.percent ?? 0));

/**
 * How many rooms of the listing are live. Live ones come first, so a page with an offline one contains all of them;
 * else the listing continues with more live rooms.
 */
export function liveTotal({ userList, totalCount }: Pick<Listing, 'userList' | 'totalCount'>): number {
  const live = liveRooms(userList).length;
  return live < userList.length ? live : totalCount;
}
