import type { AccountId, Tokens, Uuid } from '@klieg/kernel';
import type { Database } from '../../platform/postgres/index.ts';
import { type Holder, holderOf, type LedgerAccount, personOf } from './accounts.ts';
import type { TransferNote } from './commands.ts';
import { codeOfKind, kindOfCode, type LedgerKind } from './kinds.ts';

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
  /** 1 to 100. */
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
}

/** One leg of a transfer. */
export interface Posting {
  readonly holder: Holder;
  readonly tokens: Tokens;
  /** Its place in the account's feed; undefined on system accounts. */
  readonly number?: number;
  /** The balance that it left; undefined on system accounts. */
  readonly balanceAfter?: Tokens;
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
  /** The sum of their tokens is 0. */
  readonly postings: readonly Posting[];
}

export interface HistoryStore {
  page(account: LedgerAccount, query: HistoryQuery): Promise<HistoryPage>;
  findTransfer(id: Uuid): Promise<TransferTrace | undefined>;
  /** Gross tokens that the payer of each pair gave its receiver since then (Unix milliseconds), in their order. */
  recentSpends(
    pairs: readonly { readonly payer: LedgerAccount; readonly receiver: LedgerAccount }[],
    since: number,
  ): Promise<Tokens[]>;
  /** Everybody who ever paid this account, in no order. */
  payersOf(receiver: LedgerAccount): Promise<AccountId[]>;
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
  readonly refunded: number;
}

interface PostingRow {
  readonly account: number;
  readonly amount: number;
  readonly number: number | null;
  readonly balance_after: number | null;
}

const NOTE = 'n.ref_type, n.ref_id, n.comment, n.counterpart';

export function makeHistoryStore({ pool }: Pick<Database, 'pool'>): HistoryStore {
  return {
    async page(account, query) {
      const { rows } = await pool.query<EntryRow>(
        `select t.id, t.kind, t.created_at, e.number, e.amount, e.balance_after,
           case when t.debit = e.account then t.credit else t.debit end other, ${NOTE}
         from ledger.entries e join ledger.transfers t on t.id = e.transfer_id
           left join ledger.notes n on n.transfer_id = t.id
         where e.account = $1 and e.account > 7 and ($2::bigint is null or e.number < $2)
           and ($3::smallint is null or t.kind = $3)
           and ($4::timestamptz is null or t.created_at >= $4) and ($5::timestamptz is null or t.created_at < $5)
         order by e.number desc limit $6`,
        [
          account,
          parseCursor(query.cursor),
          query.kind === undefined ? null : codeOfKind(query.kind),
          toDate(query.from),
          toDate(query.to),
          query.limit + 1,
        ],
      );
      const last = rows.length > query.limit ? rows[query.limit - 1] : undefined;
      return {
        rows: rows.slice(0, query.limit).map(toHistoryRow),
        ...(last && { cursor: String(last.number) }),
      };
    },

    async findTransfer(id) {
      const found = await pool.query<TransferRow>(
        `select t.*, ${NOTE},
           (select coalesce(sum(amount), 0)::bigint from ledger.refunds where original = t.id) refunded
         from ledger.transfers t left join ledger.notes n on n.transfer_id = t.id where t.id = $1`,
        [id],
      );
      const row = found.rows[0];
      if (!row) return undefined;
      const { rows: postings } = await pool.query<PostingRow>(
        'select account, amount, number, balance_after from ledger.entries where transfer_id = $1 order by amount, account',
        [id],
      );
      return toTrace(row, postings);
    },

    async recentSpends(pairs, since) {
      const { rows } = await pool.query<{ total: number }>({
        name: 'ledger.recent_spends',
        text: `select ledger.recent_spend(payer, receiver, $3) total
          from unnest($1::bigint[], $2::bigint[]) with ordinality as pair (payer, receiver, place) order by place`,
        values: [pairs.map(({ payer }) => payer), pairs.map(({ receiver }) => receiver), new Date(since)],
      });
      return rows.map(({ total }) => total);
    },
    async payersOf(receiver) {
      const { rows } = await pool.query<{ debit: number }>(
        `select distinct t.debit from ledger.entries e join ledger.transfers t on t.id = e.transfer_id
         where e.account = $1 and t.credit = e.account`,
        [receiver],
      );
      return rows.flatMap(({ debit }) => personOf(debit) ?? []);
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
  ...(row.cause && { cause: row.cause }),
  ...toNote(row),
  postings: postings.map((posting) => ({
    holder: holderOf(posting.account),
    tokens: posting.amount,
    ...(posting.number !== null && { number: posting.number }),
    ...(posting.balance_after !== null && { balanceAfter: posting.balance_after }),
  })),
});
