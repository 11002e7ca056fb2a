import type { ErrorTable } from '../error-spec.ts';

/** Refusals of sign-in by an account elsewhere. */
export const oauthErrors = {
  'sessions.oauth_unavailable': { kind: 'not_found', message: 'This login is not available' },
  'identity.last_login_method': {
    kind: 'wrong_state',
    message: 'This is the only way into your account. Set a password first',
  },
} as const satisfies ErrorTable;
