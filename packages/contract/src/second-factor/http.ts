import { z } from 'zod';
import { calls, instant, ok, okOnly, shape, uuid } from '../call.ts';
import { loggedIn } from '../sessions/logged-in.ts';
import { newPasskey, passkeyAnswer, passkeyProof, stepCode } from './proofs.ts';
import { secondFactorRoutes } from './routes.ts';
import { written } from '../event-fields.ts';

/** Options of WebAuthn as `parseCreationOptionsFromJSON` and `parseRequestOptionsFromJSON` read them. */
const passkeyOptions = shape({ challenge_id: uuid, options: z.record(z.string(), z.unknown()) });
const recoveryCodes = z.array(z.string()).length(10);

export const secondFactorCalls = calls(secondFactorRoutes, {
  passSecondStep: {
    who: 'guest',
    rate: 'auth',
    body: shape({
      challenge_id: uuid,
      method: z.enum(['totp', 'passkey', 'recovery']),
      code: stepCode.optional(),
      passkey: passkeyProof.optional(),
    }),
    response: loggedIn,
    errors: ['identity.two_factor_failed', 'identity.challenge_expired', 'identity.locked'],
    ids: ['IDENTITY-025'],
  },
  beginPasskey: {
    who: 'guest',
    rate: 'auth',
    body: shape({}),
    response: passkeyOptions,
    errors: [],
    ids: [],
  },
  logInByPasskey: {
    who: 'guest',
    rate: 'auth',
    body: shape({ challenge_id: uuid, credential: passkeyAnswer, remember: z.boolean().default(true) }),
    response: loggedIn,
    errors: ['identity.passkey_failed'],
    ids: [],
  },
  getTwoFactor: {
    who: 'user',
    rate: 'read',
    response: shape({
      enabled: z.boolean(),
      two_factor_auth_type: z.enum(['totp', 'passkey']).nullable(),
      passkeys: z.array(
        shape({ id: uuid, name: z.string(), created_at: instant, last_used_at: instant.nullable() }),
      ),
      recovery_codes_left: z.int(),
    }),
    errors: [],
    ids: ['IDENTITY-025'],
  },
  setUpTwoFactor: {
    who: 'user',
    conditions: ['sudo'],
    rate: 'auth',
    body: shape({ type: z.literal('totp') }),
    response: shape({ setup_id: uuid, secret: z.string(), otpauth_url: z.string() }),
    errors: ['identity.two_factor_on'],
    ids: ['IDENTITY-025'],
  },
  enableTwoFactor: {
    who: 'user',
    conditions: ['sudo'],
    rate: 'auth',
    body: shape({ setup_id: uuid, code: stepCode }),
    response: ok({ recovery_codes: recoveryCodes }),
    errors: ['identity.two_factor_failed', 'identity.two_factor_on'],
    ids: ['IDENTITY-025'],
  },
  disableTwoFactor: {
    who: 'user',
    conditions: ['sudo'],
    rate: 'auth',
    body: z.union([shape({ code: stepCode }), shape({ passkey: passkeyProof })]),
    response: okOnly,
    errors: ['identity.two_factor_failed', 'identity.two_factor_required_by_role', 'identity.locked'],
    ids: ['IDENTITY-025'],
  },
  renewRecoveryCodes: {
    who: 'user',
    conditions: ['sudo'],
    rate: 'auth',
    body: shape({}),
    response: shape({ recovery_codes: recoveryCodes }),
    errors: ['identity.two_factor_failed'],
    ids: [],
  },
  beginPasskeyRegistration: {
    who: 'user',
    conditions: ['sudo'],
    rate: 'auth',
    body: shape({}),
    response: passkeyOptions,
    errors: [],
    ids: [],
  },
  registerPasskey: {
    who: 'user',
    conditions: ['sudo'],
    rate: 'auth',
    body: shape({ challenge_id: uuid, credential: newPasskey, name: written().min(1).max(40) }),
    response: ok({ id: uuid }),
    errors: ['identity.passkey_failed'],
    ids: [],
  },
  deletePasskey: {
    who: 'user',
    conditions: ['sudo'],
    rate: 'auth',
    params: shape({ id: uuid }),
    response: okOnly,
    errors: ['common.not_found'],
    ids: [],
  },
});
