import { MINUTE_MS } from '@klieg/kernel/time';
import type { FactReader } from '../../platform/events/index.ts';
import type { Chore, Kit } from '../../platform/kit.ts';
import type { BillingFeature } from '../billing/index.ts';
import type { IdentityFeature } from '../identity/index.ts';
import type { LedgerFeature } from '../ledger/index.ts';
import { makeEndMemberships } from './end-memberships.ts';
import { makeFollowOrders } from './follow-orders.ts';
import { makeMembershipPart } from './me-part.ts';
import { makeMembershipNews } from './membership-news.ts';
import { makeMembershipHandlers } from './memberships.http.ts';
import { makeMembershipStore } from './membership-store.ts';
import { makeRenewMemberships } from './renew-memberships.ts';

const SOON_MS = 1_000;
const RENEW_MS = 10_000;

/** Premium, VIP and super VIP: what they bring, and how they are renewed and ended. */
export function composeMemberships(
  kit: Pick<Kit, 'database' | 'clock' | 'feed' | 'log' | 'outbox'>,
  uses: {
    readonly identity: Pick<IdentityFeature, 'accounts'>;
    readonly billing: BillingFeature;
    readonly ledger: LedgerFeature;
    readonly publicUrl: string;
    readonly supportPhone: string | null;
  },
) {
  const { billing } = uses;
  const now = () => kit.clock.now();
  const store = makeMembershipStore(kit.database);
  const facts: FactReader = {
    name: 'memberships',
    on: makeFollowOrders({ store, now, outbox: kit.outbox, ...billing }),
  };
  const chores: readonly Chore[] = [
    {
      failure: 'memberships could not be renewed',
      everyMs: RENEW_MS,
      on: 'one',
      run: makeRenewMemberships({ ...kit, store, billing, now, publicUrl: uses.publicUrl }),
    },
    {
      failure: 'memberships could not be ended',
      everyMs: MINUTE_MS,
      on: 'one',
      run: makeEndMemberships({ ...kit, store, now }),
    },
    {
      failure: 'changed memberships could not be told',
      everyMs: SOON_MS,
      on: 'one',
      run: makeMembershipNews({
        ...kit,
        store,
        accounts: uses.identity.accounts,
        balanceOf: uses.ledger.ledger.balanceOf,
      }),
    },
  ];
  return {
    handlers: makeMembershipHandlers({
      store,
      now,
      products: billing.products,
      hasPhone: uses.supportPhone !== null,
    }),
    mePart: makeMembershipPart({ store, now }),
    factReaders: [facts],
    chores,
  };
}
