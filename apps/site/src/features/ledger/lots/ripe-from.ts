import { DAY_MS, utcDayOf } from '@klieg/kernel/time';

/** Full days for which earnings are kept back (rule L30). */
export const RIPE_DAYS = 7;

/** The day this many days later. */
export const addDays = (day: string, days: number): string => utcDayOf(Date.parse(day) + days * DAY_MS);

/** When earnings of that moment become payable: the first midnight (UTC) at which all of that day's are old enough. */
export const ripeFrom = (at: number): number => Date.parse(addDays(utcDayOf(at), RIPE_DAYS + 1));
