import { expect, test } from 'vitest';
import { timeLeft } from './time-left.ts';

const HOUR = 3_600_000;

test.each([
  [24 * HOUR, '24 h', 'calm'],
  [11 * HOUR, '11 h', 'soon'],
  [5 * HOUR, '5 h', 'late'],
  [0.5 * HOUR, '30 min', 'late'],
  [0, '0 min', 'late'],
  [-3 * HOUR, '−3 h', 'late'],
  [-50 * HOUR, '−2 d', 'late'],
])('of a day with %d ms left', (left, text, tone) => {
  expect(timeLeft(0, 24 * HOUR, 24 * HOUR - left)).toEqual({ text, tone });
});

test('days are told as days', () => {
  expect(timeLeft(0, 240 * HOUR, 24 * HOUR)).toEqual({ text: '9 d', tone: 'calm' });
});
