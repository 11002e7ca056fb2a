import { expect, test } from 'vitest';
import { formatClock, formatDayTime, formatMoment } from './index.ts';

test('a clock drops hours while there are none and never runs below zero', () => {
  expect(formatClock(42)).toBe('0:42');
  expect(formatClock(761.9)).toBe('12:41');
  expect(formatClock(8_076)).toBe('02:14:36');
  expect(formatClock(-3)).toBe('0:00');
});

test('a moment of today shows the time, an older one the day', () => {
  const now = new Date(2026, 10, 20, 18, 0, 0);
  expect(formatMoment(new Date(2026, 10, 20, 14, 6, 52), 'en', now)).toBe('14:06:52');
  expect(formatMoment(new Date(2026, 10, 19, 14, 6, 52), 'en', now)).toBe('Nov 19');
  expect(formatMoment(new Date(2024, 0, 2), 'en', now)).toBe('Jan 02, 2024');
});

test('what is kept shows day and minute, the first hour of a day as 00', () => {
  const now = new Date(2026, 10, 20, 18, 0, 0);
  expect(formatDayTime(new Date(2026, 10, 20, 14, 6, 52), 'en', now)).toBe('Nov 20, 14:06');
  expect(formatDayTime(new Date(2025, 0, 2, 0, 4), 'en', now)).toBe('Jan 02, 2025, 00:04');
});
