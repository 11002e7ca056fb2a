import { z } from 'zod';
import { calls, ok, okOnly, shape } from '../call.ts';
import { phonesRoutes } from './routes.ts';

export const phonesCalls = calls(phonesRoutes, {
  getPhone: {
    who: 'user',
    rate: 'read',
    response: shape({
      /** The last three digits of the saved number; null: none. */
      user_phone_number: z.string().nullable(),
      phone_confirmed: z.boolean(),
    }),
    errors: [],
    ids: [],
  },
  /** At most three a day; the next one beyond is `common.rate_limited` with the seconds until then. */
  sendPhoneCode: {
    who: 'user',
    rate: 'auth',
    body: shape({}),
    response: okOnly,
    errors: ['common.not_found', 'identity.sms_unavailable'],
    ids: [],
  },
  confirmPhone: {
    who: 'user',
    rate: 'auth',
    body: shape({ code: z.string().min(4).max(8) }),
    response: ok({ phone_confirmed: z.literal(true) }),
    errors: ['identity.two_factor_failed', 'identity.sms_unavailable'],
    ids: [],
  },
});
