import type { Api, InputOf, PlaybackWay } from '@klieg/contract';
import type { Clock } from '@klieg/kernel';
import { HOUR_MS } from '@klieg/kernel/time';
import { bucketOf, type SumKind, type TimeKind } from './playback-rules.ts';
import type { CountRow, PlaybackStore } from './playback-store.ts';

export type PlaybackReport = InputOf<Api['reportPlayback']>['body'];

/** Adds up what viewers report, and writes it now and then: one row changes for a thousand viewers. */
export interface PlaybackCounter {
  add(report: PlaybackReport): void;
  /** Writes what came since the last time; what could not be written is kept for the next. */
  flush(): Promise<void>;
}

export function makePlaybackCounter(deps: {
  readonly store: Pick<PlaybackStore, 'add'>;
  readonly clock: Clock;
}): PlaybackCounter {
  let counts = new Map<string, CountRow>();

  const addRow = (row: CountRow): void => {
    const key = `${row.hour.getTime()} ${row.way} ${row.kind} ${row.bucket}`;
    counts.set(key, { ...row, count: row.count + (counts.get(key)?.count ?? 0) });
  };

  return {
    add(report) {
      const hour = new Date(Math.floor(deps.clock.now() / HOUR_MS) * HOUR_MS);
      const way: PlaybackWay = report.way;
      const sum = (kind: SumKind, count: number): void => {
        if (count > 0) addRow({ hour, way, kind, bucket: 0, count });
      };
      const time = (kind: TimeKind, ms: number | null): void => {
        if (ms !== null) addRow({ hour, way, kind, bucket: bucketOf(ms), count: 1 });
      };
      if (report.is_first) {
        sum('plays', 1);
        sum('failures', report.start_ms === null ? 1 : 0);
        time('start', report.start_ms);
      }
      sum('watched_ms', report.watched_ms);
      sum('stalls', report.stalls);
      sum('stalled_ms', report.stalled_ms);
      time('latency', report.latency_ms);
    },
    async flush() {
      const writing = counts;
      counts = new Map();
      try {
        await deps.store.add([...writing.values()]);
      } catch (error) {
        for (const row of writing.values()) addRow(row);
        throw error;
      }
    },
  };
}
