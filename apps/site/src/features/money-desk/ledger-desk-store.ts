import type { Uuid } from '@klieg/kernel';
import { sql } from 'kysely';
import type { Database } from '../../platform/postgres/index.ts';
import { codeOfKind, kindOfCode, type LedgerKind } from '../ledger/index.ts';

/** A movement as the ledger has it. */
export interface FoundTransfer {
  readonly id: Uuid;
  readonly kind: LedgerKind;
  readonly at: Date;
  readonly ref: { readonly type: string; readonly id: string } | null;
  readonly comment: string | null;
  readonly postings: readonly {
    readonly account: number;
    readonly amount: number;
    readonly entry: number | null;
    readonly balanceAfter: number | null;
  }[];
}

/** Which movements are wanted; newest first. */
export interface TransferQuery {
  readonly before: Uuid | undefined;
  readonly limit: number;
  readonly account: number | undefined;
  readonly kind: LedgerKind | undefined;
  /** UTC days, both included. */
  readonly from: string | undefined;
  readonly to: string | undefined;
}

export interface LedgerDeskStore {
  list(query: TransferQuery): Promise<FoundTransfer[]>;
  find(id: Uuid): Promise<FoundTransfer | undefined>;
}

interface Row {
  readonly id: Uuid;
  readonly kind: number;
  readonly created_at: Date;
  readonly ref_type: string | null;
  readonly ref_id: string | null;
  readonly comment: string | null;
  readonly postings: FoundTransfer['postings'];
}

const transferOf = (row: Row): FoundTransfer => ({
  id: row.id,
  kind: kindOfCode(row.kind),
  at: row.created_at,
  ref: row.ref_type === null ? null : { type: row.ref_type, id: row.ref_id ?? '' },
  comment: row.comment,
  postings: row.postings,
});

const POSTINGS = sql`(
  select jsonb_agg(jsonb_build_object('account', account, 'amount', amount, 'entry', number,
    'balanceAfter', balance_after) order by amount, account)
  from ledger.entries e where e.transfer_id = t.id) as postings`;

/**
 * A movement's id contains the time of its request, often older than the movement: a refund has the time of its order.
 * It is never much newer, so newer ids need not be read.
 */
const beforeEndOf = (day: string) => sql`(
  t.created_at < (${day}::date + 1)::timestamp at time zone 'UTC'
  and t.id < ledger.uuid_floor((${day}::date + 3)::timestamp at time zone 'UTC'))`;

/** The platform's part of a payment is what its receivers do not get; it has no column. */
const PLATFORM = 1;

export function makeLedgerDeskStore({ kysely }: Pick<Database, 'kysely'>): LedgerDeskStore {
  const touches = (account: number) => sql`(
    t.debit = ${account} or t.credit = ${account}
    or t.id in (select transfer_id from ledger.legs where account = ${account})
    or (${account === PLATFORM} and t.debit > 0 and t.debit_tokens <> t.credit_tokens + coalesce(t.leg_tokens, 0)))`;
  return {
    async list({ before, limit, account, kind, from, to }) {
      const { rows } = await sql<Row>`
        select t.id, t.kind, t.created_at, t.ref_type, t.ref_id, t.comment, ${POSTINGS}
        from ledger.transfers t
        where ${before ? sql`t.id < ${before}` : sql`true`}
          and ${from ? sql`t.created_at >= ${from}::date::timestamp at time zone 'UTC'` : sql`true`}
          and ${to ? beforeEndOf(to) : sql`true`}
          and ${kind ? sql`t.kind = ${codeOfKind(kind)}` : sql`true`}
          and ${account === undefined ? sql`true` : touches(account)}
        order by t.id desc limit ${limit}`.execute(kysely);
      return rows.map(transferOf);
    },
    async find(id) {
      const { rows } = await sql<Row>`
        select t.id, t.kind, t.created_at, t.ref_type, t.ref_id, t.comment, ${POSTINGS}
        from ledger.transfers t where t.id = ${id}`.execute(kysely);
      return rows[0] && transferOf(rows[0]);
    },
  };
}
