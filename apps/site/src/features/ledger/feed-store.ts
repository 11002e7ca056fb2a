import type { AccountId, Tokens, Uuid } from '@klieg/kernel';
import { CompiledQuery } from 'kysely';
import type { Database, Transaction } from '../../platform/postgres/index.ts';
import { type LedgerAccount, personOf } from './accounts.ts';
import { kindOfCode, type LedgerKind } from './kinds.ts';

/**
 * Something that happened in favour of a person, numbered in commit order without gaps among all that
 * happened to that earning account (rule L15).
 */
export interface FeedItem {
  readonly number: number;
  /** `reversed` and `paid_out` take from the person; a voided hold undoes an earlier `held`. */
  readonly event: 'earned' | 'reversed' | 'paid_out' | 'held' | 'voided';
  /** The transfer's id, or the hold's for held and voided. */
  readonly id: Uuid;
  readonly kind: LedgerKind;
  /** What the other side gave or set aside, or got back: before the platform's part. */
  readonly amountTokens: Tokens;
  readonly at: number;
  /** The other side; undefined when that is the system. */
  readonly person?: AccountId;
  /** The hold that was posted, or the transfer that was reversed. */
  readonly cause?: Uuid;
  /** Of a reversal: the number of what was reversed. */
  readonly causeNumber?: number;
  readonly ref?: { readonly type: string; readonly id: string };
  /** What the payer wrote with it. */
  readonly comment?: string;
  /** What the feature that made the transfer keeps with it, see `TransferNote`. */
  readonly detail?: Readonly<Record<string, unknown>>;
}

export interface FeedStore {
  /** The number of the newest item; 0 where there is none. */
  newestOf(account: LedgerAccount): Promise<number>;
  /** Items with a greater number, in order. */
  after(account: LedgerAccount, number: number, limit: number): Promise<FeedItem[]>;
}

interface FeedRow {
  readonly number: number;
  readonly event: FeedItem['event'];
  readonly id: Uuid;
  readonly kind: number;
  readonly tokens: number;
  readonly at: Date;
  readonly other: number;
  readonly cause: Uuid | null;
  readonly cause_number: number | null;
  readonly ref_type: string | null;
  readonly ref_id: string | null;
  readonly comment: string | null;
  readonly detail: Readonly<Record<string, unknown>> | null;
}

const FEED = `
  (select e.number, case when t.credit = e.account then 'earned'
       when exists (select from ledger.refunds where original = t.cause and transfer_id = t.id) then 'reversed'
       else 'paid_out' end event,
     t.id, t.kind, case when t.credit = e.account then t.debit_tokens else t.credit_tokens end tokens,
     t.created_at at, case when t.credit = e.account then t.debit else t.credit end other, t.cause,
     case when t.debit = e.account and t.cause is not null then
       (select c.number from ledger.entries c where c.transfer_id = t.cause and c.account = e.account) end cause_number,
     n.ref_type, n.ref_id, n.comment, n.detail
   from ledger.entries e join ledger.transfers t on t.id = e.transfer_id
     left join ledger.notes n on n.transfer_id = t.id
   where e.account = $1 and e.account > 7 and e.number > $2 order by e.number limit $3)
  union all
  (select feed, 'held', id, kind, amount, created_at, account, null, null, null, null, null, null
   from ledger.holds where receiver = $1 and feed > $2 and feed is not null order by feed limit $3)
  union all
  (select void_feed, 'voided', id, kind, amount, closed_at, account, null, null, null, null, null, null
   from ledger.holds where receiver = $1 and void_feed > $2 and void_feed is not null order by void_feed limit $3)
  order by number limit $3`;

export function makeFeedStore({ pool }: Pick<Database, 'pool'>): FeedStore {
  return {
    async newestOf(account) {
      const { rows } = await pool.query<{ feed: number }>(
        'select feed from ledger.balances where account = $1',
        [account],
      );
      return rows[0]?.feed ?? 0;
    },
    async after(account, number, limit) {
      const { rows } = await pool.query<FeedRow>(FEED, [account, number, limit]);
      return rows.map(toItem);
    },
  };
}

/** The same within a transaction. */
export async function readFeed(
  transaction: Transaction,
  account: LedgerAccount,
  number: number,
  limit: number,
): Promise<FeedItem[]> {
  const { rows } = await transaction.executeQuery<FeedRow>(CompiledQuery.raw(FEED, [account, number, limit]));
  return rows.map(toItem);
}

function toItem(row: FeedRow): FeedItem {
  const person = personOf(row.other);
  return {
    number: row.number,
    event: row.event,
    id: row.id,
    kind: kindOfCode(row.kind),
    amountTokens: row.tokens,
    at: row.at.getTime(),
    ...(person && { person }),
    ...(row.cause && { cause: row.cause }),
    ...(row.cause_number !== null && { causeNumber: row.cause_number }),
    ...(row.ref_type !== null && { ref: { type: row.ref_type, id: row.ref_id ?? '' } }),
    ...(row.comment !== null && { comment: row.comment }),
    ...(row.detail !== null && { detail: row.detail }),
  };
}
