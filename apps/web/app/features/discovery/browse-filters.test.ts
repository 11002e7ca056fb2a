import { expect, test } from 'vitest';
import { awayRooms, countRooms, filterRooms, liveRooms, liveTotal, nearGoal } from './browse-filters.ts';
import { browseFixture, cardFixture } from './card.fixture.ts';
import type { ListedCard } from './listed-cards.ts';

const names = (cards: readonly ListedCard[]) => cards.map(({ username }) => username);

test("quick filters keep what they name, in the server's order", () => {
  const cards = [
    cardFixture({ username: 'a', status: 'private', spy_cost: 6 }),
    cardFixture({ username: 'b', status: 'online', flagList: ['new', 'cam2cam'] }),
    cardFixture({ username: 'c', status: 'limited', ticket_price: 200 }),
    cardFixture({ username: 'd', status: 'offline', private_enabled: true }),
    cardFixture({ username: 'e', status: 'limited', group_price: 12 }),
  ];
  expect(names(filterRooms(cards, 'all', 'best'))).toEqual(['a', 'b', 'c', 'd', 'e']);
  expect(names(filterRooms(cards, 'groups', 'best'))).toEqual(['e']);
  expect(names(filterRooms(cards, 'private-ready', 'best'))).toEqual(['b']);
  expect(names(filterRooms(cards, 'spy', 'best'))).toEqual(['a']);
  expect(names(filterRooms(cards, 'tickets', 'best'))).toEqual(['c']);
  expect(countRooms(cards, 'new')).toBe(1);
  expect(countRooms(cards, 'cam2cam')).toBe(1);
});

test('a chip counts the live rooms that its press shows', () => {
  const cards = [
    cardFixture({ username: 'a', status: 'online', flagList: ['new'] }),
    cardFixture({ username: 'b', status: 'offline', flagList: ['new'] }),
    cardFixture({ username: 'c', status: 'standby', flagList: [] }),
  ];
  expect(countRooms(cards, 'new')).toBe(1);
  expect(countRooms(cards, 'all')).toBe(2);
  expect(names(liveRooms(filterRooms(cards, 'new', 'best')))).toEqual(['a']);
});

test('the order is by viewers or by start, unknown starts last', () => {
  const cards = [
    cardFixture({ username: 'a', viewer_count: 1, started_at: '2026-11-20T10:00:00.000Z' }),
    cardFixture({ username: 'b', viewer_count: 9, started_at: null }),
    cardFixture({ username: 'c', viewer_count: 5, started_at: '2026-11-20T12:00:00.000Z' }),
  ];
  expect(names(filterRooms(cards, 'all', 'viewers'))).toEqual(['b', 'c', 'a']);
  expect(names(filterRooms(cards, 'all', 'newest'))).toEqual(['c', 'a', 'b']);
});

test('goals that are not reached come, the nearest first', () => {
  const goal = (username: string, percent: number) =>
    cardFixture({ username, goal: { label: 'Song', percent } });
  expect(names(nearGoal([goal('a', 40), goal('b', 100), goal('c', 95), cardFixture()]))).toEqual(['c', 'a']);
});

test('of those who are away the next to come back stand first', () => {
  const cards = [
    cardFixture({ username: 'a', status: 'offline' }),
    cardFixture({ username: 'b', status: 'offline', next_stream_at: '2026-11-26T20:00:00.000Z' }),
    cardFixture({ username: 'c', status: 'online', next_stream_at: '2026-11-24T20:00:00.000Z' }),
    cardFixture({ username: 'd', status: 'offline' }),
    cardFixture({ username: 'e', status: 'offline', next_stream_at: '2026-11-25T20:00:00.000Z' }),
  ];
  expect(names(awayRooms(cards))).toEqual(['e', 'b', 'a', 'd']);
});

test('a page with somebody away holds all live rooms, a page of live ones only goes on', () => {
  const live = cardFixture({ status: 'online' });
  const away = cardFixture({ status: 'offline' });
  expect(liveTotal(browseFixture({ userList: [live, live, away], totalCount: 301 }))).toBe(2);
  expect(liveTotal(browseFixture({ userList: [live, live], totalCount: 301 }))).toBe(301);
});
