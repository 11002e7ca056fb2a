import type { Bio } from '@klieg/contract';

/* The hours of a week as rows of a chart, in the reader's time. Pure. */

const DAY_MINUTES = 1_440;
const WEEK_MINUTES = 7 * DAY_MINUTES;
/** A row extends to this hour of the next morning, so that an evening is one bar. */
export const ROW_BEGINS_HOUR = 6;
const ROW_BEGINS = ROW_BEGINS_HOUR * 60;

type Hours = Bio['schedule'][number];

export interface WeekBar {
  /** Minutes from where the row begins. */
  readonly from: number;
  readonly to: number;
  /** Such as 20:00 – 02:00. */
  readonly hours: string;
  /** Such as 20–02. */
  readonly short: string;
}

/** One row for each day, a Monday first. */
export interface WeekRow {
  /** 0 is a Sunday. */
  readonly day: number;
  readonly bars: readonly WeekBar[];
}

const minutesOf = (time: string): number => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
};
const two = (value: number): string => String(value).padStart(2, '0');
const timeOf = (minutes: number): string =>
  `${two(Math.floor(minutes / 60) % 24)}:${two(Math.floor(minutes) % 60)}`;

const shortOf = (time: string): string => time.replace(/:00$/u, '');

/** Minutes by which a zone is ahead of UTC at a moment. */
export function offsetOf(timeZone: string, atMs: number): number {
  const parts = new Intl.DateTimeFormat('en', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  }).formatToParts(atMs);
  const at = (type: string) => Number(parts.find((part) => part.type === type)?.value);
  const wall = Date.UTC(at('year'), at('month') - 1, at('day'), at('hour'), at('minute'));
  return Math.round((wall - Math.floor(atMs / 60_000) * 60_000) / 60_000);
}

/** Where an entry begins in the week that begins with the first row, and how long it is, in minutes. */
function spanOf({ day, from, to, tz }: Hours, timeZone: string, atMs: number) {
  const ahead = offsetOf(timeZone, atMs) - offsetOf(tz, atMs);
  // A Monday is the first.
  const begins = ((day + 6) % 7) * DAY_MINUTES + minutesOf(from) + ahead - ROW_BEGINS;
  const length = (minutesOf(to) - minutesOf(from) + DAY_MINUTES) % DAY_MINUTES || DAY_MINUTES;
  return { from: (begins + 2 * WEEK_MINUTES) % WEEK_MINUTES, length };
}

/** Hours may be given twice, or be the same in the reader's zone: they are one bar. */
const eachOnce = (bars: readonly WeekBar[]): WeekBar[] => [
  ...new Map(bars.map((bar) => [`${bar.from} ${bar.to}`, bar])).values(),
];

/** Hours given in other zones as rows in the reader's; a bar that crosses the end of a row is cut there. */
export function weekRows(schedule: readonly Hours[], timeZone: string, atMs: number): WeekRow[] {
  const rows = Array.from({ length: 7 }, (): WeekBar[] => []);
  for (const entry of schedule) {
    const { from, length } = spanOf(entry, timeZone, atMs);
    for (let at = from; at < from + length;) {
      const row = Math.floor(at / DAY_MINUTES);
      const end = Math.min(from + length, (row + 1) * DAY_MINUTES);
      const [begins, ends] = [timeOf(at + ROW_BEGINS), timeOf(end + ROW_BEGINS)];
      rows[row % 7]!.push({
        from: at - row * DAY_MINUTES,
        to: end - row * DAY_MINUTES,
        hours: `${begins} – ${ends}`,
        short: `${shortOf(begins)}–${shortOf(ends)}`,
      });
      at = end;
    }
  }
  return rows.map((bars, place) => ({
    day: (place + 1) % 7,
    bars: eachOnce(bars).toSorted((one, other) => one.from - other.from || one.to - other.to),
  }));
}

/** Position of a moment: the row of its day, and the minutes in it. */
export function placeOfNow(timeZone: string, atMs: number): { readonly day: number; readonly at: number } {
  const wall = new Date(atMs + (offsetOf(timeZone, atMs) - ROW_BEGINS) * 60_000);
  return { day: wall.getUTCDay(), at: wall.getUTCHours() * 60 + wall.getUTCMinutes() };
}
