import type { ErrorTable } from '../error-spec.ts';

/** Refusals of acts that were sold from a menu. */
export const actsErrors = {
  /** `params.reason` says why: owed (not given yet), returned (the tokens are back), late (its time is over). */
  'acts.not_contestable': { kind: 'wrong_state', message: 'This cannot be contested now' },
} as const satisfies ErrorTable;
