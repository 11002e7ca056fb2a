import { type AccountId, AppError, toInstant } from '@klieg/kernel';
import type { BroadcastBanStore } from './broadcast-ban-store.ts';

/** Refuses whom the house has banned from broadcasting. @throws broadcast.banned with until when; null: until it is lifted */
export type RefuseBanned = (accountId: AccountId) => Promise<void>;

export const makeRefuseBanned =
  (bans: Pick<BroadcastBanStore, 'find'>): RefuseBanned =>
  async (accountId) => {
    const ban = await bans.find(accountId);
    if (ban) throw new AppError('broadcast.banned', { params: { until: ban.until && toInstant(ban.until) } });
  };
