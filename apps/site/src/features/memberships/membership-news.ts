import type { AccountId } from '@klieg/kernel';
import type { Kit } from '../../platform/kit.ts';
import type { AccountStore } from '../identity/index.ts';
import type { LedgerFeature } from '../ledger/index.ts';
import type { MembershipStore } from './membership-store.ts';

const BATCH = 200;

/** Tells people's pages that their membership has changed. */
export function makeMembershipNews(deps: {
  readonly store: Pick<MembershipStore, 'takeUntold'>;
  readonly feed: Kit['feed'];
  readonly clock: Kit['clock'];
  readonly accounts: Pick<AccountStore, 'findById'>;
  readonly balanceOf: LedgerFeature['ledger']['balanceOf'];
}) {
  const { feed, clock } = deps;
  const tell = async (id: AccountId, status: string, membership?: 'premium' | 'vip' | 'super_vip') => {
    const at = clock.now();
    feed.send(id, 'v3.account.update', { seq: at, part: 'membership', status, at });
    if (!membership) return;
    const [{ version, spendable, held }, account] = await Promise.all([
      deps.balanceOf(id),
      deps.accounts.findById(id),
    ]);
    feed.send(id, 'v3.token.update', {
      seq: version,
      ...(account && { username: account.username }),
      tokens: spendable,
      held,
      membership,
      at,
    });
  };
  return async (): Promise<void> => {
    for (const { accountId, isRunning, failedTries, level } of await deps.store.takeUntold(BATCH)) {
      if (!isRunning) await tell(accountId, 'ended');
      else await tell(accountId, failedTries > 0 ? 'past_due' : 'active', level);
    }
  };
}
