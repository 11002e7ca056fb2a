import type { UserCard } from '@klieg/contract';
import { roomLook } from '../../shared/room/room-look.ts';
import type { ListedCard, Listing } from './listed-cards.ts';

/** Quick filters over the rooms of the page; `all` drops the others. */
export type QuickFilter = 'all' | 'private-ready' | 'spy' | 'tickets' | 'groups' | 'cam2cam' | 'new';
export type BrowseOrder = 'best' | 'viewers' | 'newest';

const has = (card: ListedCard, flag: UserCard['flagList'][number]): boolean => card.flagList.includes(flag);

const tests: Record<QuickFilter, (card: ListedCard) => boolean> = {
  all: () => true,
  'private-ready': (card) => card.private_enabled && (card.status === 'online' || card.status === 'standby'),
  spy: (card) => roomLook(card.status, card.spy_cost) === 'spy',
  tickets: (card) => card.ticket_price !== null || (card.status === 'limited' && card.group_price === null),
  groups: (card) => card.group_price !== null && card.status !== 'offline',
  cam2cam: (card) => has(card, 'cam2cam'),
  new: (card) => has(card, 'new'),
};

/** The quick filters beside `all`, in their order. */
export const QUICK_FILTERS: readonly Exclude<QuickFilter, 'all'>[] = [
  'private-ready',
  'spy',
  'tickets',
  'groups',
  'cam2cam',
  'new',
];

/** The rooms that pass a quick filter, in the wanted order; `best` keeps the server's. */
export function filterRooms(
  cards: readonly ListedCard[],
  filter: QuickFilter,
  order: BrowseOrder,
): ListedCard[] {
  const passed = cards.filter(tests[filter]);
  if (order === 'viewers') return passed.toSorted((a, b) => b.viewer_count - a.viewer_count);
  if (order === 'newest')
    return passed.toSorted((a, b) => (b.started_at ?? '').localeCompare(a.started_at ?? ''));
  return passed;
}

/** The rooms that are live, as the chips count them and the first lists show them. */
export const liveRooms = (cards: readonly ListedCard[]): ListedCard[] =>
  cards.filter(({ status }) => status !== 'offline');

/** Those who are away, who comes back soonest first; others in the server's order. */
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

/** Rooms with a goal that is not reached, the nearest first. */
export const nearGoal = (cards: readonly ListedCard[]): ListedCard[] =>
  cards
    .filter((card) => card.goal !== null && card.goal.percent < 100)
    .toSorted((a, b) => (b.goal?.percent ?? 0) - (a.goal?.percent ?? 0));

/**
 * How many rooms of the listing are live. Live ones come first, so a page with somebody who is away
 * holds all of them; else the listing goes on with more live rooms.
 */
export function liveTotal({ userList, totalCount }: Pick<Listing, 'userList' | 'totalCount'>): number {
  const live = liveRooms(userList).length;
  return live < userList.length ? live : totalCount;
}
