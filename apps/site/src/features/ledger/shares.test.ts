import type { AccountId } from '@klieg/kernel';
import fc from 'fast-check';
import { howMany } from '@klieg/testing/run-length';
import { describe, expect, test } from 'vitest';
import { divide, legsOfHold, type Share, toHundredths } from './shares.ts';

const [model, studio, substudio, affiliate, referrer] = [1, 2, 3, 4, 5] as AccountId[];
const AMOUNT_MAX = howMany(3_000, 100_000);

describe('the parts of a payment', () => {
  test('a studio has a part of what the model gets, an affiliate one of what the platform keeps (L8)', () => {
    const others: Share[] = [
      { to: studio!, of: 'receiver', percent: 50 },
      { to: affiliate!, of: 'platform', percent: 5 },
    ];
    const { receiverTokens, legs } = divide(1_000, { to: model!, sharePercent: 60, others });
    expect(receiverTokens).toBe(300);
    expect(legs.map(({ part }) => part)).toEqual([300, -50]);
  });

  test('whole tokens only: rounding is the model’s, not the studio’s, and the platform’s, not the affiliate’s (L8)', () => {
    const others: Share[] = [
      { to: studio!, of: 'receiver', percent: 33.33 },
      { to: affiliate!, of: 'platform', percent: 7.5 },
    ];
    // 60 % of 33 are 19; a third of them 6, and 7.5 % of 33 are 2.
    const { receiverTokens, legs } = divide(33, { to: model!, sharePercent: 60, others });
    expect([receiverTokens, ...legs.map(({ part }) => part)]).toEqual([13, 6, -2]);
    expect(divide(1, { to: model!, sharePercent: 60, others })).toEqual({ receiverTokens: 0, legs: [] });
  });

  test('no sequence of amounts gives more than there is, for every amount (L8)', () => {
    const others: Share[] = [
      { to: studio!, of: 'receiver', percent: 40 },
      { to: substudio!, of: 'receiver', percent: 12.5 },
      { to: affiliate!, of: 'platform', percent: 10 },
      { to: referrer!, of: 'platform', percent: 2.25 },
    ];
    for (let amount = 1; amount <= AMOUNT_MAX; amount++) {
      const { receiverTokens, legs } = divide(amount, { to: model!, sharePercent: 60, others });
      const parts = legs.map(({ part }) => Math.abs(part));
      const given = parts.reduce((sum, part) => sum + part, receiverTokens);
      expect(receiverTokens).toBeGreaterThanOrEqual(0);
      expect(given).toBeLessThanOrEqual(amount);
      // The model and her studios together have what she would have alone.
      const hers = legs.reduce((sum, { part }) => sum + Math.max(0, part), receiverTokens);
      expect(hers).toBe(Math.floor((amount * 60) / 100));
    }
  });

  test('any shares of any amount are exact (L8)', () => {
    const percent = fc.integer({ min: 0, max: 10_000 }).map((hundredths) => hundredths / 100);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000_000_000 }), percent, percent, (amount, share, part) => {
        const others: Share[] = [{ to: studio!, of: 'receiver', percent: part }];
        const { receiverTokens, legs } = divide(amount, { to: model!, sharePercent: share, others });
        const mine = Number((BigInt(amount) * BigInt(toHundredths(share))) / 10_000n);
        const theirs = Number((BigInt(mine) * BigInt(toHundredths(part))) / 10_000n);
        expect([receiverTokens, legs[0]?.part ?? 0]).toEqual([mine - theirs, theirs]);
      }),
      { numRuns: howMany(300, 10_000) },
    );
  });

  test.each<[string, number, Share[]]>([
    ['a percent finer than a hundredth', 60.001, []],
    ['more than everything', 101, []],
    ['less than nothing', -1, []],
    [
      'studios that have more than the model',
      60,
      [
        { to: studio!, of: 'receiver', percent: 60 },
        { to: substudio!, of: 'receiver', percent: 41 },
      ],
    ],
    ['an affiliate who has more than the platform', 60, [{ to: affiliate!, of: 'platform', percent: 41 }]],
    ['two parts of one person', 60, [{ to: model!, of: 'receiver', percent: 10 }]],
  ])('%s is a fault of the caller (L1)', (_what, sharePercent, others) => {
    expect(() => legsOfHold({ to: model!, sharePercent, others })).toThrow('invariant');
  });
});
