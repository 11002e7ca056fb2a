import { z } from 'zod';
import { captchaAnswer } from '../captcha/answer.ts';
import { calls, instant, ok, okOnly, shape, uuid } from '../call.ts';
import { passkeyProof, stepCode } from '../second-factor/proofs.ts';
import { loggedIn } from './logged-in.ts';
import { sessionsRoutes } from './routes.ts';

/** One log-in of the account; device and browser are empty where the browser did not say. */
const sessionItem = shape({
  id: uuid,
  device: z.string(),
  browser: z.string(),
  country_code: z.string().nullable(),
  created_at: instant,
  last_seen_at: instant,
  current: z.boolean(),
});

export const sessionsCalls = calls(sessionsRoutes, {
  login: {
    who: 'guest',
    rate: 'auth',
    body: shape({
      login: z.string().min(1).max(254),
      password: z.string().min(1).max(128),
      remember: z.boolean().default(true),
      captcha: captchaAnswer,
    }),
    response: loggedIn,
    errors: [
      'identity.bad_credentials',
      'identity.captcha_required',
      'identity.captcha_failed',
      'identity.locked',
    ],
    ids: ['IDENTITY-002'],
  },
  logout: {
    who: 'guest',
    openToSuspended: true,
    rate: 'write',
    body: shape({}),
    response: ok({ redirect: z.string().nullable(), csrf: z.string() }),
    errors: [],
    ids: ['IDENTITY-016', 'IDENTITY-032'],
  },
  sudo: {
    who: 'user',
    rate: 'auth',
    body: z.union([
      shape({ password: z.string().min(1).max(128) }),
      shape({ code: stepCode }),
      shape({ passkey: passkeyProof }),
    ]),
    response: ok({ sudo_until: instant }),
    errors: ['identity.bad_credentials', 'identity.locked'],
    ids: [],
  },
  listSessions: {
    who: 'user',
    rate: 'read',
    response: shape({ items: z.array(sessionItem) }),
    errors: [],
    ids: [],
  },
  revokeSession: {
    who: 'user',
    rate: 'write',
    params: shape({ id: uuid }),
    response: okOnly,
    errors: ['common.not_found'],
    ids: [],
  },
  revokeOtherSessions: {
    who: 'user',
    rate: 'write',
    body: shape({}),
    response: ok({ revoked: z.int() }),
    errors: [],
    ids: [],
  },
  issueNodeToken: {
    who: 'guest',
    openToSuspended: true,
    rate: 'read',
    body: shape({}),
    response: shape({ node_token: z.string(), expires_at: instant, protocol_version: z.int() }),
    errors: [],
    ids: ['REALTIME-023'],
  },
});
