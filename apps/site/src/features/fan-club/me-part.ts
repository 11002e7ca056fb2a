import { toInstant } from '@klieg/kernel';
import type { AccountStore, MePart } from '../identity/index.ts';
import { levelNow } from './club-rules.ts';
import type { MembershipStore } from './membership-store.ts';

/** What somebody is a member of. */
export const makeFanMePart = (deps: {
  readonly memberships: Pick<MembershipStore, 'listOfMembers'>;
  readonly accounts: Pick<AccountStore, 'listByIds'>;
  readonly now: () => number;
}): MePart<'fanclub_membership_list' | 'has_fans_subscription'> => ({
  empty: { fanclub_membership_list: [], has_fans_subscription: false },
  async read(asks) {
    const ids = asks.map(({ account }) => account.id);
    const found = (await deps.memberships.listOfMembers(ids)).filter(
      (one) => levelNow(one, deps.now()) !== null,
    );
    const models = await deps.accounts.listByIds([...new Set(found.map(({ modelId }) => modelId))]);
    const nameOf = new Map(models.map(({ id, username }) => [id, username]));
    return ids.map((id) => {
      const own = found.flatMap(({ memberId, modelId, level, periodEndsAt, state }) => {
        const modelUsername = nameOf.get(modelId);
        if (memberId !== id || modelUsername === undefined) return [];
        return {
          modelUsername,
          level,
          renews_at: toInstant(new Date(periodEndsAt)),
          auto_renew: state !== 'canceled',
        };
      });
      return { fanclub_membership_list: own, has_fans_subscription: own.length > 0 };
    });
  },
});
