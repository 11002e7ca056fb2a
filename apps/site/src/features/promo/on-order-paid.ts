import { type FactHandler, when } from '../../platform/events/index.ts';
import { type BillingFeature, orderPaid } from '../billing/index.ts';
import type { GiveSpin } from './give-spin.ts';
import type { GrantStore } from './grant-store.ts';

/**
 * Each purchase, even an automatic one, gives a spin of the promo wheel and opens the vault's wheel for a month.
 * Settling credit later is no purchase.
 */
export const makeOnOrderPaid = (deps: {
  readonly orders: Pick<BillingFeature['orders'], 'find'>;
  readonly grants: Pick<GrantStore, 'keepMember'>;
  readonly giveSpin: GiveSpin;
  readonly now: () => number;
}): FactHandler =>
  when(orderPaid, async ({ orderId, accountId }, transaction) => {
    const order = await deps.orders.find(orderId, transaction);
    if (order?.purpose === 'postpay') return;
    const now = deps.now();
    await deps.giveSpin(transaction, { key: `purchase:${orderId}`, accountId, wheel: 'promo', now });
    await deps.grants.keepMember(transaction, accountId, now);
  });
