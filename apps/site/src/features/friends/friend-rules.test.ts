import type { AccountId } from '@klieg/kernel';
import { describe, expect, test } from 'vitest';
import { decideRequest, type RequestFacts, statusFor } from './friend-rules.ts';

const [anna, ben] = [1, 2] as AccountId[] as [AccountId, AccountId];

const facts: RequestFacts = {
  seen: null,
  isIgnoring: false,
  isIgnored: false,
  isOtherSuspended: false,
  ownCount: 0,
  waitingCount: 0,
  countMax: 250,
};

describe('what a side sees of a pair (PM-FRIENDS-012)', () => {
  test.each([
    ['nothing', undefined, null, null],
    ['a request', { askerId: anna, status: 'requested', isUnseen: false }, 'REQUESTED', 'TO_CONFIRM'],
    ['a friendship', { askerId: anna, status: 'confirmed', isUnseen: false }, 'CONFIRMED', 'CONFIRMED'],
    [
      'a request to somebody who ignores',
      { askerId: anna, status: 'requested', isUnseen: true },
      'REQUESTED',
      null,
    ],
  ] as const)('%s', (_what, pair, forAnna, forBen) => {
    expect(statusFor(anna, pair)).toBe(forAnna);
    expect(statusFor(ben, pair)).toBe(forBen);
  });
});

describe('a request (S2901)', () => {
  test.each<[string, Partial<RequestFacts>, ReturnType<typeof decideRequest>]>([
    ['asks', {}, { do: 'ask', isUnseen: false }],
    ['a second time is the first', { seen: 'REQUESTED' }, { do: 'nothing', status: 'REQUESTED' }],
    ['of friends changes nothing', { seen: 'CONFIRMED' }, { do: 'nothing', status: 'CONFIRMED' }],
    ['of two who ask each other agrees', { seen: 'TO_CONFIRM' }, { do: 'confirm' }],
    ['with a full list is refused', { ownCount: 250 }, { do: 'refuse', code: 'friends.limit' }],
    [
      'agreeing with a full list is refused',
      { seen: 'TO_CONFIRM', ownCount: 250 },
      { do: 'refuse', code: 'friends.limit' },
    ],
    [
      'to somebody with many waiting is refused',
      { waitingCount: 250 },
      { do: 'refuse', code: 'friends.not_allowed' },
    ],
    [
      'to somebody suspended is refused',
      { isOtherSuspended: true },
      { do: 'refuse', code: 'friends.not_allowed' },
    ],
    [
      'to somebody one ignores is refused',
      { isIgnoring: true },
      { do: 'refuse', code: 'friends.not_allowed' },
    ],
    [
      'to somebody who ignores looks like any other (S2903)',
      { isIgnored: true },
      { do: 'ask', isUnseen: true },
    ],
    [
      'to somebody who ignores looks the same with many waiting',
      { isIgnored: true, waitingCount: 250, isOtherSuspended: true },
      { do: 'ask', isUnseen: true },
    ],
  ])('%s', (_what, more, expected) => {
    expect(decideRequest({ ...facts, ...more })).toEqual(expected);
  });
});
