import type { AccountId, Tokens, Uuid } from '@klieg/kernel';
import type { Database, Transaction } from '#site/platform/postgres/index.ts';
import { type LedgerAccount, personOf, type Purse } from '../accounts.ts';
import { type Ask, askPool, askWithin } from '../apply/ask-database.ts';
import { kindOfCode, type LedgerKind } from '../kinds.ts';
import { NEWEST, type Newest, WINDOWS_DAYS } from '../reads/newest-partitions.ts';

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
  /** What it did to the account, without the tokens that nobody paid for; below 0 went out. */
  readonly paidTokens: Tokens;
  /** The other side; undefined when that is the system. */
  readonly person?: AccountId;
  /** The hold that was posted, or the transfer that was reversed. */
  readonly cause?: Uuid;
  /** For a reversal: the number of the reversed item. */
  readonly causeNumber?: number;
  /** Of a reversal: what that had been paid for. */
  readonly causeKind?: LedgerKind;
  /** For a reversal: when the reversed item was paid. */
  readonly causeAt?: number;
  readonly ref?: { readonly type: string; readonly id: string };
  /** What the payer wrote with it. */
  readonly comment?: string;
  /** What the feature that made the transfer keeps with it, see `TransferNote`. */
  readonly detail?: Readonly<Record<string, unknown>>;
}

/** How much is asked of which purse; within a transaction on its own connection. */
export interface FeedPart {
  readonly limit?: number;
  readonly purse?: Purse;
  readonly within?: Transaction;
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
  readonly cause_kind: number | null;
  readonly cause_at: Date | null;
  readonly paid: number;
  readonly ref_type: string | null;
  readonly ref_id: string | null;
  readonly comment: string | null;
  readonly detail: Readonly<Record<string, unknown>> | null;
}

const NOTE = 'ref_type, ref_id, comment, detail';

/** Items after a number; with `isNewest` only those whose id is not older than the fourth parameter. */
export const feedQuery = (isNewest: boolean): string => {
  const after = (number: string, id = 'id') =>
    `and ${number} > $2 ${isNewest ? `and ${id} >= $4` : ''} order by ${number} limit $3`;
  return `
  (select credit_number number, 'earned' event, id, kind, debit_tokens tokens, created_at at, debit other, cause,
     null::bigint cause_number, null::integer cause_kind, null::timestamptz cause_at, credit_tokens - coalesce(credit_promo, 0) paid, ${NOTE}
   from ledger.transfers where credit = $1 and credit_number is not null ${after('credit_number')})
  union all
  (select debit_number, case when r.original is null then 'paid_out' else 'reversed' end, t.id, t.kind, credit_tokens,
     t.created_at, credit, cause, o.credit_number, o.kind, o.created_at, coalesce(debit_promo, 0) - debit_tokens, ${NOTE}
   from (select * from ledger.transfers
       where debit = $1 and debit_number is not null ${after('debit_number')}) t
     left join ledger.refunds r on r.original = t.cause and r.transfer_id = t.id
     left join lateral (select credit_number, o.kind, created_at from ledger.transfers o where o.id = t.cause) o on true)
  union all
  (select l.number, case when l.tokens < 0 then 'reversed' else 'earned' end, t.id, t.kind,
     case when l.tokens < 0 then credit_tokens else debit_tokens end, t.created_at,
     case when l.tokens < 0 then debit else credit end, cause, o.number, o.kind, o.created_at,
     l.tokens - coalesce(l.promo, 0), ${NOTE}
   from (select * from ledger.legs l
       where l.account = $1 ${after('l.number', 'l.transfer_id')}) l
     join ledger.transfers t on t.id = l.transfer_id${isNewest ? ' and t.id >= $4' : ''}
     left join lateral (
       select g.number, c.kind, c.created_at from ledger.legs g join ledger.transfers c on c.id = g.transfer_id
       where g.transfer_id = t.cause and g.account = l.account) o on l.tokens < 0)
  union all
  (select feed, 'held', id, kind, asked, created_at, account, null, null, null, null, 0, null, null, null, null
   from ledger.holds where receiver = $1 and feed is not null ${after('feed')})
  union all
  (select void_feed, 'voided', id, kind, amount - posted, closed_at, account, null, null, null, null, 0, null, null, null, null
   from ledger.holds where receiver = $1 and void_feed is not null ${after('void_feed')})
  order by number limit $3`;
};
const FEED = feedQuery(false);
const NEWEST_FEED = feedQuery(true);
const NAMES = new Map([
  [FEED, 'ledger.feed'],
  [NEWEST_FEED, 'ledger.newest_feed'],
  [NEWEST, 'ledger.newest'],
]);

/**
 * Items from the newest partitions only, if they are complete: a feed has no gaps, so if none are missing from the
 * number to the feed's end, or to the limit, no older partition has any.
 */
async function readRows(
  ask: Ask,
  account: LedgerAccount,
  number: number,
  limit: number,
): Promise<readonly FeedRow[]> {
  for (const days of WINDOWS_DAYS) {
    const [newest] = await ask<Newest>(NEWEST, [account, days]);
    if (!newest || newest.feed <= number) return [];
    const rows = await ask<FeedRow>(NEWEST_FEED, [account, number, limit, newest.oldest]);
    const isWhole = rows.length === limit || (rows.at(-1)?.number ?? 0) >= newest.feed;
    if (isWhole && rows.every((row, at) => row.number === number + 1 + at)) return rows;
  }
  return ask<FeedRow>(FEED, [account, number, limit]);
}

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
      // By name, so that five ways through every partition are planned once.
      const ask = askPool(pool, (text) => NAMES.get(text));
      return (await readRows(ask, account, number, limit)).map(toItem);
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
  return (await readRows(askWithin(transaction), account, number, limit)).map(toItem);
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
    paidTokens: row.paid,
    ...(person && { person }),
    ...(row.cause && { cause: row.cause }),
    ...(row.cause_number !== null && { causeNumber: row.cause_number }),
    ...(row.cause_kind !== null && { causeKind: kindOfCode(row.cause_kind) }),
    ...(row.cause_at !== null && { causeAt: row.cause_at.getTime() }),
    ...(row.ref_type !== null && { ref: { type: row.ref_type, id: row.ref_id ?? '' } }),
    ...(row.comment !== null && { comment: row.comment }),
    ...(row.detail !== null && { detail: row.detail }),
  };
}
