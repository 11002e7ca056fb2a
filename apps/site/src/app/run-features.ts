import { MINUTE_MS } from '@klieg/kernel/time';
import { watchOutbox } from '../platform/events/index.ts';
import type { IdempotencyStore } from '../platform/http/index.ts';
import type { Chore, Kit } from '../platform/kit.ts';
import { untilReadable } from '../platform/postgres/index.ts';
import type { Features } from './compose-features.ts';
import type { GivenValues } from './given-values.ts';
import type { RunningFeature } from './house.ts';
import type { SiteParts } from './site-parts.ts';
import { startChore } from './start-chore.ts';

/** Starts what features do by themselves, and stops it. */
export async function runFeatures(
  { config }: SiteParts,
  kit: Kit,
  uses: {
    readonly given: GivenValues;
    readonly features: Features;
    readonly running: readonly RunningFeature[];
    readonly idempotency: IdempotencyStore;
  },
) {
  const { idempotency, running } = uses;
  const { rates } = uses.given;
  const { readers } = uses.features.ledger;
  const isWorking = config.roles.has('jobs');
  const ownChores: readonly Chore[] = [
    { failure: 'old answers could not be dropped', everyMs: MINUTE_MS, on: 'one', run: idempotency.prune },
    {
      failure: 'old tries could not be dropped',
      everyMs: MINUTE_MS,
      on: 'one',
      run: () => rates.prune(kit.clock.now()),
    },
    { failure: 'old facts could not be dropped', everyMs: MINUTE_MS, on: 'one', run: kit.outbox.prune },
    {
      failure: 'facts that failed could not be counted',
      everyMs: MINUTE_MS,
      on: 'each',
      run: watchOutbox(kit.metrics, kit.outbox),
    },
  ];
  await uses.given.jobs.ready();
  for (const feature of running) await feature.start?.();
  await readers.start(running.flatMap(({ feedReaders = [] }) => feedReaders));
  await kit.outbox.start(running.flatMap(({ factReaders = [] }) => factReaders));
  if (isWorking) for (const feature of running) await feature.work?.();
  const chores = [...ownChores, ...running.flatMap((feature) => feature.chores ?? [])];
  const started = chores
    .filter(({ on }) => on === 'each' || isWorking)
    .map((chore) => startChore(chore, kit));

  return {
    /** Resolves when everything that was committed before has had its effects. */
    async settled() {
      await untilReadable(kit.database);
      await readers.lookAll();
      await kit.outbox.drained();
    },
    /** Does everything once that is done again and again, each alone. @throws AggregateError of what failed */
    async doChores() {
      const failures: unknown[] = [];
      for (const { run } of chores) await run().catch((error: unknown) => failures.push(error));
      if (failures.length > 0) throw new AggregateError(failures, 'chores failed');
    },
    stopChores() {
      for (const chore of started) chore.stop();
    },
    stopReaders: () => Promise.all([readers.stop(), kit.outbox.stop()]),
    async stopFeatures() {
      for (const feature of running) await feature.stop?.();
    },
  };
}
