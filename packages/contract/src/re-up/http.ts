import { z } from 'zod';
import { internalId } from '../billing/http.ts';
import { calls, instant, ok, shape, uuid } from '../call.ts';
import { orderState } from '../enums.ts';
import { reUpRoutes } from './routes.ts';

export const reUpCalls = calls(reUpRoutes, {
  getReUp: {
    who: 'user',
    rate: 'read',
    response: shape({
      state: z.enum(['off', 'on', 'charging', 'disabled']),
      /** Declines in a row that have ended it. */
      failures: z.int(),
      consented_at: instant.nullable(),
      /** What each charge buys, and for how many cents, as it was agreed to; null where nothing was. */
      agreed: shape({ tokens: z.int(), amount: z.int(), currency: z.string() }).nullable(),
      charged_today: z.int(),
      charged_cents_this_month: z.int(),
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
    ids: ['BILLING-062'],
  },
  reUpNow: {
    who: 'buyer',
    conditions: ['av'],
    rate: 'spend',
    spends: true,
    body: shape({ internal_id: internalId, cardId: uuid.optional() }),
    response: ok({ tokens: z.int(), tokens_added: z.int() }),
    errors: [
      'billing.re_up_failed',
      'billing.verification_required',
      'billing.contact_support',
      'billing.product_unknown',
      'billing.card_unknown',
      'billing.daily_limit',
      'billing.biller_unavailable',
    ],
    ids: ['BILLING-062', 'ERRORS-007', 'ERRORS-008', 'ERRORS-026', 'ERRORS-027'],
  },
});
