import { z } from 'zod';
import { calls, instant, ok, shape } from '../call.ts';
import { membership } from '../enums.ts';
import { membershipsRoutes } from './routes.ts';

const item = shape({
  membership,
  internal_id: z.string(),
  /** Cents for one period. */
  amount: z.int(),
  currency: z.string(),
  period_days: z.literal(30),
  /** Percent off the regular price. */
  discount: z.int(),
  benefits: z.array(z.string()),
});

const current = shape({
  membership,
  /** The end of the paid period; the next one is charged a day before. */
  renews_at: instant,
  auto_renew: z.boolean(),
  /** Cents that the next period costs this person. */
  renewal_amount: z.int(),
  /** The last charge was declined and will be retried. */
  is_past_due: z.boolean(),
});

export const membershipsCalls = calls(membershipsRoutes, {
  listMemberships: {
    who: 'guest',
    rate: 'read',
    response: shape({ items: z.array(item), current: current.nullable() }),
    errors: [],
    ids: ['BILLING-012', 'BILLING-039'],
  },
  cancelMembership: {
    who: 'user',
    rate: 'write',
    body: shape({ reason: z.string().max(200).optional() }),
    response: ok({ ends_at: instant }),
    errors: ['billing.no_membership'],
    ids: ['BILLING-012'],
  },
});
