import { expect, test } from 'vitest';
import { inPercent, inSeconds, roundTop } from './figure-words.ts';

test('times and shares are short, and what nobody has said is a dash', () => {
  expect([inSeconds(430, 'en'), inSeconds(12_345, 'en'), inSeconds(null, 'en')]).toEqual([
    '0.43 s',
    '12.3 s',
    '—',
  ]);
  expect([inPercent(0.256, 'en'), inPercent(0, 'en'), inPercent(null, 'en')]).toEqual(['0.26%', '0%', '—']);
});

test('a chart ends at a round number that holds the largest value', () => {
  expect(roundTop([null, 320, 1_900], 500)).toBe(2_000);
  expect(roundTop([], 500)).toBe(500);
  expect(roundTop([0.3], 1)).toBe(1);
  expect(roundTop([7_100], 500)).toBe(10_000);
});
