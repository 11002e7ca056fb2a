import type { ErrorTable } from '../error-spec.ts';

/** Refusals of the index of performers' records. */
export const performerRecordsErrors = {
  'performer_records.too_many': { kind: 'wrong_state', message: 'This is too much for one file' },
} as const satisfies ErrorTable;
