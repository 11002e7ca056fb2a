import type { StreamDate } from '@klieg/contract';

/* The dates of a schedule as rows: one for each stream. Pure. */

/** A stream with its dates, of which the first one not canceled is the next. */
export interface StreamRow {
  readonly id: string;
  readonly title: string;
  readonly kind: StreamDate['kind'];
  readonly isWeekly: boolean;
  readonly isReminded: boolean;
  /** Undefined where all that are shown are canceled. */
  readonly next: StreamDate | undefined;
  /** Canceled dates before the next, or all of them. */
  readonly canceled: readonly StreamDate[];
  /** The dates after the next that take place. */
  readonly later: readonly StreamDate[];
}

/** One row for each stream, soonest first; canceled ones stay where they would have been. */
export function rowsOf(dates: readonly StreamDate[]): StreamRow[] {
  const byStream = new Map<string, StreamDate[]>();
  for (const date of dates) byStream.set(date.id, [...(byStream.get(date.id) ?? []), date]);
  return [...byStream.values()].map((all) => {
    const at = all.findIndex(({ is_canceled: isCanceled }) => !isCanceled);
    const first = all[0]!;
    return {
      id: first.id,
      title: first.title,
      kind: first.kind,
      isWeekly: first.is_weekly,
      isReminded: first.is_reminded,
      next: all[at],
      canceled: at === -1 ? all : all.slice(0, at),
      later: at === -1 ? [] : all.slice(at + 1).filter(({ is_canceled: isCanceled }) => !isCanceled),
    };
  });
}

/** The same dates with a stream's reminder on or off. */
export const withReminder = (dates: readonly StreamDate[], id: string, isOn: boolean): StreamDate[] =>
  dates.map((date) => (date.id === id ? { ...date, is_reminded: isOn } : date));
