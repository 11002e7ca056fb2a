import { AppError } from '@klieg/kernel';
import type { Database } from '../../platform/postgres/index.ts';
import type { ClubNews } from './club-news.ts';
import { levelNow } from './club-rules.ts';
import type { KeptMembership, MembershipStore, Pair } from './membership-store.ts';

/**
 * Cancels at the end of the paid period, or continues after all (S2103); a repeat changes nothing. @throws
 * fan_club.not_member
 */
export type ChangeRenewal = (pair: Pair, autoRenew: boolean) => Promise<KeptMembership>;

export const makeChangeRenewal =
  (deps: {
    readonly database: Pick<Database, 'kysely'>;
    readonly memberships: MembershipStore;
    readonly news: Pick<ClubNews, 'tell'>;
    readonly now: () => number;
  }): ChangeRenewal =>
  async (pair, autoRenew) => {
    const changed = await deps.database.kysely.transaction().execute(async (transaction) => {
      const current = await deps.memberships.lock(transaction, pair);
      if (levelNow(current, deps.now()) === null) return undefined;
      return deps.memberships.setRenewal(transaction, pair, autoRenew);
    });
    if (!changed) throw new AppError('fan_club.not_member');
    deps.news.tell(changed);
    return changed;
  };
