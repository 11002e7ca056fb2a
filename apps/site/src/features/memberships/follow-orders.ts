import type { AccountId, Uuid } from '@klieg/kernel';
import { type FactHandler, type Outbox, when } from '../../platform/events/index.ts';
import type { Transaction } from '../../platform/postgres/index.ts';
import { type BillingFeature, orderPaid, orderReversed } from '../billing/index.ts';
import { membershipEnded } from './membership-facts.ts';
import type { MembershipStore } from './membership-store.ts';
import { standingOf } from './period-rules.ts';
import { firstTryAt } from './renewal-rules.ts';

interface Deps {
  readonly outbox: Pick<Outbox, 'add'>;
  readonly store: MembershipStore;
  readonly orders: Pick<BillingFeature['orders'], 'find'>;
  readonly products: Pick<BillingFeature['products'], 'findSold'>;
  readonly isOneClick: BillingFeature['isOneClick'];
  readonly now: () => number;
}

/**
 * Updates somebody's membership to what they have paid for, after any news of an order. It looks at the current state
 * of the order, so that late, repeated or reordered news lead to the same result.
 */
export function makeFollowOrders(deps: Deps): readonly FactHandler[] {
  const { store } = deps;
  const follow = async (
    { orderId, accountId }: { readonly orderId: Uuid; readonly accountId: AccountId },
    transaction: Transaction,
  ): Promise<void> => {
    const order = await deps.orders.find(orderId, transaction);
    const product = order && (await deps.products.findSold(order.internalId, transaction));
    if (!order || !product?.membership) return;
    const isReversed = order.state !== 'succeeded';
    const isGrandfathered = order.internalId.endsWith('_grandfathered');
    // Half of the price to come back is for one period; an old price stays.
    const renewalCents = product.isOffer && !isGrandfathered ? product.listCents : order.amountCents;
    const isNew = await store.keepPeriod(transaction, {
      orderId,
      accountId,
      level: product.membership,
      listCents: product.listCents,
      renewalCents,
      paidAt: order.settledAt ?? order.createdAt,
      isReversed,
    });
    const standing = standingOf(await store.listPeriods(transaction, accountId));
    if (!standing || standing.endsAt <= deps.now()) {
      const ended = await store.end(transaction, accountId);
      if (ended)
        await deps.outbox.add(transaction, membershipEnded, {
          accountId,
          level: ended.level,
          reason: isReversed ? 'reversed' : 'over',
        });
      return;
    }
    // Who buys agrees to be charged again, where the biller charges cards on file; a renewal, or news of an order that
    // is
    // known, do not undo that somebody has canceled meanwhile.
    const isBought = isNew && order.purpose !== 'membership';
    const wasRenewing = (await store.lock(transaction, accountId))?.autoRenew ?? false;
    await store.keep(transaction, {
      accountId,
      level: standing.level,
      endsAt: standing.endsAt,
      renewalCents: standing.level === product.membership ? renewalCents : standing.listCents,
      autoRenew: !isReversed && (isBought ? deps.isOneClick(order.biller) : wasRenewing),
      nextTryAt: firstTryAt(standing.endsAt),
    });
    if (!isReversed) await store.dropOffers(transaction, accountId);
  };
  return [when(orderPaid, follow), when(orderReversed, follow)];
}
