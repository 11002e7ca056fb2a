import type { PlaybackFigures } from '@klieg/contract';
import { HOUR_MS } from '@klieg/kernel/time';

/** Times that are counted by how long they are. */
export type TimeKind = 'start' | 'latency';
/** Kinds of sums. */
export type SumKind = 'plays' | 'failures' | 'watched_ms' | 'stalls' | 'stalled_ms';

/** Upper bounds of the buckets, in milliseconds; the last one has none. */
export const BOUNDS_MS: readonly number[] = [
  200, 300, 400, 500, 700, 1_000, 1_400, 2_000, 3_000, 4_000, 6_000, 8_000, 12_000, 20_000, 40_000,
];

export const bucketOf = (ms: number): number => {
  const at = BOUNDS_MS.findIndex((bound) => ms <= bound);
  return at < 0 ? BOUNDS_MS.length : at;
};

/**
 * The time that this fraction does not exceed, assuming an even spread within each bucket.
 * @param counts by bucket @returns milliseconds; null without any
 */
export function quantileOf(counts: readonly number[], part: number): number | null {
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total === 0) return null;
  let left = total * part;
  for (const [bucket, count] of counts.entries()) {
    if (count === 0) continue;
    const from = bucket === 0 ? 0 : BOUNDS_MS[bucket - 1]!;
    const until = BOUNDS_MS[bucket] ?? from;
    if (left <= count) return Math.round(from + ((until - from) * left) / count);
    left -= count;
  }
  return BOUNDS_MS.at(-1)!;
}

/** Counts of some time and way. */
export interface Counts {
  readonly sums: Readonly<Record<SumKind, number>>;
  readonly times: Readonly<Record<TimeKind, readonly number[]>>;
}

const noTimes = (): number[] => Array.from({ length: BOUNDS_MS.length + 1 }, () => 0);

export const noCounts = (): Counts => ({
  sums: { plays: 0, failures: 0, watched_ms: 0, stalls: 0, stalled_ms: 0 },
  times: { start: noTimes(), latency: noTimes() },
});

const rounded = (value: number, digits: number): number => Number(value.toFixed(digits));

/** The displayed figures. */
export function figuresOf({ sums, times }: Counts): PlaybackFigures {
  const { plays, failures, watched_ms: watchedMs, stalls, stalled_ms: stalledMs } = sums;
  const hours = watchedMs / HOUR_MS;
  const wantedMs = watchedMs + stalledMs;
  return {
    plays,
    failures,
    watched_hours: rounded(hours, 2),
    start_p50_ms: quantileOf(times.start, 0.5),
    start_p95_ms: quantileOf(times.start, 0.95),
    stalls_per_hour: watchedMs > 0 ? rounded(stalls / hours, 2) : null,
    stalled_percent: wantedMs > 0 ? rounded((100 * stalledMs) / wantedMs, 3) : null,
    latency_p50_ms: quantileOf(times.latency, 0.5),
    latency_p95_ms: quantileOf(times.latency, 0.95),
  };
}
