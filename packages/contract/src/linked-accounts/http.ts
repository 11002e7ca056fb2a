import { z } from 'zod';
import { accountIdText, calls, ok, shape } from '../call.ts';
import { captchaAnswer } from '../captcha/answer.ts';
import { stepCode } from '../second-factor/proofs.ts';
import { loggedIn } from '../sessions/logged-in.ts';
import { linkedAccountsRoutes } from './routes.ts';

/** The caller's account, and those linked with it. */
const items = z.array(
  shape({
    id: z.int(),
    username: z.string(),
    thumb_url: z.string().nullable(),
    is_current: z.boolean(),
  }),
);
const params = shape({ id: accountIdText });

export const linkedAccountsCalls = calls(linkedAccountsRoutes, {
  listLinkedAccounts: {
    who: 'user',
    rate: 'read',
    /** `max`: how many others may be linked. */
    response: shape({ items, max: z.int() }),
    errors: [],
    ids: ['SETTINGS-025', 'CONSTANTS-011'],
  },
  linkAccount: {
    who: 'user',
    conditions: ['sudo'],
    rate: 'auth',
    body: shape({
      login: z.string().min(1).max(254),
      password: z.string().min(1).max(128),
      code: stepCode.optional(),
      captcha: captchaAnswer,
    }),
    response: ok({ items }),
    errors: [
      'identity.bad_credentials',
      'identity.locked',
      'identity.captcha_required',
      'identity.captcha_failed',
      'identity.two_factor_failed',
      'settings.linked_limit',
      'settings.linked_already',
      'settings.not_allowed',
      'common.not_self',
    ],
    ids: ['SETTINGS-025'],
  },
  switchAccount: {
    who: 'user',
    rate: 'auth',
    params,
    body: shape({}),
    response: loggedIn,
    errors: ['common.not_found'],
    ids: ['SETTINGS-025'],
  },
  unlinkAccount: {
    who: 'user',
    rate: 'write',
    params,
    body: shape({}),
    response: ok({ items }),
    errors: ['common.not_found'],
    ids: ['SETTINGS-025'],
  },
});
