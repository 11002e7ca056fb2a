import type { AccountId, Tokens, Uuid } from '@klieg/kernel';
import type { Database } from '#site/platform/postgres/index.ts';
import { accountOf, type Holder, holderOf, type LedgerAccount, personOf } from '../accounts.ts';
import { type Archived, readArchived } from '../months/archived-store.ts';
import type { TransferNote } from '../commands.ts';
import { codeOfKind, kindOfCode, type LedgerKind } from '../kinds.ts';
import { NEWEST, type Newest, WINDOWS_DAYS } from './newest-partitions.ts';

/** One entry of a person's account: LedgerRow of the wire, before names are put in. */
export interface HistoryRow extends TransferNote {
  readonly id: Uuid;
  readonly kind: LedgerKind;
  /** Signed: below 0 was taken from the account. */
  readonly tokens: Tokens;
  readonly balanceAfter: Tokens;
  /** Unix milliseconds. */
  readonly at: number;
  /** The person on the other side; undefined when that is the system. */
  readonly counterpartPerson?: AccountId;
}

export interface HistoryQuery {
  /** As the previous page gave it. */
  readonly cursor?: string;
  /** 1 to 1,000. */
  readonly limit: number;
  readonly kind?: LedgerKind;
  /** Unix milliseconds, from inclusive, to exclusive. */
  readonly from?: number;
  readonly to?: number;
}

export interface HistoryPage {
  /** Newest first. */
  readonly rows: readonly HistoryRow[];
  /** For the next page; undefined at the end. */
  readonly cursor?: string;
  /** At the end, and with `to`: which entries of the account are in files. */
  readonly archived?: Archived;
}

/** One leg of a transfer. */
export interface Posting {
  readonly holder: Holder;
  readonly tokens: Tokens;
  /** Its place in the account's feed; undefined on system accounts. */
  readonly number?: number;
  /** The balance that it left; undefined on system accounts. */
  readonly balanceAfter?: Tokens;
  /** True for a part out of the platform's, such as an affiliate's. */
  readonly isOfPlatform?: true;
}

export interface TransferTrace extends TransferNote {
  readonly id: Uuid;
  readonly kind: LedgerKind;
  readonly at: number;
  readonly debit: Holder;
  readonly credit: Holder;
  readonly debitTokens: Tokens;
  readonly creditTokens: Tokens;
  /** The hold that was posted or the transfer that was refunded. */
  readonly cause?: Uuid;
  readonly refundedTokens: Tokens;
  /** It was paid from a hold: when that was made, and how much it set aside at first. */
  readonly held?: { readonly at: number; readonly tokens: Tokens };
  /** The part of the given tokens that nobody paid for. */
  readonly promotionalTokens: Tokens;
  /** The same for received tokens. */
  readonly promotionalGot: Tokens;
  /** The sum of their tokens is 0. */
  readonly postings: readonly Posting[];
}

export interface HistoryStore {
  page(account: LedgerAccount, query: HistoryQuery): Promise<HistoryPage>;
  findTransfer(id: Uuid): Promise<TransferTrace | undefined>;
  /** Everybody who ever paid this person, in no order. */
  payersOf(receiver: AccountId): Promise<AccountId[]>;
}

interface NoteRow {
  readonly ref_type: string | null;
  readonly ref_id: string | null;
  readonly comment: string | null;
  readonly counterpart: string | null;
}

interface EntryRow extends NoteRow {
  readonly id: Uuid;
  readonly kind: number;
  readonly created_at: Date;
  readonly number: number;
  readonly amount: number;
  readonly balance_after: number;
  readonly other: number;
}

interface TransferRow extends NoteRow {
  readonly id: Uuid;
  readonly kind: number;
  readonly created_at: Date;
  readonly debit: number;
  readonly credit: number;
  readonly debit_tokens: number;
  readonly credit_tokens: number;
  readonly cause: Uuid | null;
  readonly debit_promo: number | null;
  readonly credit_promo: number | null;
  readonly refunded: number;
  readonly held_at: Date | null;
  readonly held_tokens: number | null;
}

