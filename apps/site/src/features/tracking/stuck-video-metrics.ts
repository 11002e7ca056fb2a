import type { Metrics } from '../../platform/metrics/index.ts';

/** Counts reports of frozen pictures; returns the `onStuckVideo` of the calls. */
export function countStuckVideos(
  metrics: Metrics,
): (transport: 'ws' | 'hls' | 'whep', answer: 'yes' | 'no' | undefined) => void {
  const stuckVideos = metrics.counter({
    name: 'klieg_stuck_videos_total',
    help: 'Pictures that stood still at viewers, by way and by what the viewer says',
    labelNames: ['transport', 'answer'],
  });
  return (transport, answer) => stuckVideos.inc({ transport, answer: answer ?? 'none' });
}
