import type { ErrorTable } from '../error-spec.ts';

/** Refusals of cards on file; one that is somebody else's answers as one that is not there. */
export const cardsErrors = {
  'billing.card_in_use': { kind: 'conflict', message: 'This card is used for post-pay or re-ups' },
} as const satisfies ErrorTable;
