import { z } from 'zod';
import { birthDay, calls, instant, ok, okOnly, shape, uuid } from '../call.ts';
import { gender } from '../enums.ts';
import { accountName, yesNoNumber } from '../identity/http.ts';
import { loggedIn } from '../sessions/logged-in.ts';
import { partnersRoutes, partnersStaffRoutes } from './routes.ts';
import { written } from '../event-fields.ts';

const token = z.string().regex(/^[\w-]{43}$/);
const domain = z
  .string()
  .max(253)
  .regex(/^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/);
/** What every request of a partner's server begins with; `mac` is HMAC-SHA256 in hexadecimal digits (docs/wire/http.md, section 6.3). */
const signed = {
  partner: uuid,
  /** Unix seconds; at most five minutes from now. */
  at: z.int(),
  email: z.email().max(254),
  mac: z.string().regex(/^[0-9a-f]{64}$/),
};

const partner = shape({
  id: uuid,
  name: z.string(),
  domain: z.string(),
  is_enabled: z.boolean(),
  accounts: z.int(),
  created_at: instant,
});
const partnerParams = shape({ id: uuid });
/** Shown once. */
const withSecret = ok({ id: uuid, secret: z.string() });

export const partnersCalls = {
  ...calls(partnersRoutes, {
    logInByPartner: {
      who: 'guest',
      rate: 'auth',
      body: shape({ token }),
      response: loggedIn.extend({ return_to: z.string() }),
      errors: ['identity.token_invalid'],
      ids: ['IDENTITY-007'],
    },
    getFreeRegister: {
      who: 'guest',
      rate: 'auth',
      query: shape({ token }),
      response: shape({
        email_masked: z.string(),
        suggested_username: z.string(),
        partner_name: z.string(),
      }),
      errors: ['identity.token_invalid'],
      ids: ['IDENTITY-004'],
    },
    freeRegister: {
      who: 'guest',
      rate: 'auth',
      body: shape({
        token,
        username: accountName,
        birth_date: birthDay,
        gender,
        terms_accepted: z.literal(true),
        age_confirmed: z.literal(true),
        password: z.string().min(8).max(128).optional(),
      }),
      response: ok({
        user: shape({ id: z.int(), username: z.string(), email_confirmed: yesNoNumber }),
        csrf: z.string(),
        next: z.enum(['home', 'onboarding']),
      }),
      errors: [
        'identity.token_invalid',
        'identity.username_taken',
        'identity.username_refused',
        'identity.password_weak',
        'identity.under_age',
      ],
      ids: ['IDENTITY-004', 'IDENTITY-033'],
    },
    askFreeRegister: {
      who: 'hook',
      rate: 'hook',
      body: shape({ ...signed, suggested_username: z.string().max(40).default('') }),
      response: ok({ url: z.string() }),
      errors: ['partners.refused'],
      ids: ['IDENTITY-004'],
    },
    askPartnerLogin: {
      who: 'hook',
      rate: 'hook',
      body: shape({ ...signed, return_to: z.string().max(500).default('/') }),
      /** Null: the link is mailed to the address, if an account has confirmed it. */
      response: ok({ url: z.string().nullable() }),
      errors: ['partners.refused'],
      ids: ['IDENTITY-007'],
    },
  }),
  ...calls(partnersStaffRoutes, {
    listPartners: {
      who: 'admin',
      rate: 'read',
      response: shape({ items: z.array(partner) }),
      errors: [],
      ids: ['IDENTITY-033'],
    },
    addPartner: {
      who: 'admin',
      conditions: ['sudo'],
      rate: 'write',
      body: shape({ name: written().min(2).max(60), domain }),
      response: withSecret,
      errors: ['partners.domain_taken'],
      ids: ['IDENTITY-033'],
    },
    renewPartnerSecret: {
      who: 'admin',
      conditions: ['sudo'],
      rate: 'write',
      params: partnerParams,
      body: shape({}),
      response: withSecret,
      errors: ['common.not_found'],
      ids: [],
    },
    switchPartner: {
      who: 'admin',
      conditions: ['sudo'],
      rate: 'write',
      params: partnerParams,
      body: shape({ is_enabled: z.boolean() }),
      response: okOnly,
      errors: ['common.not_found'],
      ids: [],
    },
  }),
};
