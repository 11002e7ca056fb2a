import type { Metrics } from '../../platform/metrics/index.ts';
import type { BatchObservation } from './group-commit.ts';

/** Measures size and time of each batch; gives the ledger's `onBatch`. */
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
