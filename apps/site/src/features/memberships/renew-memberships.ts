import { type AccountId, AppError, type Log, uuidv7 } from '@klieg/kernel';
import type { Outbox } from '../../platform/events/index.ts';
import type { Database } from '../../platform/postgres/index.ts';
import type { BillingFeature } from '../billing/index.ts';
import { renewalRefused } from './membership-facts.ts';
import type { Membership, MembershipStore } from './membership-store.ts';
import { nextTryAt } from './renewal-rules.ts';

const BATCH = 20;

/**
 * Charges the next period of memberships to the card on file. The order's id is kept before the biller is asked, so
 * that after a crash, or on a second node, the same charge is meant.
 */
export function makeRenewMemberships(deps: {
  readonly store: MembershipStore;
  readonly billing: Pick<BillingFeature, 'products' | 'orders' | 'chargeCard' | 'isOneClick'>;
  readonly database: Pick<Database, 'kysely'>;
  readonly outbox: Pick<Outbox, 'add'>;
  readonly publicUrl: string;
  readonly now: () => number;
  readonly log: Log;
}) {
  const { store, billing } = deps;

  /** Whether the charge is decided against the member; true also where there is nothing to charge. */
  const isDeclined = async ({
    accountId,
    level,
    renewalCents,
    renewalOrder,
  }: Membership): Promise<boolean> => {
    const product = await billing.products.findSold(`membership_${level}`);
    const card = (await billing.orders.listCards(accountId)).find(({ biller }) => billing.isOneClick(biller));
    if (!product || !card || !renewalOrder) return true;
    try {
      const { outcome } = await billing.chargeCard({
        orderId: renewalOrder,
        account: accountId,
        biller: card.biller,
        product: { ...product, amountCents: renewalCents },
        card,
        returnUrl: `${deps.publicUrl}/account/tokens`,
        // Who agreed to be charged each period has no limit of a day for it.
        limitCents: null,
        purpose: 'membership',
      });
      // A page of the biller is for somebody who sits before it; nobody does.
      return outcome === 'declined' || outcome === 'page';
    } catch (error) {
      // Somebody stopped for buying too fast is not charged: retried as after a decline.
      if (error instanceof AppError && error.code === 'billing.contact_support') return true;
      throw error;
    }
  };

  const renew = async (membership: Membership): Promise<void> => {
    if (!(await isDeclined(membership))) return;
    const { accountId, level, renewalCents, renewalOrder: order } = membership;
    if (!order) return;
    const failedTries = membership.failedTries + 1;
    const tryAt = nextTryAt(failedTries, deps.now());
    await deps.database.kysely.transaction().execute(async (transaction) => {
      const isKept = await store.keepFailure(transaction, { accountId, order }, { failedTries, tryAt });
      // After the last try it ends, which says why.
      if (isKept && tryAt !== undefined)
        await deps.outbox.add(transaction, renewalRefused, {
          accountId,
          level,
          orderId: order,
          cents: renewalCents,
          nextTryAt: tryAt,
        });
    });
  };

  return async (): Promise<void> => {
    for (let taken = 0; taken < BATCH; taken++) {
      const membership = await store.takeDue(deps.now(), uuidv7());
      if (!membership) return;
      await renew(membership).catch((error: unknown) => {
        // A biller that is away is asked again at the next look; everything else is a fault of ours.
        const isAway = error instanceof AppError && error.code === 'billing.biller_unavailable';
        deps.log[isAway ? 'warn' : 'error'](
          logOf(membership.accountId, error),
          'a membership was not renewed',
        );
      });
    }
  };
}

const logOf = (account: AccountId, error: unknown) => ({ account, error });