interface PostingRow {
  readonly account: number;
  readonly amount: number;
  readonly number: number | null;
  readonly balance_after: number | null;
  readonly of_platform: boolean | null;
}

const NOTE = 'ref_type, ref_id, comment, counterpart';
type Pool = Database['pool'];

/**
 * Movements before the cursor, newest first, one more than the page has; with `oldest` only ids from there on. An
 * account is part of a movement as the giver, as the first receiver, or with a share.
 */
export function entriesQuery(account: LedgerAccount, query: HistoryQuery, oldest: Uuid | null = null) {
  const values: unknown[] = [account, parseCursor(query.cursor) ?? Number.MAX_SAFE_INTEGER, query.limit + 1];
  const wanted = (condition: string, value: unknown): string =>
    value === undefined || value === null ? '' : ` and ${condition} $${values.push(value)}`;
  const chosen = [
    wanted('kind =', query.kind && codeOfKind(query.kind)),
    wanted('created_at >=', toDate(query.from)),
    wanted('created_at <', toDate(query.to)),
  ].join('');
  const since = oldest === null ? undefined : `$${values.push(oldest)}`;
  const matches = (number: string, ...ids: string[]) => `
    and ${number} < $2 ${chosen} ${ids.map((id) => (since ? `and ${id} >= ${since}` : '')).join(' ')}
    order by ${number} desc limit $3`;
  const text = `select * from (
      (select id, kind, created_at, debit_number number, -debit_tokens amount, debit_after balance_after,
          credit other, ${NOTE}
        from ledger.transfers where debit = $1 and debit_number is not null ${matches('debit_number', 'id')})
      union all
      (select id, kind, created_at, credit_number, credit_tokens, credit_after, debit, ${NOTE}
        from ledger.transfers where credit = $1 and credit_number is not null ${matches('credit_number', 'id')})
      union all
      (select t.id, kind, created_at, number, tokens, after, case when tokens < 0 then debit else credit end, ${NOTE}
        from ledger.legs l join ledger.transfers t on t.id = l.transfer_id
        where account = $1 ${matches('number', 't.id', 'l.transfer_id')})
    ) moved order by number desc limit $3`;
  // The most frequent queries are prepared: every partition has a part in each plan.
  const name = chosen === '' ? `ledger.history${since ? '.newest' : ''}` : undefined;
  return { ...(name && { name }), text, values };
}

const readEntries = async (pool: Pool, account: LedgerAccount, query: HistoryQuery, oldest?: Uuid) =>
  (await pool.query<EntryRow>(entriesQuery(account, query, oldest))).rows;

/**
 * The page from the newest partitions only, if it is complete. An account's numbers have no gaps, so a page without
 * gaps lacks nothing from an older partition.
 * @returns undefined where an older one may have entries
 */
async function readNewest(
  pool: Pool,
  account: LedgerAccount,
  query: HistoryQuery,
  days: number,
): Promise<readonly EntryRow[] | undefined> {
  const found = await pool.query<Newest>(NEWEST, [account, days]);
  const { feed, oldest } = found.rows[0] ?? { feed: 0, oldest: undefined };
  const cursor = parseCursor(query.cursor);
  const rows = await readEntries(pool, account, query, oldest);
  const isWhole = rows.length > query.limit || (rows.at(-1)?.number ?? 1) === 1;
  const first = rows[0]?.number ?? 0;
  const isFirst = cursor === null ? first >= feed : first === cursor - 1;
  return isWhole && isFirst && rows.every(({ number }, at) => number === first - at) ? rows : undefined;
}

/** The page from as few partitions as have it whole. */
async function readPlain(
  pool: Pool,
  account: LedgerAccount,
  query: HistoryQuery,
): Promise<readonly EntryRow[]> {
  for (const days of WINDOWS_DAYS) {
    const rows = await readNewest(pool, account, query, days);
    if (rows) return rows;
  }
  return readEntries(pool, account, query);
}

