import { z } from 'zod';
import { calls, ok, shape } from '../call.ts';
import { firstOwnerRoutes } from './routes.ts';

export const firstOwnerCalls = calls(firstOwnerRoutes, {
  /** Makes the caller the owner of a site that has none, by the key printed at its start. */
  claimSite: {
    who: 'user',
    rate: 'auth',
    body: shape({ key: z.string().regex(/^[A-Za-z0-9_-]{43}$/) }),
    response: ok({ username: z.string() }),
    errors: ['first_owner.key_refused'],
    ids: [],
  },
});
