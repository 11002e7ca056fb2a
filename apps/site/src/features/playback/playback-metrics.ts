import type { Metrics } from '../../platform/metrics/index.ts';
import type { PlaybackReport } from './count-playback.ts';
import { BOUNDS_MS } from './playback-rules.ts';

const labelNames = ['way'] as const;
const buckets = BOUNDS_MS.map((ms) => ms / 1_000);

/** The same for an operator's own monitoring. */
export function measurePlayback(metrics: Metrics): (report: PlaybackReport) => void {
  const starts = metrics.histogram({
    name: 'klieg_playback_start_seconds',
    help: 'From the wish for a live picture to the first one that moved, by way',
    labelNames,
    buckets,
  });
  const failures = metrics.counter({
    name: 'klieg_playback_failures_total',
    help: 'Live pictures that were wished for and did not come, by way',
    labelNames,
  });
  const watched = metrics.counter({
    name: 'klieg_playback_watched_seconds_total',
    help: 'Time in which live pictures moved at viewers, by way',
    labelNames,
  });
  const stalled = metrics.counter({
    name: 'klieg_playback_stalled_seconds_total',
    help: 'Time in which live pictures stood still at viewers, by way',
    labelNames,
  });
  const latency = metrics.histogram({
    name: 'klieg_playback_latency_seconds',
    help: 'How far live pictures were behind their performer, by way',
    labelNames,
    buckets,
  });
  return ({ way, is_first: isFirst, start_ms: startMs, ...report }) => {
    if (isFirst && startMs === null) failures.inc({ way });
    if (isFirst && startMs !== null) starts.observe({ way }, startMs / 1_000);
    watched.inc({ way }, report.watched_ms / 1_000);
    stalled.inc({ way }, report.stalled_ms / 1_000);
    if (report.latency_ms !== null) latency.observe({ way }, report.latency_ms / 1_000);
  };
}
