import type { ErrorTable } from '../error-spec.ts';

/** Refusals of credentials. They keep the code prefix of identity, on whose pages they appear. */
export const credentialsErrors = {
  /** `params.reason` says why: used, expired or unknown. */
  'identity.token_invalid': { kind: 'closed', message: 'This link is invalid or has expired' },
  'identity.email_in_use': { kind: 'conflict', message: 'This address already belongs to another account' },
  'identity.email_refused': { kind: 'invalid_input', message: 'This address cannot be used' },
} as const satisfies ErrorTable;
