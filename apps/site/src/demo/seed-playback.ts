import type { PlaybackWay } from '@klieg/contract';
import { HOUR_MS } from '@klieg/kernel/time';
import { bucketOf, type CountRow, makePlaybackStore } from '../features/playback/index.ts';
import type { Database } from '../platform/postgres/index.ts';

const DAYS = 8;
const DAY_HOURS = 24;

/** How viewers come, with how soon half of all see a picture and how far they are behind. */
const WAYS: readonly { way: PlaybackWay; plays: number; startMs: number; latencyMs: number }[] = [
  { way: 'ws', plays: 40, startMs: 420, latencyMs: 900 },
  { way: 'whep', plays: 9, startMs: 640, latencyMs: 260 },
  { way: 'hls', plays: 14, startMs: 1_300, latencyMs: 3_100 },
];
/** Times around the usual one, as parts of it, and how many of twenty have them. */
const SPREAD = [
  [0.6, 4],
  [0.9, 7],
  [1.2, 5],
  [1.9, 3],
  [4.5, 1],
] as const;

/** Evenings are busy, mornings are not. */
const busyness = (hour: number): number =>
  0.25 + 0.75 * Math.sin((Math.PI * ((hour + 10) % DAY_HOURS)) / 24) ** 2;

function countsOf(hour: Date, isBadHour: boolean): CountRow[] {
  return WAYS.flatMap(({ way, plays: usual, startMs, latencyMs }) => {
    const plays = Math.max(1, Math.round(usual * busyness(hour.getUTCHours())));
    const watchedMs = plays * 11 * 60_000;
    const slower = isBadHour ? 2.2 : 1;
    const sum = (kind: string, count: number): CountRow => ({ hour, way, kind, bucket: 0, count });
    const spread = (kind: string, ms: number): CountRow[] =>
      SPREAD.map(([part, count]) => ({
        hour,
        way,
        kind,
        bucket: bucketOf(ms * part * slower),
        count: plays * count,
      }));
    return [
      sum('plays', plays),
      sum('failures', isBadHour ? 1 : 0),
      sum('watched_ms', watchedMs),
      sum('stalls', Math.round(plays * 0.4 * slower)),
      sum('stalled_ms', Math.round(watchedMs * 0.0012 * slower ** 3)),
      ...spread('start', startMs),
      ...spread('latency', latencyMs),
    ];
  }).filter(({ count }) => count > 0);
}

/** Adds up what falls into one bucket twice: the store takes each key once. */
function joined(rows: readonly CountRow[]): CountRow[] {
  const byKey = new Map<string, CountRow>();
  for (const row of rows) {
    const key = `${row.way} ${row.kind} ${row.bucket}`;
    byKey.set(key, { ...row, count: row.count + (byKey.get(key)?.count ?? 0) });
  }
  return [...byKey.values()];
}

/** A week of viewers' figures with an evening on which something was wrong; a repeat changes nothing. */
export async function seedPlayback(database: Database, nowMs: number): Promise<void> {
  const store = makePlaybackStore(database);
  const last = Math.floor(nowMs / HOUR_MS) * HOUR_MS;
  const since = new Date(last - DAYS * DAY_HOURS * HOUR_MS);
  if ((await store.read(since, 1)).length > 0) return;
  for (let back = 1; back <= DAYS * DAY_HOURS; back++) {
    const hour = new Date(last - back * HOUR_MS);
    await store.add(joined(countsOf(hour, back >= 60 && back < 63)));
  }
}
