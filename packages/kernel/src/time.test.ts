import { expect, test } from 'vitest';
import { utcDayOf } from './time.ts';

test('a day in UTC begins at its midnight and ends a millisecond before the next', () => {
  const midnight = Date.UTC(2028, 1, 29);
  expect(utcDayOf(midnight)).toBe('2028-02-29');
  expect(utcDayOf(midnight - 1)).toBe('2028-02-28');
  expect(utcDayOf(new Date(midnight + 86_399_999))).toBe('2028-02-29');
});
