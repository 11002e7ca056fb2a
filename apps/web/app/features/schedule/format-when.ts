/* Hours of streams in the reader's own zone, or in that of a stream. */

const DAY = { weekday: 'short', month: 'short', day: 'numeric' } as const;
const HOUR = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;

/** `Mon, Nov 30`. @param timeZone absent: the reader's */
export const formatStreamDay = (at: string, locale: string, timeZone?: string): string =>
  new Intl.DateTimeFormat(locale, { ...DAY, ...(timeZone && { timeZone }) }).format(new Date(at));

/** `20:30` */
export const formatStreamHour = (at: string, locale: string, timeZone?: string): string =>
  new Intl.DateTimeFormat(locale, { ...HOUR, ...(timeZone && { timeZone }) }).format(new Date(at));

/** `Monday` of a day such as `2026-11-30`. */
export const formatWeekday = (date: string, locale: string): string =>
  new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' }).format(new Date(`${date}T00:00:00Z`));

/** The reader's zone, `Europe/Vienna`. */
export const ownTimeZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;
