import { DAY_MS } from '@klieg/kernel/time';
import { describe, expect, test } from 'vitest';
import { comeBackFor, discountOf, firstTryAt, GRACE_MS, nextTryAt } from './renewal-rules.ts';

test('a charge is tried a day before the end, a day and two days after a refusal, and then no more', () => {
  expect(firstTryAt(30 * DAY_MS)).toBe(29 * DAY_MS);
  expect([1, 2, 3].map((tries) => nextTryAt(tries, 0))).toEqual([DAY_MS, 2 * DAY_MS, undefined]);
  // Each try is a while after it is due, and the last one still comes within the grace.
  expect(firstTryAt(0) + DAY_MS + 2 * DAY_MS).toBeLessThan(GRACE_MS);
});

describe('an offer to come back', () => {
  test('is half of the price after three quiet days, for a month', () => {
    expect(comeBackFor({ renewalCents: 1_499, listCents: 1_499, now: 0 })).toEqual({
      kind: 'winback',
      amountCents: 749,
      startsAt: 3 * DAY_MS,
      endsAt: 33 * DAY_MS,
    });
  });
  test('is the old price at once where it has risen since', () => {
    expect(comeBackFor({ renewalCents: 999, listCents: 1_499, now: 5 })).toMatchObject({
      kind: 'grandfathered',
      amountCents: 999,
      startsAt: 5,
    });
  });
});

test.each([
  [1_499, 1_499, 0],
  [749, 1_499, 50],
  [2_000, 1_499, 0],
  [1, 3, 66],
])('%i of %i cents are %i percent off', (amount, list, expected) => {
  expect(discountOf(amount, list)).toBe(expected);
});
