import type { ErrorTable } from '../error-spec.ts';

/** Refusals of tip splits; the codes keep the names that the wire gives them. */
export const tipSplitErrors = {
  'tipping.split_running': { kind: 'conflict', message: 'A tip split is already running' },
  'tipping.split_in_private': { kind: 'wrong_state', message: 'Not during a private' },
  'tipping.split_gone': { kind: 'closed', message: 'This tip split has ended' },
  'tipping.split_changed': { kind: 'conflict', message: 'The share has changed' },
} as const satisfies ErrorTable;
