import { DAY_MS } from '@klieg/kernel/time';
import type { Chore, Kit } from '#site/platform/kit.ts';
import type { Catalog } from '../catalog.ts';
import { makeLandingStore } from './landing-store.ts';
import { makeLandings, WRITE_MS } from './landings.ts';

/** Visits that came from other sites straight to a performer, counted by day. */
export function composeLandings(
  { clock, database, log }: Pick<Kit, 'clock' | 'database' | 'log'>,
  uses: { readonly catalog: Pick<Catalog, 'byName'>; readonly ownOrigins: ReadonlySet<string> },
) {
  const store = makeLandingStore(database);
  const landings = makeLandings({
    store,
    isPerformer: (username) => uses.catalog.byName(username) !== undefined,
    ownHosts: new Set([...uses.ownOrigins].map((origin) => new URL(origin).host)),
    clock,
  });
  const failure = 'visits could not be counted';
  const chores: readonly Chore[] = [
    { failure, everyMs: WRITE_MS, on: 'each', run: landings.write },
    { failure: 'old visits could not be dropped', everyMs: DAY_MS, on: 'one', run: store.prune },
  ];
  return {
    note: landings.note,
    count: store.count,
    chores,
    /** Writes what is left. */
    stop: () => landings.write().catch((error: unknown) => log.error({ err: error }, failure)),
  };
}
