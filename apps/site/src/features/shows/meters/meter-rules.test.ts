import fc from 'fast-check';
import { howMany } from '@klieg/testing/run-length';
import { expect, test } from 'vitest';
import {
  chargedAfter,
  costOfStep,
  finalCharge,
  intervalsIn,
  remainingSeconds,
  secondsCovered,
  stepsDue,
  tokensFor,
  tokensToHold,
} from './meter-rules.ts';

const price = fc.integer({ min: 6, max: 999 });
const startup = fc.integer({ min: 0, max: 200 });
const deliveredMs = fc.integer({ min: 0, max: 4 * 3_600_000 });
const runs = { numRuns: howMany(400, 100_000) };

test('steps add up to what is charged after them, and never cost less than nothing (S17)', () => {
  fc.assert(
    fc.property(price, startup, fc.integer({ min: 0, max: 500 }), (tokens, startupTokens, steps) => {
      const meter = { price: tokens, startupTokens };
      let sum = 0;
      for (let step = 0; step <= steps; step++) {
        expect(costOfStep(meter, step)).toBeGreaterThanOrEqual(0);
        sum += costOfStep(meter, step);
      }
      expect(sum).toBe(chargedAfter(meter, steps));
    }),
    runs,
  );
});

test('nobody pays more than the delivered seconds cost, or the first picture where that is more (S17, S402)', () => {
  fc.assert(
    fc.property(price, startup, deliveredMs, (tokens, startupTokens, ms) => {
      const meter = { price: tokens, startupTokens };
      const charged = finalCharge(meter, ms);
      const bySeconds = Math.floor((tokens * Math.floor(ms / 1_000)) / 60);
      expect(charged).toBe(ms === 0 ? 0 : Math.max(startupTokens, bySeconds));
      // What was charged on the way is never more than the end.
      expect(chargedAfter(meter, stepsDue(ms))).toBeLessThanOrEqual(charged);
      expect(stepsDue(ms)).toBe(ms === 0 ? -1 : intervalsIn(ms));
    }),
    runs,
  );
});

test('a hold covers the intervals that it was made for, and no more than it can pay', () => {
  fc.assert(
    fc.property(price, fc.integer({ min: 1, max: 2_000 }), fc.nat(1_000_000), (tokens, intervals, held) => {
      const meter = { price: tokens, startupTokens: 0 };
      const seconds = intervals * 10;
      expect(secondsCovered(meter, tokensToHold(meter, seconds))).toBeGreaterThanOrEqual(seconds);
      const covered = secondsCovered(meter, held);
      expect(covered % 10).toBe(0);
      expect(tokensFor(tokens, covered)).toBeLessThanOrEqual(held);
      expect(tokensFor(tokens, covered + 10)).toBeGreaterThan(held);
    }),
    runs,
  );
});

test('what remains is what is held of the coming intervals and what can be spent (S308)', () => {
  const left = (steps: number, spendable: number) =>
    remainingSeconds({ price: 60 }, { heldSeconds: 60, steps, spendable });
  expect([left(-1, 0), left(0, 0), left(2, 0), left(6, 0), left(7, 0)]).toEqual([60, 60, 40, 0, 0]);
  expect([left(2, 30), left(6, 30), left(6, -5)]).toEqual([70, 30, 0]);
});
