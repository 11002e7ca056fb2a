import { DAY_MS } from '../../platform/kit.ts';

/** What was earned stays back for so many whole days (rule L30). */
export const RIPE_DAYS = 7;

/** The UTC day of a moment in Unix milliseconds, such as `2026-11-22`. */
export const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** The day that is so many days later. */
export const addDays = (day: string, days: number): string => dayOf(Date.parse(day) + days * DAY_MS);

/** From when on earnings of that moment can be paid out: the first midnight (UTC) at which all of that day are old enough. */
export const ripeFrom = (at: number): number => Date.parse(addDays(dayOf(at), RIPE_DAYS + 1));
