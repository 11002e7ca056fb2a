import { DAY_MS } from '@klieg/kernel/time';

/** What is known of somebody when credit is offered. */
export interface Standing {
  readonly isViewer: boolean;
  readonly isAddressConfirmed: boolean;
  readonly ageMs: number;
  /** Orders that were paid. */
  readonly purchases: number;
  /** Payments that a bank has taken back. */
  readonly chargebacks: number;
  /** A credit line was suspended before, or was ended by a chargeback. */
  readonly hasFailed: boolean;
}

/** From when on credit is offered; the operator's choice. */
export interface OfferTerms {
  readonly afterDays: number;
  readonly afterPurchases: number;
}

const FIRST_LIMIT_TOKENS = 500;
const LIMIT_TOKENS_MAX = 5_000;
/** Each further paid order raises the limit by this. */
const STEP_TOKENS = 250;

/**
 * The most credit offered to somebody, in tokens; 0: none. The risk is the site's, so the rule is public: a confirmed
 * address, a minimum account age, some paid orders, and never a chargeback.
 */
export function offerOf(standing: Standing, { afterDays, afterPurchases }: OfferTerms): number {
  const { purchases } = standing;
  if (!standing.isViewer || !standing.isAddressConfirmed || standing.hasFailed) return 0;
  if (standing.chargebacks > 0 || standing.ageMs < afterDays * DAY_MS || purchases < afterPurchases) return 0;
  return Math.min(LIMIT_TOKENS_MAX, FIRST_LIMIT_TOKENS + STEP_TOKENS * (purchases - afterPurchases));
}
