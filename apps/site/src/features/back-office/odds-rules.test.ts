import { expect, test } from 'vitest';
import { codeOf } from '../../app/testing-site.ts';
import { type GivenField, meanCost, planOf } from './odds-rules.ts';

const fields = (...given: readonly (readonly [tokens: number, odds: number])[]): GivenField[] =>
  given.map(([tokens, odds]) => ({ tokens, odds_percent: odds }));
const codeFor = (given: GivenField[], budget = 0) =>
  codeOf(Promise.resolve().then(() => planOf(given, budget)));

test('odds with two decimals are weights that draw exactly as they are shown', () => {
  const plan = planOf(fields([5, 33.33], [10, 33.33], [20, 33.34]), 0);
  expect(plan).toEqual({ weights: [3_333, 3_333, 3_334], prizes: [5, 10, 20] });
  expect(meanCost(plan)).toBe(1_167);
  // Numbers that a computer cannot hold exactly.
  expect(planOf(fields([1, 0.07], [2, 99.93]), 0).weights).toEqual([7, 9_993]);
  expect(planOf(fields([1, 4.35], [2, 95.65]), 0).weights).toEqual([435, 9_565]);
});

test('odds that are not all of the wheel, too fine or nothing are refused', async () => {
  for (const given of [
    fields([5, 50], [10, 49.99]),
    fields([5, 50], [10, 50.01]),
    fields([5, 50.005], [10, 49.995]),
    fields([5, 100], [10, 0]),
    fields([5, 99.999], [10, 0.001]),
    fields([5, 150], [10, -50]),
  ])
    expect(await codeFor(given), JSON.stringify(given)).toBe('back_office.odds_invalid');
});

test('the same prize twice is refused, and one above the budget of a day', async () => {
  expect(await codeFor(fields([5, 50], [5, 50]))).toBe('back_office.prize_twice');
  expect(await codeFor(fields([5, 50], [1_001, 50]), 1_000)).toBe('back_office.prize_over_budget');
  expect(await codeFor(fields([5, 50], [1_000, 50]), 1_000)).toBe('not refused');
  expect(await codeFor(fields([5, 50], [1_001, 50]), 0)).toBe('not refused');
});
