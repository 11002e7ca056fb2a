import { AppError, type Uuid } from '@klieg/kernel';
import type { Database } from '#site/platform/postgres/index.ts';
import { deriveTransferId, type Ledger } from '../../ledger/index.ts';
import type { ExtensionStore } from './extension-store.ts';
import type { Private } from './private-rules.ts';
import type { PrivateStore } from './private-store.ts';
import { HOLD_MS, machineOf, type Meters } from '../meters/run-meters.ts';

/**
 * Holds this many more minutes, all or none (S318). A repeat of the key holds nothing more. @returns the prepaid seconds
 * in total @throws spend errors, shows.not_running
 */
export type ExtendPrivate = (key: Uuid, show: Private, minutes: number) => Promise<number>;

export function makeExtendPrivate(deps: {
  readonly database: Pick<Database, 'kysely'>;
  readonly store: Pick<PrivateStore, 'lock'>;
  readonly extensions: ExtensionStore;
  readonly meters: Pick<Meters, 'heldSecondsOf' | 'holdUntil'>;
  readonly ledger: Pick<Ledger, 'extendHolds'>;
  readonly wallClock: () => number;
}): ExtendPrivate {
  const { extensions, meters } = deps;

  /** Under the show's lock: two extensions at once, also on two nodes, ask for the time of both. */
  const note = (id: Uuid, showId: Uuid, seconds: number) =>
    deps.database.kysely.transaction().execute(async (transaction) => {
      const show = await deps.store.lock(transaction, showId);
      if (show?.state !== 'running') throw new AppError('shows.not_running');
      const heldSeconds = await meters.heldSecondsOf(transaction, showId);
      return extensions.note(transaction, { id, showId, seconds }, heldSeconds);
    });

  return async (key, show, minutes) => {
    const id = deriveTransferId(`account:${show.payerId}:extend`, key);
    const { untilSeconds, isDone } = await note(id, show.id, minutes * 60);
    if (!isDone) {
      try {
        await meters.holdUntil(show.id, untilSeconds);
      } catch (error) {
        // Where the outcome is unknown a repeat asks for the same.
        if (error instanceof AppError && error.code !== 'common.unavailable') await extensions.drop(id);
        throw error;
      }
      await deps.ledger.extendHolds(machineOf({ kind: 'private', id: show.id }), deps.wallClock() + HOLD_MS);
    }
    return extensions.finish(id);
  };
}
