import { DAY_MS, utcDayOf } from '@klieg/kernel/time';

/* Clock times of a zone as instants. Pure; zones are those of the IANA database as this runtime knows it. */

const formatters = new Map<string, Intl.DateTimeFormat>();

const formatterOf = (timeZone: string): Intl.DateTimeFormat => {
  const known = formatters.get(timeZone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  formatters.set(timeZone, made);
  return made;
};

/** What clocks in the zone show then, as if they were clocks of UTC; milliseconds. */
function wallOf(atMs: number, timeZone: string): number {
  const parts = Object.fromEntries(
    formatterOf(timeZone)
      .formatToParts(atMs)
      .map(({ type, value }) => [type, Number(value)]),
  ) as Record<'year' | 'month' | 'day' | 'hour' | 'minute' | 'second', number>;
  return Date.UTC(parts.year, parts.month - 1, parts.day, parts.hour, parts.minute, parts.second);
}

const offsetAt = (atMs: number, timeZone: string): number => wallOf(atMs, timeZone) - atMs;

/**
 * When clocks in the zone show this day and time. For a time that occurs twice when clocks go back, the first; a time
 * skipped when clocks go forward is shifted by the gap (RFC 5545, 3.3.5).
 * @param date `2026-11-23` @param time `20:30` @returns Unix milliseconds
 */
export function instantOf(date: string, time: string, timeZone: string): number {
  const wall = Date.parse(`${date}T${time}:00Z`);
  const before = wall - offsetAt(wall - DAY_MS, timeZone);
  const after = wall - offsetAt(wall + DAY_MS, timeZone);
  const shown = [before, after].filter((at) => wallOf(at, timeZone) === wall);
  return shown.length > 0 ? Math.min(...shown) : before;
}

/** What clocks in the zone show then: day and time. */
export function clockAt(atMs: number, timeZone: string): { readonly date: string; readonly time: string } {
  const shown = new Date(wallOf(atMs, timeZone)).toISOString();
  return { date: shown.slice(0, 10), time: shown.slice(11, 16) };
}

/** The date this many days later. */
export const addDays = (date: string, days: number): string =>
  utcDayOf(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS);

/** Whole days from one day to another. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS);
