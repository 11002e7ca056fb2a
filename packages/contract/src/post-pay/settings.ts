import { z } from 'zod';
import { shape, uuid } from '../call.ts';

/** A credit line as shown in its owner's settings; only the server writes it. */
export const postpay = shape({
  /** False where it gives no credit: declined, past due, suspended. */
  enabled: z.boolean(),
  limit_cents: z.int(),
  used_cents: z.int(),
  card_id: uuid.nullable(),
  /** Opens GET /billing/postpay_decline once; null where there is nothing to decline. */
  decline_token: z.string().nullable(),
});
export type Postpay = z.infer<typeof postpay>;
