import type { Stats } from '@klieg/contract';
import { DAY_MS, utcDayOf } from '@klieg/kernel/time';

/** This many days up to one, oldest first. */
export const daysUpTo = (to: string, count: number): string[] =>
  Array.from({ length: count }, (_, at) => utcDayOf(Date.parse(to) - (count - 1 - at) * DAY_MS));

/** A column of statistics by its name; text where it is a date or a biller. */
export function cellOf(stats: Stats, row: Stats['rows'][number], column: string): string | number {
  return row[stats.columns.indexOf(column)] ?? 0;
}

/** A bar of a chart: a value for each group. */
export interface Bar {
  readonly day: string;
  readonly values: readonly number[];
}

export interface Bars {
  /** Names of the groups, the largest first; those after the third form one group, named ''. */
  readonly groups: readonly string[];
  readonly bars: readonly Bar[];
}

const GROUPS_MAX = 4;

/** A column by day and biller, as bars over this many days, including days without a row. */
export function barsOf(stats: Stats, column: string, days: readonly string[]): Bars {
  const rows = stats.rows.map((row) => ({
    day: String(cellOf(stats, row, 'date')),
    biller: String(cellOf(stats, row, 'biller')),
    value: Number(cellOf(stats, row, column)),
  }));
  const sumOf = (biller: string) =>
    rows.reduce((sum, row) => sum + (row.biller === biller ? row.value : 0), 0);
  const names = [...new Set(rows.map(({ biller }) => biller))].toSorted((a, b) => sumOf(b) - sumOf(a));
  const isMany = names.length > GROUPS_MAX;
  const groups = isMany ? [...names.slice(0, GROUPS_MAX - 1), ''] : names;
  const groupOf = (biller: string) => (groups.includes(biller) ? biller : '');
  const bars = days.map((day) => ({
    day,
    values: groups.map((group) =>
      rows.reduce((sum, row) => sum + (row.day === day && groupOf(row.biller) === group ? row.value : 0), 0),
    ),
  }));
  return { groups, bars };
}

/** An amount seen from the other side; nothing stays nothing. */
export const opposite = (amount: number): number => (amount === 0 ? 0 : -amount);

/** The smallest round figure not below the highest bar, in cents; a dollar if there is none. */
export function topOf(values: readonly number[]): number {
  const most = Math.max(...values, 100);
  const step = 10 ** Math.floor(Math.log10(most));
  return [1, 2, 5, 10].map((times) => times * step).find((top) => top >= most) ?? most;
}

/**
 * Percent of chargebacks, announced ones and reports of fraud over sales from the month's beginning to each of its days;
 * null before the first sale.
 */
export function runningRatio(stats: Stats, days: readonly string[]): (number | null)[] {
  let sales = 0;
  let disputes = 0;
  return days.map((day) => {
    for (const row of stats.rows) {
      if (cellOf(stats, row, 'date') !== day) continue;
      sales += Number(cellOf(stats, row, 'sales'));
      for (const column of ['chargebacks', 'fraud_reports', 'alerts'])
        disputes += Number(cellOf(stats, row, column));
    }
    return sales === 0 ? null : (disputes / sales) * 100;
  });
}
