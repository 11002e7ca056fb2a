import { expect, test } from 'vitest';
import { endOf, freeAt, type Raid, sayRaid, takesRaid } from './raid-rules.ts';

const raid: Raid = {
  id: '00000000-0000-7000-8000-000000000001' as never,
  fromId: 1 as never,
  toId: 2 as never,
  state: 'asking',
  endsAt: 45_000,
  endedAt: null,
  moved: 0,
};
const open = {
  isSelf: false,
  isLive: true,
  hasPassword: false,
  isWelcome: true,
  isRefused: false,
  isApart: false,
};

test('a room takes a raid where nothing speaks against it (R2)', () => {
  expect(takesRaid(open)).toBe(true);
  for (const against of [
    { isSelf: true },
    { isLive: false },
    { hasPassword: true },
    { isWelcome: false },
    { isRefused: true },
    { isApart: true },
  ])
    expect(takesRaid({ ...open, ...against }), JSON.stringify(against)).toBe(false);
});

test('the next raid waits some minutes after the last one has ended (R3)', () => {
  expect(freeAt(undefined, 0)).toBeNull();
  expect(freeAt(raid, 0)).toBeNull();
  const over: Raid = { ...raid, state: 'canceled', endedAt: 1_000 };
  expect(freeAt(over, 1_000)).toBe(301_000);
  expect(freeAt(over, 300_999)).toBe(301_000);
  expect(freeAt(over, 301_000)).toBeNull();
});

test('it ends at its time, or as soon as the other room takes none any more, and once (R5)', () => {
  expect(endOf(raid, 44_999, true)).toBeUndefined();
  expect(endOf(raid, 44_999, false)).toBe('room_closed');
  expect(endOf(raid, 45_000, true)).toBe('done');
  expect(endOf(raid, 45_000, false)).toBe('done');
  for (const state of ['done', 'canceled', 'room_closed'] as const)
    expect(endOf({ ...raid, state }, 99_000, false)).toBeUndefined();
});

test('the line of the other room counts one viewer and many (R6)', () => {
  expect(sayRaid('Ada', 1)).toBe('Ada raids with 1 viewer');
  expect(sayRaid('Ada', 14)).toBe('Ada raids with 14 viewers');
});
