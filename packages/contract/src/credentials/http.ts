import { z } from 'zod';
import { calls, instant, ok, okOnly, shape } from '../call.ts';
import { captchaAnswer } from '../captcha/answer.ts';
import { credentialsRoutes } from './routes.ts';

/** What a mailed link carries: 32 random bytes. */
const linkToken = z.string().regex(/^[A-Za-z0-9_-]{43}$/);
const newPassword = z.string().min(8).max(128);

export const credentialsCalls = calls(credentialsRoutes, {
  forgotPassword: {
    who: 'guest',
    rate: 'auth',
    body: shape({ login: z.string().min(1).max(254), captcha: captchaAnswer }),
    response: ok({ message: z.string() }),
    errors: ['identity.captcha_required', 'identity.captcha_failed'],
    ids: ['IDENTITY-012'],
  },
  resetPassword: {
    who: 'guest',
    rate: 'auth',
    body: shape({ token: linkToken, password: newPassword }),
    response: okOnly,
    errors: ['identity.token_invalid', 'identity.password_weak'],
    ids: ['IDENTITY-012'],
  },
  confirmEmail: {
    who: 'guest',
    rate: 'auth',
    body: shape({ token: linkToken }),
    response: ok({ username: z.string(), free_tokens_released: z.int() }),
    errors: ['identity.token_invalid', 'identity.email_in_use'],
    ids: ['IDENTITY-014', 'IDENTITY-023'],
  },
  keepEmail: {
    who: 'guest',
    rate: 'auth',
    body: shape({ token: linkToken }),
    response: ok({ username: z.string() }),
    errors: ['identity.token_invalid', 'identity.email_in_use'],
    ids: [],
  },
  resendEmail: {
    who: 'user',
    guarded: true,
    rate: 'auth',
    response: ok({ message: z.string() }),
    errors: ['identity.email_refused'],
    ids: ['IDENTITY-018'],
  },
  getEmail: {
    who: 'user',
    rate: 'read',
    response: shape({
      email: z.string().nullable(),
      email_confirmed: z.union([z.literal(0), z.literal(1)]),
      /** An address not yet confirmed. */
      pending_email: z.string().nullable(),
      /** When a link may be sent again. */
      resend_at: instant.nullable(),
    }),
    errors: [],
    ids: ['IDENTITY-014'],
  },
  changeEmail: {
    who: 'user',
    conditions: ['sudo'],
    rate: 'auth',
    body: shape({ email: z.email().max(254) }),
    response: ok({ pending_email: z.string() }),
    errors: ['identity.email_refused'],
    ids: [],
  },
  changePassword: {
    who: 'user',
    rate: 'auth',
    body: shape({ current_password: z.string().min(1).max(128), password: newPassword }),
    response: ok({ csrf: z.string() }),
    errors: ['identity.bad_credentials', 'identity.password_weak'],
    ids: [],
  },
});