export function makeHistoryStore({ pool }: Pick<Database, 'pool'>): HistoryStore {
  return {
    async page(account, query) {
      const isPlain = query.kind === undefined && query.from === undefined && query.to === undefined;
      const rows = await (isPlain ? readPlain : readEntries)(pool, account, query);
      const last = rows.length > query.limit ? rows[query.limit - 1] : undefined;
      const isEnd = !last || query.to !== undefined;
      const archived = isEnd && (await readArchived(pool, account, rows[0]?.number));
      return {
        rows: rows.slice(0, query.limit).map(toHistoryRow),
        ...(last && { cursor: String(last.number) }),
        ...(archived && { archived }),
      };
    },

    async findTransfer(id) {
      const found = await pool.query<TransferRow>(
        `select t.*, h.created_at held_at, h.asked held_tokens,
           (select coalesce(sum(amount), 0)::bigint from ledger.refunds where original = t.id) refunded
         from ledger.transfers t
           left join lateral (select created_at, asked from ledger.holds h where h.id = t.cause and asked > 0) h on true
         where t.id = $1`,
        [id],
      );
      const row = found.rows[0];
      if (!row) return undefined;
      const { rows: postings } = await pool.query<PostingRow>(
        `select e.account, e.amount, e.number, e.balance_after, l.of_platform from ledger.entries e
           left join ledger.legs l on l.transfer_id = e.transfer_id and l.account = e.account
         where e.transfer_id = $1 order by e.amount, e.account`,
        [id],
      );
      return toTrace(row, postings);
    },

    async payersOf(receiver) {
      const text =
        'select distinct debit from ledger.transfers where credit = $1 and credit_number is not null';
      const { rows } = await pool.query<{ debit: number }>(text, [accountOf(receiver, 'earning')]);
      return rows.flatMap(({ debit }) => personOf(debit) ?? []).filter((payer) => payer !== receiver);
    },
  };
}
const toDate = (at: number | undefined): Date | null => (at === undefined ? null : new Date(at));
/** A cursor that we did not make reads as the beginning. */
function parseCursor(cursor: string | undefined): number | null {
  return cursor !== undefined && /^\d{1,15}$/.test(cursor) ? Number(cursor) : null;
}

const toNote = (row: NoteRow): TransferNote => ({
  ...(row.ref_type !== null && { ref: { type: row.ref_type, id: row.ref_id ?? '' } }),
  ...(row.comment !== null && { comment: row.comment }),
  ...(row.counterpart !== null && { counterpart: row.counterpart }),
});

function toHistoryRow(row: EntryRow): HistoryRow {
  const person = personOf(row.other);
  return {
    id: row.id,
    kind: kindOfCode(row.kind),
    tokens: row.amount,
    balanceAfter: row.balance_after,
    at: row.created_at.getTime(),
    ...(person && { counterpartPerson: person }),
    ...toNote(row),
  };
}

const toTrace = (row: TransferRow, postings: readonly PostingRow[]): TransferTrace => ({
  id: row.id,
  kind: kindOfCode(row.kind),
  at: row.created_at.getTime(),
  debit: holderOf(row.debit),
  credit: holderOf(row.credit),
  debitTokens: row.debit_tokens,
  creditTokens: row.credit_tokens,
  refundedTokens: row.refunded,
  promotionalTokens: row.debit_promo ?? 0,
  promotionalGot: row.credit_promo ?? 0,
  ...(row.cause && { cause: row.cause }),
  ...(row.held_at && { held: { at: row.held_at.getTime(), tokens: row.held_tokens ?? 0 } }),
  ...toNote(row),
  postings: postings.map((posting) => ({
    holder: holderOf(posting.account),
    tokens: posting.amount,
    ...(posting.number !== null && { number: posting.number }),
    ...(posting.balance_after !== null && { balanceAfter: posting.balance_after }),
    ...(posting.of_platform && { isOfPlatform: true as const }),
  })),
});
