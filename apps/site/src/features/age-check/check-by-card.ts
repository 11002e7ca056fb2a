import type { AgeMethod, Api, AnswerOf } from '@klieg/contract';
import { AGE_OFFER_ID } from '@klieg/contract/features/age-check/limits';
import { AppError, type Clock, type Uuid } from '@klieg/kernel';
import type { BillingFeature } from '../billing/index.ts';
import { returnsTo } from '../billing/index.ts';
import { ageOn } from '../identity/index.ts';
import type { SiteCaller } from '../sessions/index.ts';
import type { AgeCheckStore } from './age-check-store.ts';
import type { AgeOffer } from './age-offer.ts';
import type { Beginner } from './begin-check.ts';
import { type CardForm, faultsOfCardForm, holdsCardNumber } from './card-form-rules.ts';
import { OPEN_MS, type SettleCheck } from './settle-check.ts';
import type { CardVendor } from './vendors/vendor-port.ts';

const ADULT = 18;
/** Cards that may be tried within an hour. */
const MOST_OF_HOUR = 10;

type Answer = AnswerOf<Api['checkAgeByCard']>;

export interface CardCheckDeps {
  readonly admit: (caller: SiteCaller, method: AgeMethod) => Promise<Beginner>;
  readonly store: Pick<AgeCheckStore, 'begin' | 'drop' | 'setVendorRef' | 'markPending'>;
  readonly settle: Pick<SettleCheck, 'decide'>;
  readonly card: CardVendor | undefined;
  readonly offer: Pick<AgeOffer, 'open'>;
  readonly billing: Pick<BillingFeature, 'products' | 'chargeCard' | 'refuseFast' | 'purchaseLimit'>;
  /** Refuses people who may not buy at all, with the reason. */
  readonly refuseBuyer: (caller: SiteCaller) => void | Promise<void>;
  /** Refuses a network that tries too many cards. */
  readonly refuseNetwork: (caller: SiteCaller) => Promise<void>;
  /** Voids the authorization, retrying until the vendor agrees. */
  readonly voidLater: (transactionId: string) => Promise<void>;
  readonly balanceOf: BillingBalance;
  readonly clock: Clock;
}
type BillingBalance = (account: NonNullable<SiteCaller['account']>['id']) => Promise<number>;

/**
 * Checks the form before asking anybody. @throws compliance.card_data_refused, common.invalid_input,
 * compliance.under_age
 */
function refuseForm(form: CardForm, now: number): void {
  if (holdsCardNumber(form)) throw new AppError('compliance.card_data_refused');
  const fields = faultsOfCardForm(form);
  if (fields.length > 0) throw new AppError('common.invalid_input', { params: { fields } });
  if (ageOn(form.birth_date, now) < ADULT) throw new AppError('compliance.under_age');
}

/**
 * Authorizes the card of a token and voids it. @throws compliance.vendor_unavailable, compliance.verification_failed
 */
async function authorize(deps: CardCheckDeps, check: Uuid, token: string): Promise<void> {
  const answer = await deps.card!.authorize(token);
  if (!answer) {
    await deps.store.drop(check);
    throw new AppError('compliance.vendor_unavailable', { params: { retry_after_seconds: 60 } });
  }
  if (answer.isApproved && answer.transactionId) await deps.voidLater(answer.transactionId);
  await deps.settle.decide(check, answer.isApproved ? 'passed' : 'failed');
  if (!answer.isApproved) throw new AppError('compliance.verification_failed');
}

/**
 * Buys the offer with the card of a token. An outcome its biller has not told yet is looked up later for the order.
 * @throws billing.declined
 */
async function buy(
  deps: CardCheckDeps,
  check: Uuid,
  caller: SiteCaller,
  token: string,
): Promise<number | undefined> {
  const account = caller.account!;
  const card = deps.card!;
  const product = await deps.billing.products.findFor(account.id, AGE_OFFER_ID);
  if (!product) throw new AppError('billing.product_unknown');
  const { order, outcome } = await deps.billing.chargeCard({
    account: account.id,
    biller: card.biller,
    product,
    country: caller.country,
    card: { token: card.cardTokenOf(token) },
    ...returnsTo(caller, '/account/tokens'),
    limitCents: deps.billing.purchaseLimit.purchaseLimitCentsOf(account),
  });
  if (outcome === 'succeeded') {
    await deps.settle.decide(check, 'passed');
    return order.tokens;
  }
  if (outcome !== 'declined') {
    await deps.store.setVendorRef(check, `order:${order.id}`);
    await deps.store.markPending(check);
    return undefined;
  }
  await deps.settle.decide(check, 'failed');
  throw new AppError('billing.declined', {
    params: { biller: card.biller, decline_code: order.declineCode, order_id: order.id },
  });
}

/**
 * A check by card (S2605): an adult's card that its bank accepts. The form's contents are read and forgotten; the card
 * is known only by the vendor's token.
 */
export function makeCheckByCard(deps: CardCheckDeps) {
  const answerOf = async (caller: SiteCaller, state: Answer['state'], added: number): Promise<Answer> => ({
    status: 1,
    state,
    message: state === 'passed' ? 'Your age is verified' : 'Your bank has not answered yet. We look again',
    tokens: caller.account ? await deps.balanceOf(caller.account.id) : 0,
    tokens_added: added,
  });
  const begin = async (beginner: Beginner): Promise<Uuid> => {
    const endsAt = deps.clock.now() + OPEN_MS;
    const id = await deps.store.begin({ ...beginner, method: 'card', endsAt }, MOST_OF_HOUR);
    if (!id) throw new AppError('compliance.too_many_attempts', { params: { retry_after_seconds: 3_600 } });
    return id;
  };

  return async (form: CardForm, caller: SiteCaller): Promise<Answer> => {
    refuseForm(form, deps.clock.now());
    if (form.do_purchase === 1) await deps.refuseBuyer(caller);
    const beginner = await deps.admit(caller, 'card');
    await deps.refuseNetwork(caller);
    await deps.billing.refuseFast(caller);
    if (form.do_purchase === 0) {
      await authorize(deps, await begin(beginner), form.payment_token);
      return answerOf(caller, 'passed', 0);
    }
    await deps.offer.open(caller);
    const id = await begin(beginner);
    try {
      const added = await buy(deps, id, caller, form.payment_token);
      return await answerOf(caller, added === undefined ? 'pending' : 'passed', added ?? 0);
    } catch (error) {
      // Drop a check that failed before any charge; decided ones are kept.
      await deps.store.drop(id);
      throw error;
    }
  };
}
