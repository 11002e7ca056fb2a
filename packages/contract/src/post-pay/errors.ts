import type { ErrorTable } from '../error-spec.ts';

/** Refusals of post-pay, and of spending by whoever has it. */
export const postPayErrors = {
  'billing.postpay_off': { kind: 'wrong_state', message: 'Post-pay is off' },
  'billing.postpay_refused': { kind: 'forbidden', message: 'Post-pay is not available for your account' },
  'ledger.postpay_card_fail': {
    kind: 'payment_required',
    errorType: 'postpay_card_fail',
    message: 'Your card could not be charged',
  },
  // The card is fine and the line is used up: with this message a page opens nothing (ERRORS-003).
  'ledger.postpay_limit': {
    kind: 'payment_required',
    errorType: 'postpay_card_fail',
    message: 'Not enough tokens',
  },
} as const satisfies ErrorTable;
