import { expect, test } from 'vitest';
import { isStepOn, spanOf, toggleStep } from './rate-steps.ts';

test('a step is chosen and let go, and steps stand in their order', () => {
  expect(toggleStep([], '18-29')).toEqual(['18-29']);
  expect(toggleStep(['30-59'], '18-29')).toEqual(['18-29', '30-59']);
  expect(toggleStep(['18-29', '30-59'], '18-29')).toEqual(['30-59']);
});

test('a wider range of an older address shows as its steps, and becomes them with the first press', () => {
  expect(['12-17', '18-29', '30-59', '60-89', '90-119'].map((step) => isStepOn(['18-60'], step))).toEqual([
    false,
    true,
    true,
    true,
    false,
  ]);
  expect(toggleStep(['18-60'], '30-59')).toEqual(['18-29', '60-89']);
  expect(toggleStep(['18-60'], '90-119')).toEqual(['18-29', '30-59', '60-89', '90-119']);
});

test('a range within one step stays as it was asked for', () => {
  expect(isStepOn(['7-9'], '6-11')).toBe(false);
  expect(toggleStep(['7-9'], '120-999')).toEqual(['120-999', '7-9']);
});

const value = (range: string, isOn: boolean, count: number) => ({ value: range, isOn, count });

test('steps side by side are said as one range with their rooms, others are not', () => {
  const side = [value('12-17', false, 4), value('18-29', true, 5), value('30-59', true, 7)];
  expect(spanOf(['18-29', '30-59'], side)).toEqual({ range: '18-59', count: 12 });
  const gap = [value('6-11', true, 1), value('12-17', false, 4), value('18-29', true, 5)];
  expect(spanOf(['6-11', '18-29'], gap)).toBeUndefined();
  expect(spanOf([], [value('6-11', false, 1)])).toBeUndefined();
  // The rooms of an older range are others than those of its steps.
  expect(spanOf(['18-60'], side)).toBeUndefined();
});
