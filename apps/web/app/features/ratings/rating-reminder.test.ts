import { afterEach, expect, test, vi } from 'vitest';
import { writeCookie } from '../../shared/cookie.ts';
import { mayRate, rememberReminder, wantsReminder } from './rating-reminder.ts';

afterEach(() => {
  vi.restoreAllMocks();
  writeCookie('rating_reminder', '', 0);
});

const facts = { recentTips: 25, ratedToday: null };

test('the reminder comes from 25 tokens on, not before (SHOWS-043) (CONSTANTS-049)', () => {
  expect(wantsReminder(facts, '')).toBe(true);
  expect(wantsReminder({ ...facts, recentTips: 24 }, '')).toBe(false);
  expect(mayRate({ ...facts, recentTips: 24 })).toBe(false);
});

test('it comes once in 24 hours: its cookie lasts as long (SHOWS-044) (CONSTANTS-050)', () => {
  const kept = vi.spyOn(document, 'cookie', 'set');
  rememberReminder();
  expect(kept.mock.calls).toEqual([[expect.stringMatching(/^rating_reminder=1;.*Max-Age=86400(?:;|$)/iu)]]);
  expect(wantsReminder(facts, 'rating_reminder=1')).toBe(false);
  expect(wantsReminder(facts, '')).toBe(true);
});

test('it does not come after a rating of today', () => {
  expect(wantsReminder(facts, 'theme=dark; rating_reminder=1')).toBe(false);
  expect(wantsReminder({ ...facts, ratedToday: 3 }, '')).toBe(false);
  expect(mayRate({ ...facts, ratedToday: 3 })).toBe(true);
});
