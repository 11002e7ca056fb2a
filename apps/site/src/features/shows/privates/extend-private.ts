import type { Database } from '#site/platform/postgres/index.ts';
import type { Ledger } from '../../ledger/index.ts';
import type { Private } from './private-rules.ts';
import type { PrivateStore } from './private-store.ts';
import { HOLD_MS, machineOf, type Meters } from '../meters/run-meters.ts';

/**
 * Holds this many more minutes, all or none (S318). @returns the prepaid seconds in total @throws spend errors,
 * shows.not_running
 */
export type ExtendPrivate = (show: Private, minutes: number) => Promise<number>;

export const makeExtendPrivate =
  (deps: {
    readonly database: Pick<Database, 'kysely'>;
    readonly store: Pick<PrivateStore, 'extend'>;
    readonly meters: Pick<Meters, 'extend'>;
    readonly ledger: Pick<Ledger, 'extendHolds'>;
    readonly wallClock: () => number;
  }): ExtendPrivate =>
  async (show, minutes) => {
    await deps.meters.extend(show.id, minutes * 60);
    await deps.ledger.extendHolds(machineOf({ kind: 'private', id: show.id }), deps.wallClock() + HOLD_MS);
    return deps.store.extend(show.id, minutes * 60);
  };
