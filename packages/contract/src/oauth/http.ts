import { z } from 'zod';
import { birthDay, calls, instant, ok, shape } from '../call.ts';
import { gender } from '../enums.ts';
import { accountName, yesNoNumber } from '../identity/http.ts';
import { oauthRoutes } from './routes.ts';

export const oauthProvider = z.enum(['google', 'facebook']);
export type OauthProvider = z.infer<typeof oauthProvider>;

const params = shape({ provider: oauthProvider });
/** Where the browser is led. */
const led = shape({ location: z.string() });
const failed = '/login?error=oauth';

const logins = shape({
  items: z.array(
    shape({
      provider: oauthProvider,
      /** Null: not linked. */
      linked_at: instant.nullable(),
      /** The address there, with its middle hidden; null where the provider gave none. */
      email_masked: z.string().nullable(),
    }),
  ),
});

export const oauthCalls = calls(oauthRoutes, {
  startOauth: {
    who: 'guest',
    rate: 'auth',
    navigation: { failed },
    params,
    query: shape({
      return_to: z.string().max(500).default('/'),
      /** `link` connects it to the logged-in account, whose owner has recently confirmed who they are. */
      intent: z.enum(['login', 'link']).default('login'),
    }),
    response: led,
    errors: ['sessions.oauth_unavailable'],
    ids: ['IDENTITY-030'],
  },
  finishOauth: {
    who: 'guest',
    rate: 'auth',
    // The provider sends the browser here.
    navigation: { failed, isFromElsewhere: true },
    params,
    // Each provider adds words of its own.
    query: z.looseObject({
      code: z.string().max(2_000).optional(),
      state: z.string().max(200).optional(),
      error: z.string().max(200).optional(),
    }),
    response: led,
    errors: ['sessions.oauth_unavailable', 'identity.challenge_expired'],
    ids: ['IDENTITY-030'],
  },
  getOauthNewcomer: {
    who: 'guest',
    rate: 'auth',
    response: shape({
      provider: oauthProvider,
      /** Null: the provider gave none, so the form asks for one. */
      email: z.string().nullable(),
      suggested_username: z.string(),
    }),
    errors: ['common.not_found'],
    ids: ['IDENTITY-030'],
  },
  completeOauth: {
    who: 'guest',
    rate: 'auth',
    body: shape({
      username: accountName,
      email: z.email().max(254).optional(),
      birth_date: birthDay,
      gender,
      terms_accepted: z.literal(true),
      age_confirmed: z.literal(true),
    }),
    response: ok({
      user: shape({ id: z.int(), username: z.string(), email_confirmed: yesNoNumber }),
      csrf: z.string(),
      next: z.enum(['home', 'onboarding']),
    }),
    errors: [
      'identity.challenge_expired',
      'identity.username_taken',
      'identity.username_refused',
      'identity.under_age',
    ],
    ids: ['IDENTITY-030'],
  },
  /** Begins to join a login to the account; the page goes where the answer says. */
  linkOauth: {
    who: 'user',
    conditions: ['sudo'],
    rate: 'auth',
    params,
    body: shape({}),
    response: ok(led.shape),
    errors: ['sessions.oauth_unavailable', 'identity.challenge_expired'],
    ids: ['IDENTITY-030'],
  },
  unlinkOauth: {
    who: 'user',
    conditions: ['sudo'],
    rate: 'write',
    params,
    body: shape({}),
    response: ok(logins.shape),
    errors: ['identity.last_login_method'],
    ids: ['IDENTITY-030'],
  },
  listOauth: {
    who: 'user',
    rate: 'read',
    response: logins,
    errors: [],
    ids: ['IDENTITY-030'],
  },
});
