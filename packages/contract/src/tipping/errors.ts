import type { ErrorTable } from '../error-spec.ts';

/** Refusals of tipping. */
export const tippingErrors = {
  'tipping.target_closed': { kind: 'wrong_state', message: 'This account cannot receive tips' },
} as const satisfies ErrorTable;
