import type { Metrics } from '#site/platform/metrics/index.ts';

/** Tells how many rooms have a live picture; to be called about each second. */
export function watchStreams(metrics: Metrics): (streams: number) => void {
  const live = metrics.gauge({ name: 'klieg_streams', help: 'Rooms with a live picture' });
  return (streams) => live.set(streams);
}
