import { z } from 'zod';
import { calls, cursorList, instant, page, shape, uuid } from '../call.ts';
import { ledgerKind } from '../enums.ts';
import { ledgerRow } from '../shapes.ts';
import { ledgerRoutes } from './routes.ts';

/** One side of a transfer: exactly one of debit and credit is above zero. */
const posting = shape({
  /** Number of the entry in the ledger; it only grows. */
  entry: z.int(),
  account: z.enum(['spendable', 'earned', 'platform', 'biller', 'promotion', 'payout', 'adjustment']),
  /** True for the caller's own account. */
  mine: z.boolean(),
  username: z.string().nullable(),
  debit: z.int().min(0),
  credit: z.int().min(0),
});

export const trace = shape({
  id: uuid,
  kind: ledgerKind,
  at: instant,
  /** What it did to the caller: negative went out. */
  tokens: z.int(),
  counterpart: z.string().nullable(),
  ref: shape({ type: z.string(), id: z.string() }).nullable(),
  comment: z.string().nullable(),
  /** Debits and credits have the same sum. */
  postings: z.array(posting),
});
export type Trace = z.infer<typeof trace>;

export const ledgerCalls = calls(ledgerRoutes, {
  listHistory: {
    who: 'user',
    rate: 'read',
    query: shape({
      ...page,
      kind: ledgerKind.optional(),
      from: z.iso.date().optional(),
      to: z.iso.date().optional(),
    }),
    response: cursorList(ledgerRow),
    errors: [],
    ids: ['BILLING-001'],
  },
  traceTransfer: {
    who: 'user',
    rate: 'read',
    params: shape({ id: uuid }),
    response: trace,
    errors: ['common.not_found'],
    ids: [],
  },
  getDailyLimit: {
    who: 'user',
    rate: 'read',
    response: shape({
      daily_limit: z.int(),
      used_today: z.int(),
      remaining: z.int().nullable(),
      resets_at: instant,
      purchase_limit_cents: z.int(),
      purchase_used_cents: z.int(),
      purchase_remaining_cents: z.int(),
      can_raise: z.boolean(),
      raise_needs: z.enum(['none', 'verify']),
      pending: shape({ daily_limit: z.int(), from: instant }).nullable(),
    }),
    errors: [],
    ids: ['BILLING-021'],
  },
});
