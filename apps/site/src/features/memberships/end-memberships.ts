import type { AccountId } from '@klieg/kernel';
import type { Outbox } from '../../platform/events/index.ts';
import type { Database } from '../../platform/postgres/index.ts';
import { membershipEnded } from './membership-facts.ts';
import type { MembershipStore } from './membership-store.ts';
import { comeBackFor, GRACE_MS, WINBACK_EVERY_MS } from './renewal-rules.ts';

const BATCH = 200;

/** Ends memberships whose time is over, and offers those people to come back. */
export function makeEndMemberships(deps: {
  readonly database: Pick<Database, 'kysely'>;
  readonly store: MembershipStore;
  readonly outbox: Pick<Outbox, 'add'>;
  readonly now: () => number;
}) {
  const { store } = deps;
  const end = (accountId: AccountId): Promise<void> =>
    deps.database.kysely.transaction().execute(async (transaction) => {
      const now = deps.now();
      const ended = await store.endIfOver(transaction, accountId, { now, graceMs: GRACE_MS });
      if (!ended) return;
      const reason = ended.failedTries > 0 ? 'unpaid' : 'over';
      await deps.outbox.add(transaction, membershipEnded, { accountId, level: ended.level, reason });
      const { kind, ...offer } = comeBackFor({ ...ended, now });
      // Somebody leaving and returning each time would never pay the regular price.
      const since = new Date(now - WINBACK_EVERY_MS);
      if (kind === 'winback' && (await store.hadWinback(transaction, accountId, since))) return;
      const internalId = `membership_${ended.level}_${kind}`;
      await store.offer(transaction, { accountId, internalId, ...offer });
    });
  return async (): Promise<void> => {
    for (const accountId of await store.listEnded(deps.now(), GRACE_MS, BATCH)) await end(accountId);
  };
}
