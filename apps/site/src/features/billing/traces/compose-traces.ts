import { HOUR_MS } from '@klieg/kernel/time';
import type { Chore, Kit } from '#site/platform/kit.ts';
import { makeTraceSeal } from './seal-trace.ts';
import { makeTraceStore } from './trace-store.ts';

/** Traces of purchases, and their end. */
export function composeTraces({ database, secretOf }: Pick<Kit, 'database' | 'secretOf'>) {
  const traces = makeTraceStore(database, makeTraceSeal(secretOf('addresses of purchases')));
  const chore: Chore = {
    failure: 'old addresses of purchases could not be forgotten',
    everyMs: HOUR_MS,
    on: 'one',
    run: traces.prune,
  };
  return { traces, chore };
}
