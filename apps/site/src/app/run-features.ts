import { type FactReader, watchOutbox } from '../platform/events/index.ts';
import type { FeedReader } from '../features/ledger/index.ts';
import type { IdempotencyStore } from '../platform/http/index.ts';
import { type Chore, type Kit, MINUTE_MS } from '../platform/kit.ts';
import { untilReadable } from '../platform/postgres/index.ts';
import type { Features } from './compose-features.ts';
import type { GivenValues } from './given-values.ts';
import type { SiteParts } from './site-parts.ts';
import { startChore } from './start-chore.ts';

/** What runs of a feature beside its calls; every part of it may be absent. */
export interface RunningFeature {
  readonly chores?: readonly Chore[];
  /** Those who act on what is paid. */
  readonly feedReaders?: readonly FeedReader[];
  /** Those who act on what became true. */
  readonly factReaders?: readonly FactReader[];
  /** Does waiting jobs; on nodes that run jobs. */
  readonly work?: () => Promise<unknown>;
  readonly start?: () => Promise<unknown>;
  readonly stop?: () => unknown;
}

/** Features as what runs of them; most have only some of it. Values of the configuration stand beside them. */
const listRunning = (features: Features, given: GivenValues): readonly RunningFeature[] =>
  Object.entries<unknown>(features).flatMap(([name, one]) =>
    name in given || typeof one !== 'object' || one === null ? [] : [one],
  );

/** Starts what features do by themselves, and stops it. */
export async function runFeatures(
  { config }: SiteParts,
  kit: Kit,
  uses: {
    readonly given: GivenValues;
    readonly features: Features;
    readonly idempotency: IdempotencyStore;
  },
) {
  const { idempotency } = uses;
  const { rates } = uses.given;
  const { readers } = uses.features.ledger;
  const features = listRunning(uses.features, uses.given);
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
  for (const feature of features) await feature.start?.();
  await readers.start(features.flatMap(({ feedReaders = [] }) => feedReaders));
  await kit.outbox.start(features.flatMap(({ factReaders = [] }) => factReaders));
  if (isWorking) for (const feature of features) await feature.work?.();
  const chores = [...ownChores, ...features.flatMap((feature) => feature.chores ?? [])];
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
      for (const feature of features) await feature.stop?.();
    },
  };
}
