import { describe, expect, test } from 'vitest';
import type { AccountId, Uuid } from '@klieg/kernel';
import { expiryOf, mayAsk, prepaidLeft, priceOf, type Private, type Sight, stepOf } from './private-rules.ts';

const show = (change: Partial<Private> = {}): Private => ({
  id: '0198' as Uuid,
  roomId: 1 as AccountId,
  payerId: 2 as AccountId,
  state: 'running',
  type: 'private',
  source: 'room',
  price: 30,
  prepaidSeconds: 60,
  withCam2cam: false,
  withRecording: false,
  message: null,
  reason: null,
  expiresAt: 60_000,
  startsBy: 15_000,
  startedAt: 0,
  endedAt: null,
  watchMediaId: null,
  watchId: null,
  durationSeconds: null,
  tokensCharged: null,
  tokensReturned: null,
  payerIsFan: false,
  silentMs: 0,
  ...change,
});
const sight = (change: Partial<Sight> = {}): Sight => ({
  now: 1_000,
  isInRoom: true,
  deliveredMs: 5_000,
  silentMs: 0,
  awayMs: 0,
  isUsedUp: false,
  ...change,
});
const starting = show({ state: 'starting', startedAt: null });
const end = (reason: string) => ({ kind: 'end', reason });

describe('a show', () => {
  test.each([
    ['begins with the first delivered picture', starting, sight(), { kind: 'begin' }],
    ['waits for it', starting, sight({ deliveredMs: 0, now: 14_999 }), undefined],
    [
      'fails without it in 15 seconds (S307)',
      starting,
      sight({ deliveredMs: 0, now: 15_000 }),
      { kind: 'fail' },
    ],
    [
      'ends where the payer leaves before it (S319)',
      starting,
      sight({ deliveredMs: 0, awayMs: 15_000 }),
      end('user_left'),
    ],
    ['goes on', show(), sight({ silentMs: 59_999, awayMs: 29_999 }), undefined],
    [
      'ends where the room has none any more (S312) (SHOWS-022)',
      show(),
      sight({ isInRoom: false }),
      end('unpublish'),
    ],
    [
      'ends 30 seconds after the payer has left (S312) (SHOWS-022)',
      show(),
      sight({ awayMs: 30_000 }),
      end('user_left'),
    ],
    ['ends after a minute without delivery', show(), sight({ silentMs: 60_000 }), end('user_left')],
    ['ends when nothing is held (S310) (SHOWS-022)', show(), sight({ isUsedUp: true }), end('out_of_tokens')],
    ['that settles is left alone', show({ state: 'settling' }), sight({ isUsedUp: true }), undefined],
  ] as const)('%s', (_what, given, seen, expected) => {
    expect(stepOf(given, seen)).toEqual(expected);
  });
});

test('a request ends by time and by the room, and waits while the picture is missing (S303)', () => {
  const request = show({ state: 'requested' });
  const at = (
    now: number,
    status: 'online' | 'standby' | 'reconnecting' | 'offline' | 'limited',
    isEnabled = true,
  ) => expiryOf(request, now, { status, isEnabled });
  expect([at(0, 'online'), at(0, 'standby'), at(0, 'reconnecting')]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  expect(at(60_000, 'online')).toBe('timeout');
  expect([at(0, 'offline'), at(0, 'limited'), at(0, 'online', false)]).toEqual([
    'offline',
    'offline',
    'offline',
  ]);
  expect(mayAsk('private', { private_enabled: true })).toBe(false);
});

test('a discount is rounded down, leaves at least six, and is none for an exclusive (S315)', () => {
  const costs = { private_cost: 30, exclusive_cost: 60 };
  expect(priceOf(costs, 'private', 0)).toBe(30);
  expect(priceOf(costs, 'private', 25)).toBe(22);
  expect(priceOf({ ...costs, private_cost: 7 }, 'private', 50)).toBe(6);
  expect(priceOf(costs, 'exclusive', 50)).toBe(60);
  // An exclusive is never the cheaper one.
  expect(priceOf({ private_cost: 90, exclusive_cost: 60 }, 'exclusive', 0)).toBe(90);
});

test('prepaid time is used up by delivered seconds', () => {
  expect([0, 999, 1_000, 59_000, 61_000].map((ms) => prepaidLeft(show(), ms))).toEqual([60, 60, 59, 1, 0]);
});
