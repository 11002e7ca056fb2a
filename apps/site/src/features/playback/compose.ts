import type { callsByFeature } from '@klieg/contract';
import { DAY_MS } from '@klieg/kernel/time';
import type { Handlers } from '../../platform/http/index.ts';
import type { Chore, Kit } from '../../platform/kit.ts';
import type { SiteCaller } from '../sessions/index.ts';
import { makePlaybackCounter } from './count-playback.ts';
import { makePlaybackStore } from './playback-store.ts';
import { measurePlayback } from './playback-metrics.ts';
import { readPlayback } from './read-playback.ts';

const FLUSH_MS = 15_000;
const KEPT_DAYS = 32;

/** Playback quality as reported by viewers' players: for the operator, anonymous. */
export function composePlayback({
  database,
  clock,
  metrics,
  logged,
}: Pick<Kit, 'database' | 'clock' | 'metrics' | 'logged'>) {
  const store = makePlaybackStore(database);
  const counter = makePlaybackCounter({ store, clock });
  const measure = measurePlayback(metrics);
  const chores: readonly Chore[] = [
    { failure: 'figures of playback could not be kept', everyMs: FLUSH_MS, on: 'each', run: counter.flush },
    {
      failure: 'old figures of playback could not be dropped',
      everyMs: DAY_MS,
      on: 'one',
      run: () => store.prune(new Date(clock.now() - KEPT_DAYS * DAY_MS)),
    },
  ];
  const handlers: Handlers<(typeof callsByFeature)['playback'], SiteCaller> = {
    reportPlayback({ body }) {
      counter.add(body);
      measure(body);
      return { status: 1 };
    },
    async readPlayback({ query }) {
      // What this node has heard is in the answer; other nodes write what they have within seconds.
      await counter.flush();
      return readPlayback(store, Number(query.days), clock.now());
    },
  };
  return {
    chores,
    handlers,
    // Losing some seconds of figures is no reason to disturb the shutdown.
    stop: () => counter.flush().catch(logged('the last figures of playback could not be kept')),
  };
}
