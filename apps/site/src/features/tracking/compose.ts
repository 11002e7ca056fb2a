import type { Caller } from '../../platform/http/index.ts';
import type { Kit } from '../../platform/kit.ts';
import { countStuckVideos } from './stuck-video-metrics.ts';
import { makeTrackingHandlers } from './tracking.http.ts';

/** What pages report of their own troubles. */
export const composeTracking = <C extends Caller>({ log, metrics }: Pick<Kit, 'log' | 'metrics'>) => ({
  handlers: makeTrackingHandlers<C>({
    log,
    onStuckVideo: countStuckVideos(metrics),
  }),
});
