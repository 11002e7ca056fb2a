import type { ErrorTable } from '../error-spec.ts';

/** Refusals of billing. */
export const billingErrors = {
  'billing.product_unknown': { kind: 'not_found', message: 'This product is not available' },
  'billing.daily_limit': {
    kind: 'wrong_state',
    errorType: 'over_daily_limit',
    message: 'You have reached the daily purchase limit',
  },
  'billing.model_cannot_buy': { kind: 'forbidden', message: 'Models cannot buy tokens' },
  'billing.compliance_pending': { kind: 'forbidden', message: 'Your account is being reviewed' },
  'billing.tip_blocked_country': {
    kind: 'region_blocked',
    message: 'Purchasing tokens is not available in your country',
  },
  'billing.biller_unavailable': { kind: 'unavailable', message: 'This payment method is not available' },
  'billing.declined': {
    kind: 'payment_required',
    errorType: 'oneclick_declined',
    message: 'Error purchasing product, if this persists, please contact support.',
  },
  'billing.verify_first': { kind: 'forbidden', message: 'Please verify your account first' },
  'billing.not_refundable': { kind: 'wrong_state', message: 'This order cannot be refunded' },
  'billing.card_unknown': { kind: 'not_found', message: 'This card is not on file' },
} as const satisfies ErrorTable;
