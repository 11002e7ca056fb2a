import { DAY_MS } from '@klieg/kernel/time';

/** Days that a contest takes at most. */
const DAYS_MAX = 92;

/** Whole days, UTC, as `YYYY-MM-DD`; the last one counts. */
export interface ContestDays {
  readonly first_day: string;
  readonly last_day: string;
}

/** When it begins, and when it ends (exclusive). */
export const momentsOf = ({ first_day: first, last_day: last }: ContestDays) => ({
  startsMs: Date.parse(first),
  endsMs: Date.parse(last) + DAY_MS,
});

/** Whether a contest is running, upcoming or over. */
export function contestState(days: ContestDays, nowMs: number): 'running' | 'coming' | 'past' {
  const { startsMs, endsMs } = momentsOf(days);
  if (nowMs < startsMs) return 'coming';
  return nowMs < endsMs ? 'running' : 'past';
}

/** Whether days can be those of a contest. */
export function areDaysValid(days: ContestDays): boolean {
  const { startsMs, endsMs } = momentsOf(days);
  return endsMs > startsMs && endsMs - startsMs <= DAYS_MAX * DAY_MS;
}

/**
 * Running ones, the next to end first; then those to come, the next first; then so many that are over, the newest
 * first.
 */
export function orderContests<T extends ContestDays>(all: readonly T[], nowMs: number, pastMax: number): T[] {
  const of = (state: ReturnType<typeof contestState>) =>
    all.filter((one) => contestState(one, nowMs) === state);
  return [
    ...of('running').toSorted((a, b) => a.last_day.localeCompare(b.last_day)),
    ...of('coming').toSorted((a, b) => a.first_day.localeCompare(b.first_day)),
    ...of('past')
      .toSorted((a, b) => b.last_day.localeCompare(a.last_day))
      .slice(0, pastMax),
  ];
}
