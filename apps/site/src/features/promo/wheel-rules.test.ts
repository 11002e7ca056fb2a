import { utcDayOf } from '@klieg/kernel/time';
import { expect, test } from 'vitest';
import { costMax, endOfDay, isRevealed, presentPlan } from './wheel-rules.ts';

test('the odds of a wheel are those of its table and add up to all of it', () => {
  const plan = { weights: [500, 300, 150, 45, 5], prizes: [5, 10, 20, 50, 100] };
  const fields = presentPlan(plan);
  expect(fields.map(({ tokens, odds_percent: odds }) => [tokens, odds])).toEqual([
    [5, 50],
    [10, 30],
    [20, 15],
    [50, 4.5],
    [100, 0.5],
  ]);
  expect(fields.reduce((sum, { odds_percent: odds }) => sum + odds, 0)).toBe(100);
  expect(costMax(plan)).toBe(100);
});

test('a seed is told only when its day is over for every node', () => {
  const noon = Date.parse('2026-11-22T12:00:00Z');
  const day = utcDayOf(noon);
  expect(day).toBe('2026-11-22');
  const end = endOfDay(day);
  expect(isRevealed(day, noon)).toBe(false);
  expect(isRevealed(day, end)).toBe(false);
  expect(isRevealed(day, end + 5 * 60_000)).toBe(true);
});
