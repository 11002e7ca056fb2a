import { z } from 'zod';
import { cursorList, day, flagText, instant, ok, page, shape, uuid } from '../call.ts';
import { biller, ledgerKind, orderState } from '../enums.ts';
import { written } from '../event-fields.ts';

/**
 * `asking`: recorded, the biller is being asked. `asked`: it accepted, and its post will tell the outcome. `unknown`:
 * it did not answer. `done`: its post or answer has reversed the order.
 */
export const refundState = z.enum(['asking', 'asked', 'refused', 'unknown', 'done']);
export type RefundState = z.infer<typeof refundState>;

const deskOrder = shape({
  order_id: uuid,
  user: shape({ id: z.int(), username: z.string() }),
  biller,
  state: orderState,
  internal_id: z.string(),
  tokens: z.int(),
  /** Cents. */
  amount: z.int(),
  currency: z.string(),
  decline_code: z.string().nullable(),
  at: instant,
  settled_at: instant.nullable(),
  transaction_id: z.string().nullable(),
  /** Of the newest refund that staff asked for. */
  refund: refundState.nullable(),
  /** Its charge has no answer, and a person has to decide it. */
  is_charge_open: z.boolean(),
});
export type DeskOrder = z.infer<typeof deskOrder>;

/** What a biller reports about an order. */
export const toldKind = z.enum([
  'pending',
  'approved',
  'declined',
  'refunded',
  'voided',
  'charged_back',
  'dispute_won',
  'fraud_reported',
  'alerted',
]);

/** Reports of its biller about an order, in order of arrival. */
const told = shape({
  at: instant,
  kind: toldKind,
  transaction_id: z.string(),
  amount: z.int().nullable(),
  currency: z.string().nullable(),
  decline_code: z.string().nullable(),
  card: shape({ brand: z.string(), last4: z.string() }).nullable(),
  /** What became of the post; null while it waits. */
  outcome: z.string().nullable(),
});

const booking = shape({
  kind: z.enum(['purchase', 'refund', 'chargeback', 'restored']),
  tokens: z.int(),
  cents: z.int(),
  /** The transfer of the tokens. */
  transfer_id: uuid,
  /** The transfer of the cents; null without one. */
  money_transfer_id: uuid.nullable(),
  is_done: z.boolean(),
});

/** Why an order cannot be refunded now. */
export const refundBar = z.enum([
  'not_paid',
  'biller_gives_nothing_back',
  'whole_only',
  'under_way',
  'all_given_back',
]);
export type RefundBar = z.infer<typeof refundBar>;

/** What a refund would do by rule, shown before it is pressed. */
const refundPlan = shape({
  /** Null: it can be asked for. */
  bar: refundBar.nullable(),
  /** Cents that would be given back. */
  amount: z.int(),
  tokens: z.int(),
  /** Already spent ones among them. Who was paid with them keeps them. */
  spent_tokens: z.int(),
  balance: z.int(),
  balance_after: z.int(),
  /** True: spending stops until the balance is back above its floor. */
  stops_spending: z.boolean(),
  /** Open holds that would be voided, newest first. */
  voided_holds: z.array(shape({ id: uuid, kind: ledgerKind, tokens: z.int() })),
});
export type RefundPlan = z.infer<typeof refundPlan>;

const askedRefund = shape({
  id: uuid,
  at: instant,
  by: z.string(),
  reason: z.string(),
  amount: z.int(),
  state: refundState,
});

/** A charge of a card on file whose outcome the biller has not told. */
const openCharge = shape({
  asked_at: instant,
  /** How often its biller was asked for the outcome, and its last answer. */
  looks: z.int(),
  looked_at: instant.nullable(),
  /**
   * `not_known`, `not_listed`: the biller knows of no such charge so far. `several`: it lists sales that may belong to
   * this order or to another.
   */
  found: z.enum(['no_answer', 'not_known', 'not_listed', 'several']).nullable(),
  /** Transactions that may be this charge. */
  sales: z.array(shape({ transaction_id: z.string(), amount: z.int(), currency: z.string() })),
  /** Whether a person has to decide it by now. */
  needs_person: z.boolean(),
});

/** An order with everything known about it. */
export const deskOrderWhole = shape({
  order: deskOrder,
  told: z.array(told),
  bookings: z.array(booking),
  /** What its tokens paid for, oldest first. */
  paid_for: z.array(
    shape({
      transfer_id: uuid,
      kind: ledgerKind,
      at: instant,
      /** Tokens of this order. */
      tokens: z.int(),
      receiver: z.string().nullable(),
    }),
  ),
  /** Null while it was not paid. */
  lot: shape({ bought_tokens: z.int(), left_tokens: z.int() }).nullable(),
  refunds: z.array(askedRefund),
  plan: refundPlan,
  /** Null: the outcome is known, or no card on file was charged. */
  open_charge: openCharge.nullable(),
});
export type DeskOrderWhole = z.infer<typeof deskOrderWhole>;

export const orderCalls = {
  listDeskOrders: {
    who: 'admin',
    conditions: ['sudo'],
    rate: 'heavy',
    query: shape({
      ...page('id'),
      state: orderState.optional(),
      biller: biller.optional(),
      /** A username. */
      user: z.string().max(30).optional(),
      /** A UTC day. */
      day: day.optional(),
      /** 1: only those whose charge a person has to decide. */
      open_charge: flagText.optional(),
    }),
    response: cursorList(deskOrder),
    errors: [],
    ids: [],
  },
  getDeskOrder: {
    who: 'admin',
    conditions: ['sudo'],
    rate: 'read',
    params: shape({ id: uuid }),
    response: deskOrderWhole,
    errors: ['common.not_found'],
    ids: [],
  },
  /** States the outcome of a charge that the biller does not tell; the audit log keeps it with its note. */
  decideCharge: {
    who: 'admin',
    conditions: ['sudo'],
    rate: 'write',
    params: shape({ id: uuid }),
    body: shape({
      outcome: z.enum(['paid', 'not_charged']),
      /** The biller's transaction that paid it. */
      transaction_id: written().min(1).max(80).optional(),
      note: written().min(3).max(500),
    }).refine(({ outcome, transaction_id: id }) => (outcome === 'paid') === (id !== undefined), {
      message: 'What was paid has a transaction',
      path: ['transaction_id'],
    }),
    response: ok({ state: orderState }),
    errors: ['common.not_found', 'money_desk.charge_decided', 'money_desk.transaction_taken'],
    ids: [],
  },
  refundOrder: {
    who: 'admin',
    conditions: ['sudo'],
    rate: 'spend',
    spends: true,
    params: shape({ id: uuid }),
    body: shape({ reason: written().min(3).max(500) }),
    response: ok({ state: refundState }),
    errors: ['billing.not_refundable', 'common.not_found'],
    ids: [],
  },
} as const;
