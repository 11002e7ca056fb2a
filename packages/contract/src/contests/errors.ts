import type { ErrorTable } from '../error-spec.ts';

/** Refusals of contests. */
export const contestsErrors = {
  'contests.dates_invalid': {
    kind: 'invalid_input',
    message: 'The last day is not before the first, and a contest takes 92 days at most',
  },
  'contests.full': { kind: 'conflict', message: 'There are too many contests. Remove one that is over' },
} as const satisfies ErrorTable;
