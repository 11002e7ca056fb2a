import type { Caller } from '../../platform/http/index.ts';
import type { Kit } from '../../platform/kit.ts';
import { makeTrackingHandlers } from './tracking.http.ts';

/** What pages report of their own troubles. */
export const composeTracking = <C extends Caller>({ log, metrics }: Pick<Kit, 'log' | 'metrics'>) => ({
  handlers: makeTrackingHandlers<C>({
    log,
    onStuckVideo: (transport, answer) => metrics.stuckVideos.inc({ transport, answer: answer ?? 'none' }),
  }),
});
