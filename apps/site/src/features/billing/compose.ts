import type { Biller } from '@klieg/contract';
import type { Kit } from '../../platform/kit.ts';
import { makeBillingHandlers } from './billing.http.ts';
import type { BillingUses } from './billing-uses.ts';
import { makeCanAsk } from './orders/charge-card.ts';
import { composePayments } from './compose-payments.ts';
import { makeBillingConditions } from './conditions.ts';
import { guardPurchases } from './limits/guard-purchases.ts';
import { makeBillingPart } from './me-part.ts';
import { makeProductStore } from './products/product-store.ts';
import type { FindPromotions } from './products/promo-products.ts';
import { purchaseLimitCents } from './limits/purchase-limit.ts';
import { makeReadMoney } from './read-money.ts';
import { makeRefundPayment } from './orders/refund-payment.ts';
import { serveBilling } from './serve-billing.ts';
import { tracePurchases } from './traces/trace-purchases.ts';

export type BillingFeature = ReturnType<typeof composeBilling>;

/** Purchases at billers: orders, their posts, and what they credit. */
export function composeBilling(
  kit: Pick<Kit, 'database' | 'clock' | 'log' | 'feed' | 'metrics' | 'outbox' | 'secretOf'>,
  uses: BillingUses,
) {
  const { wallet } = uses.wallet;
  const products = makeProductStore(kit.database);
  const payments = composePayments(kit, uses);
  const { orders, billers, chargeCard, postbackReceiver, reUpConsent, guard, traces } = payments;
  let findPromotions: FindPromotions = () => Promise.resolve(undefined);
  return {
    orders,
    products,
    isOneClick: (biller: Biller) => billers.get(biller)?.capabilities.hasOneClick === true,
    billers,
    refundPayment: makeRefundPayment({ billers, takeAnswer: postbackReceiver.take }),
    chargeCard,
    lostCharges: payments.lostCharges,
    canAsk: makeCanAsk(billers),
    conditions: makeBillingConditions(uses.isBlockedCountry),
    mePart: makeBillingPart(orders),
    readMoney: makeReadMoney({ ledger: uses.ledger.ledger, wallet, orders }),
    listCardHolders: orders.listCardHolders,
    /** How much a person may buy in a day, and how much of it they have bought today. */
    purchaseLimit: { purchaseLimitCentsOf: purchaseLimitCents, boughtTodayCents: orders.boughtToday },
    reUpConsent,
    /** Sets who knows the promotions; until then there are none. */
    showPromotions: (find: FindPromotions) => void (findPromotions = find),
    /** Refuses those who buy too fast. */
    refuseFast: guard.refuseFast,
    listBlocks: payments.velocity.listBlocks,
    tracesOf: traces.listOf,
    handlers: guardPurchases(
      tracePurchases(
        makeBillingHandlers({
          orders,
          products,
          billers,
          chargeCard,
          balanceOf: wallet.spendableOf,
          hasPromotions: uses.promoDailyTokens > 0,
          reUpConsent,
          findPromotions: (advertId) => findPromotions(advertId),
        }),
        { traces, log: kit.log },
      ),
      guard.refuseFast,
    ),
    frameOrigins: [...billers.values()].flatMap(({ frameOrigin }) => frameOrigin ?? []),
    routes: serveBilling({ ...uses, ...payments }),
    chores: payments.chores,
  };
}
