import type { CurrentUser, Products } from '@klieg/contract';
import type { Me } from '../../shared/me/me-store.ts';

/** What a press on "Buy tokens" leads to; the first that fits (machines page, 24). */
export type PurchaseStep =
  | 'wait'
  | 'tip-block-notice'
  | 'postpay'
  | 'age-check'
  | 'signup'
  | 'account'
  | 'declined'
  | 'purchase';

const isBarred = (current: CurrentUser): boolean =>
  current.user.type === 'model' || current.user.compliance_status === 'pending';

/** The checks before products are asked for; undefined when all are passed (BILLING-040 to BILLING-044, BILLING-068). */
export function stepBeforeProducts(me: Me): PurchaseStep | undefined {
  if (me.kind === 'unknown') return 'wait';
  const { current } = me;
  if (current.user.lastLoginCountryTipBlocked) return 'tip-block-notice';
  if (current.postpay) return 'postpay';
  if (current.user.ageVerification.required) return 'age-check';
  if (me.kind === 'guest') return 'signup';
  return isBarred(current) ? 'account' : undefined;
}

/**
 * The whole order of checks. @param isRetry the person comes from the dialog of a declined card, whose ways on
 * lead to the purchase without it (http page, 8.2)
 */
export function purchaseStep(me: Me, products: Products | undefined, isRetry = false): PurchaseStep {
  const before = stepBeforeProducts(me);
  if (before) return before;
  if (!products) return 'wait';
  return products.declined_reason === null || isRetry ? 'purchase' : 'declined';
}
