import type { ErrorTable } from '../error-spec.ts';

/** Refusals of promotions. A code that was never there, is used or over answers alike. */
export const promoErrors = {
  'promo.code_invalid': { kind: 'not_found', message: 'This code is not valid' },
  'promo.lock_changed': {
    kind: 'conflict',
    message: 'The wheel has changed meanwhile. Its new odds are shown now',
  },
  'promo.no_spins': { kind: 'wrong_state', message: 'You have no spins left' },
} as const satisfies ErrorTable;
