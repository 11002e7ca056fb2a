import { expect, test } from 'vitest';
import { makeByteBudget } from './byte-budget.ts';

test('a burst passes, more than the rate is overdrawn until time has made up for it', () => {
  let nowMs = 0;
  const budget = makeByteBudget({ bytesPerSecond: 1_000, burstBytes: 2_000, now: () => nowMs });
  budget.spend(2_000);
  expect(budget.isOverdrawn()).toBe(false);
  budget.spend(500);
  expect(budget.isOverdrawn()).toBe(true);
  nowMs = 499;
  expect(budget.isOverdrawn()).toBe(true);
  nowMs = 500;
  expect(budget.isOverdrawn()).toBe(false);
  nowMs = 1_000_000;
  budget.spend(2_001);
  expect(budget.isOverdrawn()).toBe(true);
});
