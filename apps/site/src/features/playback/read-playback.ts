import type { PlaybackAnswer, PlaybackWay } from '@klieg/contract';
import { toInstant } from '@klieg/kernel';
import { HOUR_MS } from '@klieg/kernel/time';
import { type Counts, figuresOf, noCounts, type SumKind, type TimeKind } from './playback-rules.ts';
import type { CountRow, PlaybackStore } from './playback-store.ts';

const DAY_HOURS = 24;
const WAYS: readonly PlaybackWay[] = ['ws', 'whep', 'hls'];

function countsOf(rows: readonly CountRow[]): Counts {
  const counts = noCounts();
  const sums: Record<string, number> = { ...counts.sums };
  const times: Readonly<Record<string, number[]>> = {
    start: [...counts.times.start],
    latency: [...counts.times.latency],
  };
  for (const { kind, bucket, count } of rows) {
    const buckets = times[kind];
    if (buckets) buckets[bucket] = (buckets[bucket] ?? 0) + count;
    else sums[kind] = (sums[kind] ?? 0) + count;
  }
  return { sums: sums as Record<SumKind, number>, times: times as Record<TimeKind, number[]> };
}

/** Figures of the last days, hourly for one day and daily for more. @param now in Unix milliseconds */
export async function readPlayback(
  store: Pick<PlaybackStore, 'read'>,
  days: number,
  now: number,
): Promise<PlaybackAnswer> {
  const stepHours = days === 1 ? 1 : DAY_HOURS;
  const stepMs = stepHours * HOUR_MS;
  const steps = days === 1 ? DAY_HOURS : days;
  const last = Math.floor(now / stepMs) * stepMs;
  const since = last - (steps - 1) * stepMs;
  const rows = await store.read(new Date(since), stepHours);
  const figuresFrom = (its: (row: CountRow) => boolean) => figuresOf(countsOf(rows.filter(its)));
  return {
    total: figuresFrom(() => true),
    ways: WAYS.filter((way) => rows.some((row) => row.way === way)).map((way) => ({
      way,
      ...figuresFrom((row) => row.way === way),
    })),
    step_hours: stepHours,
    points: Array.from({ length: steps }, (_, at) => {
      const from = since + at * stepMs;
      return { at: toInstant(from), ...figuresFrom(({ hour }) => hour.getTime() === from) };
    }),
  };
}
