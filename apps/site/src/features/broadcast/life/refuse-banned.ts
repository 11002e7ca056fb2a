import { type AccountId, AppError, toInstant } from '@klieg/kernel';
import type { Database } from '#site/platform/postgres/index.ts';
import { type BroadcastBanStore, makeBroadcastBanStore } from './broadcast-ban-store.ts';

/**
 * Refuses whom the house has banned from broadcasting. @throws broadcast.banned with until when; null: until it is
 * lifted
 */
export type RefuseBanned = (accountId: AccountId) => Promise<void>;

/** Who is banned, and the refusals. */
export function makeBroadcastBans(
  database: Pick<Database, 'kysely'>,
): BroadcastBanStore & { readonly refuseBanned: RefuseBanned } {
  const store = makeBroadcastBanStore(database);
  return {
    ...store,
    async refuseBanned(accountId) {
      const ban = await store.find(accountId);
      if (ban)
        throw new AppError('broadcast.banned', { params: { until: ban.until && toInstant(ban.until) } });
    },
  };
}
