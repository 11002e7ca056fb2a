import { z } from 'zod';
import { calls, instant, ok, shape, uuid } from '../call.ts';
import { orderState } from '../enums.ts';
import { postPayRoutes } from './routes.ts';
import { postpay } from './settings.ts';

/** Machine 22. `offered` and `none` are computed on request. */
const postpayState = z.enum([
  'none',
  'offered',
  'declined',
  'active',
  'settling',
  'past_due',
  'suspended',
  'closed',
]);
export type PostpayState = z.infer<typeof postpayState>;

export const postPayCalls = calls(postPayRoutes, {
  getPostpay: {
    who: 'user',
    rate: 'read',
    response: shape({
      state: postpayState,
      limit_tokens: z.int(),
      used_tokens: z.int(),
      /** The most that would be given now; 0: nothing. */
      offered_tokens: z.int(),
      card_id: uuid.nullable(),
      /** When the card is charged next where nothing else happens; null: nothing is owed, or nothing follows. */
      next_charge_at: instant.nullable(),
      decline_token: z.string().nullable(),
      /** The newest ten. */
      charges: z.array(
        shape({
          order_id: uuid,
          tokens: z.int(),
          amount: z.int(),
          currency: z.string(),
          at: instant,
          state: orderState,
        }),
      ),
    }),
    errors: [],
    ids: ['BILLING-057', 'BILLING-058'],
  },
  checkBalance: {
    who: 'user',
    rate: 'read',
    response: shape({
      /** Dollars, two decimals. */
      available: z.number(),
      available_cents: z.int(),
      available_tokens: z.int(),
      tokens: z.int(),
      limit_cents: z.int(),
      used_cents: z.int(),
    }),
    errors: ['billing.postpay_off'],
    ids: ['BILLING-024'],
  },
  declinePostpay: {
    who: 'user',
    rate: 'write',
    navigation: { failed: '/?postpay=error' },
    query: shape({ t: z.string().length(43) }),
    response: shape({ location: z.string() }),
    errors: [],
    ids: ['BILLING-022', 'BILLING-014'],
  },
  enablePostpay: {
    who: 'user',
    conditions: ['av', 'sudo'],
    rate: 'write',
    body: shape({ card_id: uuid, limit_cents: z.int().min(1_000).max(100_000) }),
    response: ok({ postpay }),
    errors: ['billing.postpay_refused', 'billing.card_unknown'],
    ids: ['BILLING-057', 'BILLING-058'],
  },
  setPostpayCard: {
    who: 'user',
    conditions: ['sudo'],
    rate: 'spend',
    spends: true,
    body: shape({ card_id: uuid }),
    response: ok({ postpay }),
    errors: ['billing.card_unknown', 'billing.declined', 'billing.postpay_off'],
    ids: ['BILLING-011'],
  },
  settlePostpay: {
    who: 'user',
    rate: 'spend',
    spends: true,
    body: shape({}),
    response: ok({ postpay, tokens: z.int() }),
    errors: ['billing.postpay_off', 'billing.declined'],
    ids: ['BILLING-058'],
  },
});
