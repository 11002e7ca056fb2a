import { z } from 'zod';
import { cursorList, instant, page, shape, uuid } from '../call.ts';
import { biller } from '../enums.ts';

/** `lost`: the time that the scheme gives is over, and the bank has not given it back. */
export const disputeState = z.enum(['open', 'won', 'lost']);
export type DisputeState = z.infer<typeof disputeState>;

const dispute = shape({
  order_id: uuid,
  user: shape({ id: z.int(), username: z.string() }),
  biller,
  state: disputeState,
  /** Cents that were charged back. */
  amount: z.int(),
  currency: z.string(),
  transaction_id: z.string(),
  card: shape({ brand: z.string(), last4: z.string() }).nullable(),
  told_at: instant,
  /** Until when evidence is taken, by the scheme of the card. */
  due_at: instant,
  /** When its evidence was last exported. */
  exported_at: instant.nullable(),
});
export type Dispute = z.infer<typeof dispute>;

/** Somebody who may not buy: too many similar purchases too fast. */
const purchaseBlock = shape({
  user: shape({ id: z.int(), username: z.string() }),
  /** Orders or declines of an hour, other accounts with one of the cards, other buyers of the network. */
  reason: z.enum(['orders', 'declines', 'cards', 'network']),
  count: z.int(),
  stops_at: z.int(),
  /** Purchases that were refused for it. */
  tries: z.int(),
  first_at: instant,
  last_at: instant,
});
export type PurchaseBlock = z.infer<typeof purchaseBlock>;

export const disputeCalls = {
  listPurchaseBlocks: {
    who: 'admin',
    conditions: ['sudo'],
    rate: 'heavy',
    query: shape(page('instant')),
    response: cursorList(purchaseBlock),
    errors: [],
    ids: [],
  },
  listDisputes: {
    who: 'admin',
    conditions: ['sudo'],
    rate: 'heavy',
    query: shape({ ...page('id'), state: disputeState.optional() }),
    response: cursorList(dispute),
    errors: [],
    ids: [],
  },
  /** Collects what a bank is shown; the audit log records who did so. */
  exportEvidence: {
    who: 'admin',
    conditions: ['sudo'],
    rate: 'heavy',
    params: shape({ id: uuid }),
    response: shape({
      file_name: z.string(),
      /** A self-contained page, to print or to send. */
      html: z.string(),
      /** The same for programs. */
      evidence: z.record(z.string(), z.unknown()),
    }),
    errors: ['common.not_found'],
    ids: [],
  },
} as const;
