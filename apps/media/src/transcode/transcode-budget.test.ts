import { expect, test } from 'vitest';
import { makeTranscodeBudget } from './transcode-budget.ts';

test('streams find room until the cores are reserved, and again after a release', () => {
  const budget = makeTranscodeBudget(1);
  expect(['a', 'b', 'c'].map((id) => budget.tryReserve(id, 0.4))).toEqual([true, true, false]);
  expect(budget).toMatchObject({ coresMax: 1, refused: 1 });
  expect(budget.coresReserved).toBeCloseTo(0.8);
  budget.release('a');
  budget.release('a');
  expect(budget.tryReserve('c', 0.4)).toBe(true);
});

test('the cores may be reserved to the last fraction', () => {
  const budget = makeTranscodeBudget(0.3);
  expect(['a', 'b', 'c'].map((id) => budget.tryReserve(id, 0.1))).toEqual([true, true, true]);
});

test('a repeat replaces what the stream held, and one that is refused leaves it as it was', () => {
  const budget = makeTranscodeBudget(1);
  budget.tryReserve('a', 0.9);
  expect(budget.tryReserve('a', 0.5)).toBe(true);
  expect(budget.tryReserve('a', 1.5)).toBe(false);
  expect(budget.coresReserved).toBe(0.5);
});

test('what a stream really uses takes the place of the guess, little by little', () => {
  const budget = makeTranscodeBudget(1);
  budget.tryReserve('a', 0.8);
  expect(budget.tryReserve('b', 0.4)).toBe(false);
  for (let i = 0; i < 20; i++) budget.report('a', 0.2);
  expect(budget.coresReserved).toBeCloseTo(0.2, 1);
  expect(budget.tryReserve('b', 0.4)).toBe(true);
  for (let i = 0; i < 20; i++) budget.report('a', 2);
  expect(budget.coresReserved).toBeGreaterThan(1);
  expect(budget.tryReserve('c', 0.01)).toBe(false);
});

test('reports of strangers and figures that are none change nothing', () => {
  const budget = makeTranscodeBudget(1);
  budget.report('stranger', 0.5);
  budget.tryReserve('a', 0.5);
  budget.report('a', Number.NaN);
  budget.report('a', -1);
  expect(budget.coresReserved).toBe(0.5);
  expect(budget.tryReserve('b', Number.NaN)).toBe(false);
  expect(budget.tryReserve('b', -1)).toBe(false);
});

test('without cores nothing is transcoded', () => {
  expect(makeTranscodeBudget(0).tryReserve('a', 0.1)).toBe(false);
});
