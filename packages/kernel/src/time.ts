/** Lengths of time in milliseconds. A day is 24 hours: for days of a calendar see `zoned-time.ts` of the site. */
export const SECOND_MS = 1_000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** The day in UTC of a moment, as `2026-11-30`. @param at a date, or Unix milliseconds */
export const utcDayOf = (at: number | Date): string => new Date(at).toISOString().slice(0, 10);
