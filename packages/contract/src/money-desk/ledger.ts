import { z } from 'zod';
import { cursorList, day, instant, intText, page, shape, uuid } from '../call.ts';
import { ledgerKind } from '../enums.ts';

/** One side of a movement; below 0 went out. */
const deskPosting = shape({
  /** Number of the account in the ledger; below 0 the operator's, in cents. */
  account: z.int(),
  /** Whose it is, such as `receivable`, `platform` or `spending`. */
  name: z.string(),
  /** Of a person's account. */
  username: z.string().nullable(),
  /** Of the operator's account that each biller has. */
  biller: z.string().nullable(),
  amount: z.int(),
  /** Its number in the account's feed and the balance after it; null for the system's. */
  entry: z.int().nullable(),
  balance_after: z.int().nullable(),
});

/** A movement with all of its sides; their sum is 0. */
const deskTransfer = shape({
  id: uuid,
  kind: ledgerKind,
  at: instant,
  unit: z.enum(['tokens', 'cents']),
  ref: shape({ type: z.string(), id: z.string() }).nullable(),
  comment: z.string().nullable(),
  postings: z.array(deskPosting),
});
export type DeskTransfer = z.infer<typeof deskTransfer>;

const rowsQuery = {
  ...page('id'),
  kind: ledgerKind.optional(),
  from: day.optional(),
  to: day.optional(),
};
const accountNumber = intText(-1_000_000, Number.MAX_SAFE_INTEGER);

export const ledgerDeskCalls = {
  listAccountTransfers: {
    who: 'admin',
    conditions: ['sudo'],
    rate: 'heavy',
    params: shape({ id: accountNumber }),
    query: shape(rowsQuery),
    response: cursorList(deskTransfer),
    errors: ['common.not_found'],
    ids: [],
  },
  listTransfers: {
    who: 'admin',
    conditions: ['sudo'],
    rate: 'heavy',
    query: shape({ ...rowsQuery, account: accountNumber.optional() }),
    response: cursorList(deskTransfer),
    errors: [],
    ids: [],
  },
  getTransfer: {
    who: 'admin',
    conditions: ['sudo'],
    rate: 'read',
    params: shape({ id: uuid }),
    response: deskTransfer,
    errors: ['common.not_found'],
    ids: [],
  },
  getLedgerHealth: {
    who: 'admin',
    conditions: ['sudo'],
    rate: 'read',
    response: shape({
      /** All balances and the system's entries together, in tokens and cents; anything but 0 is a fault. */
      sum: z.int(),
      /** How many things do not add up. */
      drift: z.int(),
      /** Null before the first run. */
      checked_at: instant.nullable(),
      accounts: z.int(),
      findings: z.array(
        shape({
          finding: z.string(),
          /** In words. */
          meaning: z.string(),
          account: z.int().nullable(),
          transfer_id: uuid.nullable(),
          detail: z.string().nullable(),
        }),
      ),
      /** Months of the ledger, oldest first. */
      months: z.array(
        shape({
          /** `2024-01`. */
          month: z.string(),
          /** Of a detached month the rows are in the file and not in the database. */
          state: z.enum(['open', 'closing', 'sealed', 'detached']),
          can_be_sealed: z.boolean(),
          /** Null before it is sealed. */
          transfers: z.int().nullable(),
          sealed_at: instant.nullable(),
          detached_at: instant.nullable(),
          file: z.string().nullable(),
          file_bytes: z.int().nullable(),
        }),
      ),
    }),
    errors: [],
    ids: [],
  },
} as const;
