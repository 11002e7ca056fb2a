import type { Settings } from '@klieg/contract';
import type { AccountId } from '@klieg/kernel';
import { DAY_MS, MINUTE_MS } from '@klieg/kernel/time';
import type { Chore, Kit } from '../../platform/kit.ts';
import type { Transaction } from '../../platform/postgres/index.ts';
import { makeFeedReaders } from './feed/feed-readers.ts';
import { makeLiveMachines } from './holds/live-machines.ts';
import { watchBatches, watchReaders } from './ledger-metrics.ts';
import { makeLedger } from './make-ledger.ts';
import { makeSystemDaysStore } from './reconcile/system-days-store.ts';

const RECONCILE_MS = 5 * MINUTE_MS;

export type LedgerFeature = ReturnType<typeof composeLedger>;

/** Tokens, and the readers that act on payments. */
export function composeLedger({
  database,
  clock,
  log,
  metrics,
}: Pick<Kit, 'database' | 'clock' | 'log' | 'metrics'>) {
  const readers = makeFeedReaders({ database, log });
  const systemDays = makeSystemDaysStore(database);
  const liveMachines = makeLiveMachines(log);
  const ledger = makeLedger({
    database,
    clock,
    log,
    onBatch: watchBatches(metrics),
    onFed: (receivers: readonly AccountId[]) => readers.wake(receivers),
  });
  const chores: readonly Chore[] = [
    {
      failure: 'the ledger could not be reconciled',
      everyMs: RECONCILE_MS,
      on: 'one',
      run: () => ledger.reconcile(),
    },
    {
      failure: 'expired holds could not be released',
      everyMs: MINUTE_MS,
      on: 'one',
      run: () => ledger.expireHolds(liveMachines.find),
    },
    {
      failure: 'the accounts of the system could not be counted by day',
      everyMs: MINUTE_MS,
      on: 'one',
      run: systemDays.fold,
    },
    { failure: 'old batches could not be dropped', everyMs: MINUTE_MS, on: 'one', run: readers.prune },
    {
      failure: 'feeds that stand still could not be counted',
      everyMs: MINUTE_MS,
      on: 'each',
      run: watchReaders(metrics, readers),
    },
    {
      failure: 'the whole ledger could not be reconciled',
      everyMs: DAY_MS,
      on: 'one',
      run: () => ledger.reconcile('all'),
    },
    {
      failure: 'partitions could not be made',
      everyMs: DAY_MS,
      on: 'one',
      run: () => ledger.keepPartitionsAhead(),
    },
  ];
  return {
    ledger,
    readers,
    /** What the system's accounts did by day. */
    systemDays,
    /** Where features that hold tokens say which of their machines are running. */
    liveMachines,
    chores,
    settingsPart: {
      /** The person's own daily limit counts in the ledger's own statement. */
      async keep(
        id: AccountId,
        { daily_limit: limit }: Partial<Settings>,
        within: Transaction,
      ): Promise<void> {
        if (limit !== undefined) await ledger.setDailyLimit(id, limit, within);
      },
    },
    start: () => ledger.keepPartitionsAhead(),
  };
}
