import type { ErrorTable } from '../error-spec.ts';

/** Refusals of tipping. */
export const tippingErrors = {
  'tipping.item_gone': { kind: 'closed', message: 'This item is no longer offered' },
  'tipping.comment_silenced': {
    kind: 'forbidden',
    message: 'You cannot write in this room now. Give your tokens without a comment.',
  },
  'tipping.target_closed': { kind: 'wrong_state', message: 'This account cannot receive tips' },
} as const satisfies ErrorTable;
