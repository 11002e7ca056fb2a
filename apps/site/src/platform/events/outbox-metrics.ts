import type { Metrics } from '../metrics/index.ts';
import type { Outbox } from './outbox.ts';

/** Declares how many facts could not have their effects; gives what counts them again. */
export function watchOutbox(metrics: Metrics, outbox: Pick<Outbox, 'countFailures'>): () => Promise<void> {
  const failures = metrics.gauge({
    name: 'klieg_fact_failures',
    help: 'Facts whose effects failed and are tried again',
  });
  return async () => failures.set(await outbox.countFailures());
}
