import type { LedgerKind, Stats } from '@klieg/contract';
import { DAY_MS, utcDayOf } from '@klieg/kernel/time';
import { groupOf, type SpendDay } from '../ledger/index.ts';

/** Earnings of the last days up to today (UTC), one entry per day, days without any too. */
export function earnedByDay(stats: Stats, days: readonly string[]): SpendDay[] {
  const place = (column: string) => stats.columns.indexOf(column);
  const [date, kind, share] = [place('date'), place('kind'), place('share_tokens')];
  const byDay = new Map(
    days.map((day) => [
      day,
      { dayAt: Date.parse(`${day}T00:00:00`), spent: { tips: 0, shows: 0, media: 0 } },
    ]),
  );
  for (const row of stats.rows) {
    const day = byDay.get(String(row[date]));
    const group = groupOf(row[kind] as LedgerKind);
    if (day && group) day.spent[group] += Math.max(0, Number(row[share]));
  }
  return [...byDay.values()];
}

/** The last UTC days up to that moment, oldest first. */
export const lastDays = (count: number, now: number): string[] =>
  Array.from({ length: count }, (_, at) => utcDayOf(now - (count - 1 - at) * DAY_MS));
