import { expect, test } from 'vitest';
import { birthDate, birthYears, daysInMonth, withPart } from './birth-rules.ts';

test('years run from 18 back to 99 years ago (IDENTITY-035) (CONSTANTS-013)', () => {
  const years = birthYears(new Date(2026, 10, 20));
  expect(years[0]).toBe(2008);
  expect(years.at(-1)).toBe(1927);
  expect(years).toHaveLength(82);
});

test('days follow the length of the month (IDENTITY-036)', () => {
  expect([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12].map((month) => daysInMonth(month, 1991))).toEqual([
    31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31,
  ]);
});

test('February has 29 days in years divisible by 4 and while the year is open (IDENTITY-036)', () => {
  expect(daysInMonth(2, 1992)).toBe(29);
  expect(daysInMonth(2, 1991)).toBe(28);
  expect(daysInMonth(2, undefined)).toBe(29);
});

test('a chosen day that the month does not have moves to its last day (IDENTITY-036)', () => {
  const leapDay = { day: 29, month: 2, year: 1992 };
  expect(withPart(leapDay, 'year', 1993)).toEqual({ day: 28, month: 2, year: 1993 });
  expect(withPart({ day: 31, month: 1 }, 'month', 4)).toEqual({ day: 30, month: 4 });
});

test('there is no date before day, month and year are all chosen (IDENTITY-037)', () => {
  expect(birthDate({ month: 2, year: 1992 })).toBeUndefined();
  expect(birthDate({ day: 1, year: 1992 })).toBeUndefined();
  expect(birthDate({ day: 1, month: 2 })).toBeUndefined();
  expect(birthDate({ day: 1, month: 2, year: 1992 })).toBe('1992-02-01');
});
