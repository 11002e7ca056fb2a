import type { ErrorTable } from '../error-spec.ts';

/** Refusals of the key that a new site prints when it first starts. */
export const firstOwnerErrors = {
  /** `params.reason` says why: used (the site has an owner) or unknown (mistyped, or of an earlier start). */
  'first_owner.key_refused': { kind: 'closed', message: 'This key does not make anybody the owner' },
} as const satisfies ErrorTable;
