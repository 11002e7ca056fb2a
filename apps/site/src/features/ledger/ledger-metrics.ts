import type { Metrics } from '../../platform/metrics/index.ts';
import type { FeedReaders } from './feed/feed-readers.ts';
import type { BatchObservation } from './apply/group-commit.ts';

/** Measures size and time of each batch; returns the ledger's `onBatch`. */
export function watchBatches(metrics: Metrics): (observation: BatchObservation) => void {
  const batchSize = metrics.histogram({
    name: 'klieg_ledger_batch_size',
    help: 'Commands in one ledger batch',
    buckets: [1, 2, 5, 10, 25, 50, 100, 250, 500],
  });
  const batchSeconds = metrics.histogram({
    name: 'klieg_ledger_batch_seconds',
    help: 'Time to commit one ledger batch',
    buckets: [0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 2],
  });
  return ({ size, ms }) => {
    batchSize.observe(size);
    batchSeconds.observe(ms / 1000);
  };
}

/** Declares how many feeds stand still because their effects fail (L23); gives what counts them again. */
export function watchReaders(
  metrics: Metrics,
  readers: Pick<FeedReaders, 'countFailures'>,
): () => Promise<void> {
  const failures = metrics.gauge({
    name: 'klieg_reader_failures',
    help: 'Feeds of payments that stand still for a reader whose effects fail',
  });
  return async () => failures.set(await readers.countFailures());
}
