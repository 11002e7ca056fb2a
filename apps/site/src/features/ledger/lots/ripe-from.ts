import { DAY_MS } from '@klieg/kernel/time';

/** Full days for which earnings are kept back (rule L30). */
export const RIPE_DAYS = 7;

/** The UTC day of a moment in Unix milliseconds, such as `2026-11-22`. */
export const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** The day this many days later. */
export const addDays = (day: string, days: number): string => dayOf(Date.parse(day) + days * DAY_MS);

/** When earnings of that moment become payable: the first midnight (UTC) at which all of that day's are old enough. */
export const ripeFrom = (at: number): number => Date.parse(addDays(dayOf(at), RIPE_DAYS + 1));
