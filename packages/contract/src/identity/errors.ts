import type { ErrorTable } from '../error-spec.ts';

/** Refusals of identity. */
export const identityErrors = {
  'identity.suspended': { kind: 'forbidden', message: 'Your account is suspended' },
  'identity.email_unconfirmed': { kind: 'forbidden', message: 'Please confirm your email address first' },
  'identity.username_taken': { kind: 'conflict', message: 'This username is taken' },
  'identity.username_refused': { kind: 'invalid_input', message: 'This username cannot be used' },
  'identity.password_weak': { kind: 'invalid_input', message: 'Please choose a stronger password' },
  'identity.under_age': { kind: 'wrong_state', message: 'You must be at least 18 years old' },
  'identity.bad_credentials': { kind: 'unauthenticated', message: 'Wrong username or password' },
  'identity.captcha_required': { kind: 'invalid_input', message: 'Please solve the check' },
  'identity.captcha_failed': { kind: 'invalid_input', message: 'Please solve the check again' },
  'identity.locked': { kind: 'rate_limited', message: 'Too many attempts. Please try again later' },
  'identity.change_not_allowed': { kind: 'forbidden', message: 'Your username cannot be changed' },
} as const satisfies ErrorTable;
