import { z } from 'zod';
import { instant, ok, shape, uuid } from '../call.ts';

/** The answer of every way to log in; with `two_factor` there is no session yet. */
export const loggedIn = ok({
  two_factor: shape({
    challenge_id: uuid,
    methods: z.array(z.enum(['totp', 'passkey', 'recovery'])),
    expires_at: instant,
  }).nullable(),
  user: shape({ id: z.int(), username: z.string() }).nullable(),
  csrf: z.string(),
  suspended: z.boolean(),
});
