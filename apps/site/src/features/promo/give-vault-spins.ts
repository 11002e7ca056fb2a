import type { Clock } from '@klieg/kernel';
import { utcDayOf } from '@klieg/kernel/time';
import type { Database } from '../../platform/postgres/index.ts';
import type { GiveSpin } from './give-spin.ts';
import type { GrantStore } from './grant-store.ts';
import { VAULT_EVERY_MS, VAULT_MEMBER_MS } from './wheel-rules.ts';

/** Accounts of one transaction. */
const BATCH = 100;

/** Gives everybody who bought lately the next spin of the vault's wheel, once a day; one that waits is not joined by another. */
export const makeGiveVaultSpins =
  (deps: {
    readonly database: Pick<Database, 'kysely'>;
    readonly grants: Pick<GrantStore, 'lockDay' | 'takeWaiting'>;
    readonly giveSpin: GiveSpin;
    readonly clock: Clock;
  }) =>
  async (): Promise<void> => {
    for (let taken = BATCH; taken === BATCH;)
      taken = await deps.database.kysely.transaction().execute(async (transaction) => {
        const now = deps.clock.now();
        const times = { now, boughtSince: now - VAULT_MEMBER_MS, nextAt: now + VAULT_EVERY_MS };
        await deps.grants.lockDay(transaction, utcDayOf(now));
        const waiting = await deps.grants.takeWaiting(transaction, times, BATCH);
        for (const accountId of waiting)
          await deps.giveSpin(transaction, {
            key: `vault:${accountId}:${now}`,
            accountId,
            wheel: 'vault',
            now,
          });
        return waiting.length;
      });
  };
