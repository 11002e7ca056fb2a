import { numberFormat } from './format-amount.ts';

const two = (value: number): string => String(value).padStart(2, '0');

/** A running clock: 0:42, 12:41, 02:14:36. Fractions and negative values show as the second below, never under 0. */
export function formatClock(durationSeconds: number): string {
  const total = Math.max(0, Math.floor(durationSeconds));
  const hours = Math.floor(total / 3_600);
  const minutes = Math.floor(total / 60) % 60;
  const seconds = two(total % 60);
  return hours > 0 ? `${two(hours)}:${two(minutes)}:${seconds}` : `${minutes}:${seconds}`;
}

/** Hour, minute and second in the reader's time zone. */
export const formatTimeOfDay = (at: Date | string | number, locale: string): string =>
  new Intl.DateTimeFormat(locale, {
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hour12: false,
  }).format(new Date(at));

/** Short day, with the year when it is not the present one. */
export const formatDay = (at: Date | string | number, locale: string, now: Date = new Date()): string => {
  const date = new Date(at);
  const year = date.getFullYear() === now.getFullYear() ? {} : { year: 'numeric' as const };
  return new Intl.DateTimeFormat(locale, { month: 'short', day: '2-digit', ...year }).format(date);
};

/** What a statement row shows: the time of today, else the day. */
export function formatMoment(at: Date | string | number, locale: string, now: Date = new Date()): string {
  const date = new Date(at);
  const isToday = date.toDateString() === now.toDateString();
  return isToday ? formatTimeOfDay(date, locale) : formatDay(date, locale, now);
}

/** Day, hour and minute, for things that are kept and read later. */
export const formatDayTime = (at: Date | string | number, locale: string, now: Date = new Date()): string => {
  const time = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  return `${formatDay(at, locale, now)}, ${new Intl.DateTimeFormat(locale, time).format(new Date(at))}`;
};

/** Kilobits per second as Mbit/s with one decimal. */
export const formatBitrate = (bitrateKbps: number, locale: string): string =>
  numberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(bitrateKbps / 1_000);
