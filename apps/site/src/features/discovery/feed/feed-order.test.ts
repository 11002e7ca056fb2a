import { HOUR_MS } from '@klieg/kernel/time';
import { randomOf, shuffle } from '@klieg/testing/random';
import { expect, test } from 'vitest';
import { orderDiscover, weave } from './feed-order.ts';

const NOW = Date.UTC(2026, 10, 24, 12, 30);

const roomOf = (username: string, more: object = {}) => ({
  username,
  viewer_count: 0,
  ratings: { average: 80, count: 20 },
  connection_quality: 4,
  started_at: new Date(NOW - HOUR_MS).toISOString(),
  flagList: [] as ('new' | 'hd')[],
  ...more,
});
const names = (rooms: readonly { readonly username: string }[]) => rooms.map(({ username }) => username);
const newcomer = (username: string, minutesAgo: number) =>
  roomOf(username, {
    flagList: ['new'],
    started_at: new Date(NOW - minutesAgo * 60_000).toISOString(),
  });

test('every third place is a newcomer’s, the one that opened last first, and what is left follows (docs/ranking.md)', () => {
  const others = Array.from({ length: 7 }, (_, at) => roomOf(`other_${at}`));
  const newcomers = [newcomer('new_old', 50), newcomer('new_fresh', 1)];
  const order = names(orderDiscover([...others, ...newcomers], NOW));
  expect([order[2], order[5]]).toEqual(['new_fresh', 'new_old']);
  expect(order).toHaveLength(9);
  const mostlyNew = names(orderDiscover([others[0]!, ...newcomers], NOW));
  expect(mostlyNew).toEqual(['other_0', 'new_fresh', 'new_old']);
});

test('many viewers bring no room forward, a better rating does by as much as docs/ranking.md says', () => {
  const rooms = Array.from({ length: 30 }, (_, at) => roomOf(`room_${at}`));
  const watched = rooms.map((room, at) => ({ ...room, viewer_count: at * 1_000 }));
  expect(names(orderDiscover(watched, NOW))).toEqual(names(orderDiscover(rooms, NOW)));
  // 100 against 0 is more than chance can make good.
  const best = roomOf('best', { ratings: { average: 100, count: 5_000 } });
  const worst = roomOf('worst', { ratings: { average: 0, count: 5_000 } });
  for (let hour = 0; hour < 100; hour++)
    expect(names(orderDiscover([worst, best], NOW + hour * HOUR_MS))).toEqual(['best', 'worst']);
});

test('chance is the same for an hour and in whichever order rooms are read, and lets everybody be first some day', () => {
  const rooms = Array.from({ length: 8 }, (_, at) => roomOf(`room_${at}`));
  const random = randomOf(5);
  const order = names(orderDiscover(rooms, NOW));
  for (let again = 0; again < 20; again++)
    expect(names(orderDiscover(shuffle(rooms, random), NOW + again * 60_000))).toEqual(order);
  const first = new Set(
    Array.from({ length: 200 }, (_, hour) => orderDiscover(rooms, NOW + hour * HOUR_MS)[0]!.username),
  );
  expect(first.size).toBe(rooms.length);
});

test('weaving loses nothing and keeps both orders', () => {
  expect(weave([1, 2, 3, 4, 5], [10, 20, 30], 2)).toEqual([1, 2, 10, 3, 4, 20, 5, 30]);
  expect(weave([], [10, 20])).toEqual([10, 20]);
  expect(weave([1, 2], [])).toEqual([1, 2]);
});
