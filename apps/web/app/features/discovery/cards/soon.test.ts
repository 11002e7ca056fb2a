import { expect, test } from 'vitest';
import { soonOf } from './soon.ts';

test('today is said by its hour, another day by its name too', () => {
  const now = new Date(2026, 10, 24, 13, 0);
  expect(soonOf(new Date(2026, 10, 24, 21, 5).toISOString(), 'en', now)).toEqual({
    day: undefined,
    time: '21:05',
  });
  expect(soonOf(new Date(2026, 10, 27, 9, 30).toISOString(), 'en', now)).toEqual({
    day: 'Fri',
    time: '09:30',
  });
});
