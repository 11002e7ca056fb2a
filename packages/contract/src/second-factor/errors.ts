import type { ErrorTable } from '../error-spec.ts';

/** Refusals of the second step and of passkeys. They keep the names of identity, whose pages they are read on. */
export const secondFactorErrors = {
  'identity.two_factor_failed': { kind: 'unauthenticated', message: 'Wrong code' },
  'identity.two_factor_on': { kind: 'conflict', message: 'Two-factor login is already on' },
  'identity.two_factor_required_by_role': {
    kind: 'forbidden',
    message: 'Your role requires two-factor login',
  },
  /** `params.reason`: `tries` where too many were wrong, else absent. */
  'identity.challenge_expired': { kind: 'closed', message: 'This login attempt has expired' },
  'identity.passkey_failed': { kind: 'unauthenticated', message: 'The passkey was not accepted' },
} as const satisfies ErrorTable;
