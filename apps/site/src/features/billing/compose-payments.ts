import type { Kit } from '../../platform/kit.ts';
import { makeBillingChores } from './billing-chores.ts';
import type { BillingUses } from './billing-uses.ts';
import { makeChargeCard } from './orders/charge-card.ts';
import { composeForms } from './forms/compose-forms.ts';
import { composeLostCharges } from './lost-charges/compose-lost-charges.ts';
import { composeTraces } from './traces/compose-traces.ts';
import { followPosts } from './posts/follow-posts.ts';
import { makeVelocityGuard } from './limits/guard-purchases.ts';
import { openBillers } from './open-billers.ts';
import { makeOrderStore } from './orders/order-store.ts';
import { makePostbackStore } from './posts/postback-store.ts';
import { makeReUpConsent } from './re-up-consent.ts';
import { makeSettlementStore } from './orders/settlement-store.ts';
import { makeTellMoved } from './orders/tell-moved.ts';
import { makeVelocityStore } from './limits/velocity-store.ts';

/** Orders, the billers that are paid, and what follows from their reports. */
export function composePayments(
  kit: Pick<Kit, 'database' | 'clock' | 'log' | 'feed' | 'metrics' | 'outbox' | 'secretOf'>,
  uses: BillingUses,
) {
  const { database, outbox } = kit;
  const { wallet } = uses.wallet;
  const orders = makeOrderStore(database);
  const velocity = makeVelocityStore(database);
  const postbacks = makePostbackStore(database);
  const settlements = makeSettlementStore(database, makeTellMoved(outbox));
  const { forms, keepForm, seal, chore: forgetForms } = composeForms(kit, uses);
  const billers = openBillers({ ...uses, seal, keepForm });
  const reUpConsent = makeReUpConsent();
  const postbackReceiver = followPosts(kit, {
    billers,
    orders,
    postbacks,
    settlements,
    wallet,
    onCardLeft: reUpConsent.cardLeft,
  });
  const guard = makeVelocityGuard({ store: velocity, limits: uses.velocityLimits });
  const { traces, chore: forgetTraces } = composeTraces(kit);
  const lostCharges = composeLostCharges(kit, { billers, takeAnswer: postbackReceiver.take });
  const chargeCard = makeChargeCard({
    orders,
    billers,
    mayCharge: guard.mayCharge,
    takeAnswer: postbackReceiver.take,
  });
  return {
    orders,
    velocity,
    billers,
    forms,
    seal,
    reUpConsent,
    postbackReceiver,
    guard,
    traces,
    lostCharges,
    chargeCard,
    chores: [
      ...makeBillingChores(kit, {
        orders,
        postbacks,
        settlements,
        postbackReceiver,
        seekCharges: lostCharges,
      }),
      forgetTraces,
      forgetForms,
    ],
  };
}
