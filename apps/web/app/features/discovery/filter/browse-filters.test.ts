import { expect, test } from 'vitest';
import { awayRooms, countRooms, liveRooms, liveTotal, nearGoal, QUICK_FILTERS } from './browse-filters.ts';
import { browseFixture, cardFixture } from '../cards/card.fixture.ts';
import type { ListedCard } from '../cards/listed-cards.ts';

const names = (cards: readonly ListedCard[]) => cards.map(({ username }) => username);

test('what rooms offer is counted over those that are live', () => {
  const cards = [
    cardFixture({ username: 'a', status: 'private', spy_cost: 6 }),
    cardFixture({ username: 'b', status: 'online', flagList: ['new', 'cam2cam'] }),
    cardFixture({ username: 'c', status: 'limited', ticket_price: 200 }),
    cardFixture({ username: 'd', status: 'offline', private_enabled: true, flagList: ['new'] }),
    cardFixture({ username: 'e', status: 'limited', group_price: 12 }),
  ];
  expect(QUICK_FILTERS.map((filter) => [filter, countRooms(cards, filter)])).toEqual([
    ['private-ready', 1],
    ['spy', 1],
    ['tickets', 1],
    ['groups', 1],
    ['cam2cam', 1],
    ['new', 1],
  ]);
  expect(names(liveRooms(cards))).toEqual(['a', 'b', 'c', 'e']);
});

test('goals that are half reached and not reached come, the nearest first', () => {
  const goal = (username: string, percent: number) =>
    cardFixture({ username, goal: { label: 'Song', percent } });
  const cards = [goal('a', 50), goal('b', 100), goal('c', 95), goal('d', 49), goal('e', 0), cardFixture()];
  expect(names(nearGoal(cards))).toEqual(['c', 'a']);
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
