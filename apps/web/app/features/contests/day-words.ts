import { DAY_MS } from '@klieg/kernel/time';

/** A day of a contest in words; the same for the server and for every reader, since contests go by days of UTC. */
export const dayWords = (at: string | number, locale: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(at));

/** The last day that counts. */
export const lastDayWords = (endsAt: string, locale: string): string =>
  dayWords(Date.parse(endsAt) - DAY_MS, locale);
