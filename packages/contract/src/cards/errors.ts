import type { ErrorTable } from '../error-spec.ts';

/** Refusals of cards on file; somebody else's card answers like one that does not exist. */
export const cardsErrors = {
  'billing.card_in_use': { kind: 'conflict', message: 'This card is used for post-pay or re-ups' },
} as const satisfies ErrorTable;
