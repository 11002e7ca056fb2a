import { expect, test } from 'vitest';
import { mayRate, wantsReminder } from './rating-reminder.ts';

const facts = { recentTips: 25, ratedToday: null };

test('the reminder comes from 25 tokens on, not before (SHOWS-043) (CONSTANTS-049)', () => {
  expect(wantsReminder(facts, '')).toBe(true);
  expect(wantsReminder({ ...facts, recentTips: 24 }, '')).toBe(false);
  expect(mayRate({ ...facts, recentTips: 24 })).toBe(false);
});

test('it comes once in 24 hours, and not after a rating of today (SHOWS-044) (CONSTANTS-050)', () => {
  expect(wantsReminder(facts, 'theme=dark; rating_reminder=1')).toBe(false);
  expect(wantsReminder({ ...facts, ratedToday: 3 }, '')).toBe(false);
  expect(mayRate({ ...facts, ratedToday: 3 })).toBe(true);
});
