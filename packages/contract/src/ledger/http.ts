import { z } from 'zod';
import { calls, cursorList, day, instant, intText, page, shape, uuid } from '../call.ts';
import { ledgerKind } from '../enums.ts';
import { ledgerRow } from '../shapes.ts';
import { isPeriod, stats } from '../stats.ts';
import { ledgerRoutes } from './routes.ts';

/** One side of a transfer: exactly one of debit and credit is above zero. */
const posting = shape({
  /** Number of the entry in the ledger; only grows. */
  entry: z.int(),
  account: z.enum([
    'spendable',
    'earned',
    'payable',
    'reserve',
    'platform',
    'biller',
    'promotion',
    'payout',
    'adjustment',
  ]),
  /** True for the caller's own account. */
  mine: z.boolean(),
  username: z.string().nullable(),
  debit: z.int().min(0),
  credit: z.int().min(0),
  /** For earnings of the caller: from when on they can be paid out. */
  payable_from: instant.nullable(),
});

export const trace = shape({
  id: uuid,
  kind: ledgerKind,
  at: instant,
  /** Change for the caller; negative when tokens went out. */
  tokens: z.int(),
  counterpart: z.string().nullable(),
  /** Name of that person for display; null without one. */
  counterpart_name: z.string().nullable(),
  ref: shape({ type: z.string(), id: z.string() }).nullable(),
  comment: z.string().nullable(),
  about: ledgerRow.shape.about,
  /** Held before: when, and how much then. */
  held: shape({ at: instant, tokens: z.int() }).nullable(),
  /** How much of it has been refunded since. */
  refunded_tokens: z.int(),
  /** Part of the gift that nobody paid for. */
  promotional_tokens: z.int(),
  /** Debits and credits add up to the same sum. */
  postings: z.array(posting),
});
export type Trace = z.infer<typeof trace>;

export const ledgerCalls = calls(ledgerRoutes, {
  listHistory: {
    who: 'user',
    rate: 'read',
    query: shape({
      ...page('number'),
      kind: ledgerKind.optional(),
      from: day.optional(),
      to: day.optional(),
    }),
    response: cursorList(ledgerRow, {
      /** On the last page: older entries are archived and not listed. */
      archived_before: instant.nullable(),
    }),
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
  /**
   * What the caller has spent in the last days, added up for each quarter of an hour with spending, so that a day
   * begins at midnight wherever somebody is; refunds are not taken off.
   */
  getSpending: {
    who: 'user',
    rate: 'read',
    query: shape({ days: intText(1, 92).default(30) }),
    response: shape({
      items: z.array(shape({ at: instant, kind: ledgerKind, tokens: z.int().min(1) })),
    }),
    errors: [],
    ids: [],
  },
  /**
   * Everything that moved in a period, oldest first, for one's own bookkeeping. Earnings are one balance here, payable
   * or not.
   */
  getStatement: {
    who: 'user',
    rate: 'heavy',
    csv: true,
    pdf: { columns: ['at', 'kind', 'with', 'detail', 'tokens', 'balance', 'entry'] },
    query: shape({
      from: day,
      to: day,
      format: z.enum(['json', 'csv', 'pdf']).default('json'),
    }).refine(isPeriod, { message: 'At most 366 days', path: ['to'] }),
    response: shape({
      title: z.string(),
      /** Owner and content of the statement, line by line. */
      about: z.array(z.string()),
      ...stats.shape,
    }),
    errors: ['ledger.statement_too_long', 'ledger.month_detached'],
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
