import { expect, test } from 'vitest';
import { type DeletionSight, holdsOf, refusesRequest } from './deletion-rules.ts';

const free: DeletionSight = {
  hasLegalHold: false,
  hasOpenCase: false,
  hasOpenShow: false,
  hasOpenOrder: false,
  owedTokens: 0,
  earnedTokens: 0,
};

test('nothing holds a deletion where nothing is open', () => {
  expect(holdsOf(free)).toEqual([]);
  expect(refusesRequest(free)).toBe(false);
});

test.each([
  [{ hasLegalHold: true }, 'legal_hold', false],
  [{ hasOpenCase: true }, 'case_open', false],
  [{ hasOpenShow: true }, 'shows_open', false],
  [{ hasOpenOrder: true }, 'order_open', false],
  [{ owedTokens: 1 }, 'credit_owed', true],
  [{ earnedTokens: 1 }, 'balance_open', true],
] as const)('%o holds it as %s; money that is owed refuses the request: %s', (change, hold, isRefused) => {
  const sight = { ...free, ...change };
  expect(holdsOf(sight)).toEqual([hold]);
  expect(refusesRequest(sight)).toBe(isRefused);
});

test('several are told in one order', () => {
  expect(holdsOf({ ...free, earnedTokens: 5, hasLegalHold: true, hasOpenShow: true })).toEqual([
    'legal_hold',
    'shows_open',
    'balance_open',
  ]);
});
