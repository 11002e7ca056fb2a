import type { callsByFeature } from '@klieg/contract';
import { AppError, type Clock, toInstant } from '@klieg/kernel';
import type { Handlers } from '../../platform/http/index.ts';
import type { BillingFeature } from '../billing/index.ts';
import { deriveTransferId } from '../ledger/index.ts';
import type { SiteCaller } from '../sessions/index.ts';
import type { Wallet } from '../wallet/index.ts';
import { countCharges, FAILURES_MAX, faultOf } from './re-up-rules.ts';
import type { ReUp, ReUpStore } from './re-up-store.ts';

interface Deps {
  readonly store: Pick<ReUpStore, 'find'>;
  readonly billing: Pick<
    BillingFeature,
    'orders' | 'products' | 'chargeCard' | 'purchaseLimit' | 'refuseFast'
  >;
  readonly wallet: Pick<Wallet, 'spendableOf'>;
  readonly clock: Clock;
}

/** Charges that a page lists. */
const LISTED = 10;

/** The refusal for each fault of a charge. */
const codes = {
  verification_required: 'billing.verification_required',
  contact_support: 'billing.contact_support',
  declined: 'billing.re_up_failed',
} as const;

function stateOf(reUp: ReUp | undefined): 'off' | 'on' | 'charging' | 'disabled' {
  if (!reUp) return 'off';
  if (reUp.orderId !== null) return 'charging';
  if (reUp.isEnabled) return 'on';
  return reUp.isDisabledByUser || reUp.failures >= FAILURES_MAX ? 'disabled' : 'off';
}

/** What was agreed to; nothing where that was before prices could change. */
function agreedOf(reUp: ReUp | undefined) {
  const { agreedTokens = null, agreedCents = null } = reUp ?? {};
  return agreedTokens === null || agreedCents === null
    ? null
    : { tokens: agreedTokens, amount: agreedCents, currency: 'USD' };
}

export function makeReUpHandlers(deps: Deps): Handlers<(typeof callsByFeature)['re-up'], SiteCaller> {
  const { orders, products, chargeCard, purchaseLimit } = deps.billing;
  return {
    async getReUp(_input, { caller }) {
      const { id } = caller.account!;
      const [reUp, charges] = await Promise.all([
        deps.store.find(id),
        orders.listCharges(id, 're_up', new Date(0)),
      ]);
      const { chargesToday, centsThisMonth } = countCharges(charges, deps.clock.now());
      return {
        state: stateOf(reUp),
        failures: reUp?.failures ?? 0,
        consented_at: reUp ? toInstant(reUp.consentedAt) : null,
        agreed: agreedOf(reUp),
        charged_today: chargesToday,
        charged_cents_this_month: centsThisMonth,
        charges: charges.slice(0, LISTED).map((order) => ({
          order_id: order.id,
          tokens: order.tokens,
          amount: order.amountCents,
          currency: order.currency,
          at: toInstant(order.createdAt),
          state: order.state,
        })),
      };
    },
    async reUpNow({ body }, { caller, idempotencyKey }) {
      const { id } = caller.account!;
      await deps.billing.refuseFast(caller);
      const product = await products.findPackage(body.internal_id);
      if (!product) throw new AppError('billing.product_unknown');
      const cards = await orders.listCards(id);
      const card = body.cardId ? cards.find((one) => one.id === body.cardId) : cards[0];
      if (!card) throw new AppError('billing.card_unknown');
      const { outcome, order } = await chargeCard({
        account: id,
        biller: card.biller,
        product,
        country: caller.country,
        card,
        returnUrl: `${caller.site.publicUrl}/account/tokens`,
        limitCents: purchaseLimit.purchaseLimitCentsOf(caller.account!),
        orderId: deriveTransferId(`account:${id}:re_up`, idempotencyKey!),
        purpose: 're_up',
      });
      if (outcome === 'page' || outcome === 'declined')
        throw new AppError(codes[faultOf(order.declineCode, outcome === 'page')]);
      return {
        status: 1,
        tokens: await deps.wallet.spendableOf(id),
        // Where the biller has not answered yet the balance changes as soon as it does.
        tokens_added: outcome === 'succeeded' ? order.tokens : 0,
      };
    },
  };
}
