import { utcDayOf } from '@klieg/kernel/time';
export const BOOK_PERIODS = ['this-month', 'last-month', 'this-year', 'last-year'] as const;
export type BookPeriod = (typeof BOOK_PERIODS)[number];

const dayText = (year: number, month: number, day: number): string => utcDayOf(Date.UTC(year, month, day));

/** The first and the last UTC day of a period. */
export function daysOf(period: BookPeriod, now: Date): { readonly from: string; readonly to: string } {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  const isOfMonth = period.endsWith('month');
  const back = period.startsWith('last') ? 1 : 0;
  return isOfMonth
    ? { from: dayText(year, month - back, 1), to: dayText(year, month - back + 1, 0) }
    : { from: dayText(year - back, 0, 1), to: dayText(year - back, 11, 31) };
}
