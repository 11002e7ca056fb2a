import type { ErrorTable } from '../error-spec.ts';

/** Refusals of re-ups; two of them say their type in place of a sentence in `error` (http page, 2.3). */
export const reUpErrors = {
  'billing.re_up_failed': {
    kind: 'payment_required',
    errorType: 're_up_failed',
    message: 'Auto re-up failed',
  },
  'billing.verification_required': {
    kind: 'forbidden',
    errorType: 'verification_required',
    error: 'verification_required',
    message: 'Please verify your account first',
  },
  'billing.contact_support': {
    kind: 'forbidden',
    errorType: 'contact_support',
    error: 'contact_support',
    message: 'Please contact support',
  },
} as const satisfies ErrorTable;
