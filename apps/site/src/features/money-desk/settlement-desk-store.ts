import type { Biller, LineState } from '@klieg/contract';
import { type AccountId, type Uuid, uuidv7 } from '@klieg/kernel';
import { sql } from 'kysely';
import type { Database, Transaction } from '../../platform/postgres/index.ts';
import type { MatchedLine, ToldMoney } from './settlement-rules.ts';

/** A line as it is kept. */
export interface KeptLine {
  readonly id: Uuid;
  readonly fileId: Uuid;
  readonly biller: Biller;
  readonly transactionId: string;
  readonly kind: string;
  readonly at: string;
  readonly amountCents: number;
  readonly feeCents: number;
  readonly currency: string;
  readonly state: LineState;
  readonly toldCents: number | null;
  readonly orderId: Uuid | null;
  readonly resolved: { readonly at: Date; readonly by: AccountId; readonly note: string } | null;
}

export interface KeptFile {
  readonly id: Uuid;
  readonly biller: Biller;
  readonly name: string;
  readonly from: string;
  readonly to: string;
  readonly by: AccountId;
  readonly at: Date;
  readonly counts: Readonly<Record<LineState, number>>;
  readonly open: number;
  /** Rows that could not be read. */
  readonly unread: number;
}

export interface NewFile {
  readonly id: Uuid;
  readonly biller: Biller;
  readonly name: string;
  readonly from: string;
  readonly to: string;
  readonly by: AccountId;
}

export interface SettlementDeskStore {
  /** Known lines of these transactions, from any file. */
  listNames(
    biller: Biller,
    transactionIds: readonly string[],
  ): Promise<{ readonly transactionId: string; readonly kind: string }[]>;
  keepFile(transaction: Transaction, file: NewFile): Promise<void>;
  /** Keeps lines that are not known yet. @returns how many were new */
  keepLines(transaction: Transaction, file: NewFile, lines: readonly MatchedLine[]): Promise<number>;
  /** Stores what is missing in a file; something also missing in an earlier one is stored once. */
  keepMissing(transaction: Transaction, file: NewFile, missing: readonly ToldMoney[]): Promise<void>;
  /** What was missing before and came with a later file is closed. */
  closeFound(transaction: Transaction, biller: Biller, transactionIds: readonly string[]): Promise<void>;
  listUnbooked(limit: number): Promise<KeptLine[]>;
  markBooked(ids: readonly Uuid[]): Promise<void>;
  /** Lines without a post, oldest first. */
  listUntold(limit: number): Promise<KeptLine[]>;
  /** A post has reported it since. */
  markTold(
    id: Uuid,
    told: { readonly state: LineState; readonly cents: number; readonly orderId: Uuid },
  ): Promise<void>;
  resolve(
    transaction: Transaction,
    id: Uuid,
    given: { readonly by: AccountId; readonly note: string },
  ): Promise<boolean>;
  listFiles(before: Uuid | undefined, limit: number): Promise<KeptFile[]>;
  listLines(query: {
    readonly before: Uuid | undefined;
    readonly limit: number;
    readonly biller: Biller | undefined;
    readonly file: Uuid | undefined;
    readonly isOpen: boolean;
  }): Promise<KeptLine[]>;
}

interface LineRow {
  readonly id: Uuid;
  readonly file_id: Uuid;
  readonly biller: Biller;
  readonly transaction_id: string;
  readonly kind: string;
  readonly told_at: string;
  readonly amount_cents: number;
  readonly fee_cents: number;
  readonly currency: string;
  readonly state: LineState;
  readonly post_cents: number | null;
  readonly order_id: Uuid | null;
  readonly resolved_at: Date | null;
  readonly resolved_by: AccountId | null;
  readonly note: string | null;
}

const lineOf = (row: LineRow): KeptLine => ({
  id: row.id,
  fileId: row.file_id,
  biller: row.biller,
  transactionId: row.transaction_id,
  kind: row.kind,
  at: row.told_at,
  amountCents: row.amount_cents,
  feeCents: row.fee_cents,
  currency: row.currency,
  state: row.state,
  toldCents: row.post_cents,
  orderId: row.order_id,
  resolved:
    row.resolved_at && row.resolved_by !== null
      ? { at: row.resolved_at, by: row.resolved_by, note: row.note ?? '' }
      : null,
});

/** Lines that one statement writes. */
const AT_ONCE = 1_000;

type Kysely = Database['kysely'];

async function keepLines(
  transaction: Transaction,
  file: NewFile,
  lines: readonly MatchedLine[],
): Promise<number> {
  let kept = 0;
  for (let start = 0; start < lines.length; start += AT_ONCE) {
    const given = lines.slice(start, start + AT_ONCE).map(({ line, place, state, told }) => ({
      id: uuidv7(),
      transaction_id: line.transactionId,
      kind: line.kind,
      told_at: line.at,
      place,
      amount_cents: line.amountCents,
      fee_cents: line.feeCents ?? 0,
      currency: line.currency,
      state,
      post_cents: told?.amountCents ?? null,
      order_id: told?.orderId ?? null,
    }));
    const { numAffectedRows } = await sql`
      insert into settlement_lines (id, file_id, biller, transaction_id, kind, told_at, place, amount_cents, fee_cents,
        currency, state, post_cents, order_id)
      select id, ${file.id}, ${file.biller}, transaction_id, kind, told_at, place, amount_cents, fee_cents, currency,
        state, post_cents, order_id
      from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as l(id uuid, transaction_id text, kind text,
        told_at text, place int, amount_cents int, fee_cents int, currency text, state text, post_cents int, order_id uuid)
      on conflict (biller, transaction_id, kind, told_at, place) do nothing`.execute(transaction);
    kept += Number(numAffectedRows ?? 0);
  }
  return kept;
}

/** A missing line has no time from the biller, so that it is stored once. */
const NO_TIME = '';

async function keepMissing(
  transaction: Transaction,
  file: NewFile,
  missing: readonly ToldMoney[],
): Promise<void> {
  const places = new Map<string, number>();
  const given = missing.map((one) => {
    const name = `${one.kind} ${one.transactionId}`;
    const place = places.get(name) ?? 0;
    places.set(name, place + 1);
    return {
      id: uuidv7(),
      transaction_id: one.transactionId,
      kind: one.kind,
      place,
      currency: one.currency,
      post_cents: one.amountCents,
      order_id: one.orderId,
    };
  });
  await sql`
    insert into settlement_lines (id, file_id, biller, transaction_id, kind, told_at, place, amount_cents, currency,
      state, post_cents, order_id, booked_at)
    select id, ${file.id}, ${file.biller}, transaction_id, kind, ${NO_TIME}, place, 0, currency, 'missing_there',
      post_cents, order_id, now()
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as l(id uuid, transaction_id text, kind text, place int,
      currency text, post_cents int, order_id uuid)
    on conflict (biller, transaction_id, kind, told_at, place) do nothing`.execute(transaction);
}

interface FileRow extends Readonly<Record<LineState, number>> {
  readonly id: Uuid;
  readonly biller: Biller;
  readonly name: string;
  readonly from: string;
  readonly to: string;
  readonly uploaded_by: AccountId;
  readonly uploaded_at: Date;
  readonly open: number;
  readonly unread: number;
}

async function listFiles(kysely: Kysely, before: Uuid | undefined, limit: number): Promise<KeptFile[]> {
  const { rows } = await sql<FileRow>`
    select f.id, f.biller, f.name, f.from_day::text as from, f.to_day::text as to, f.uploaded_by, f.uploaded_at, c.*,
      (select count(*)::int from settlement_unread where file_id = f.id) as unread
    from settlement_files f cross join lateral (
      select count(*) filter (where state = 'matched')::int as matched,
        count(*) filter (where state = 'missing_here')::int as missing_here,
        count(*) filter (where state = 'missing_there')::int as missing_there,
        count(*) filter (where state = 'amount_differs')::int as amount_differs,
        count(*) filter (where state = 'other_currency')::int as other_currency,
        count(*) filter (where state <> 'matched' and resolved_at is null)::int as open
      from settlement_lines where file_id = f.id) c
    where ${before ?? null}::uuid is null or f.id < ${before ?? null}::uuid
    order by f.id desc limit ${limit}`.execute(kysely);
  return rows.map(
    ({ id, biller, name, from, to, uploaded_by: by, uploaded_at: at, open, unread, ...counts }) => ({
      id,
      biller,
      name,
      from,
      to,
      by,
      at,
      open,
      unread,
      counts,
    }),
  );
}

export function makeSettlementDeskStore({ kysely }: Pick<Database, 'kysely'>): SettlementDeskStore {
  return {
    async listNames(biller, ids) {
      const { rows } = await sql<{ transactionId: string; kind: string }>`
        select transaction_id as "transactionId", kind from settlement_lines
        where biller = ${biller} and transaction_id = any(${ids}::text[]) and state <> 'missing_there'`.execute(
        kysely,
      );
      return rows;
    },
    async keepFile(transaction, { id, biller, name, from, to, by }) {
      await sql`
        insert into settlement_files (id, biller, name, from_day, to_day, uploaded_by)
        values (${id}, ${biller}, ${name}, ${from}, ${to}, ${by})`.execute(transaction);
    },
    keepLines,
    keepMissing,
    async closeFound(transaction, biller, ids) {
      await sql`
        update settlement_lines m set resolved_at = now(), resolved_by = 0, note = 'A later file has it'
        where m.biller = ${biller} and m.transaction_id = any(${ids}::text[]) and m.state = 'missing_there'
          and m.resolved_at is null and exists (
            select from settlement_lines l where l.biller = m.biller and l.transaction_id = m.transaction_id
              and l.kind = m.kind and l.state <> 'missing_there')`.execute(transaction);
    },
    async listUnbooked(limit) {
      const { rows } = await sql<LineRow>`
        select * from settlement_lines where booked_at is null order by id limit ${limit}`.execute(kysely);
      return rows.map(lineOf);
    },
    async markBooked(ids) {
      await sql`update settlement_lines set booked_at = now()
        where id = any(${ids}::uuid[]) and booked_at is null`.execute(kysely);
    },
    async listUntold(limit) {
      const { rows } = await sql<LineRow>`
        select * from settlement_lines
        where state = 'missing_here' and resolved_at is null and booked_at is not null
        order by id limit ${limit}`.execute(kysely);
      return rows.map(lineOf);
    },
    async markTold(id, { state, cents, orderId }) {
      await sql`
        update settlement_lines set state = ${state}, post_cents = ${cents}, order_id = ${orderId}
        where id = ${id} and state = 'missing_here'`.execute(kysely);
    },
    async resolve(transaction, id, { by, note }) {
      const { numAffectedRows } = await sql`
        update settlement_lines set resolved_at = now(), resolved_by = ${by}, note = ${note}
        where id = ${id} and state <> 'matched' and resolved_at is null`.execute(transaction);
      return Number(numAffectedRows ?? 0) > 0;
    },
    listFiles: (before, limit) => listFiles(kysely, before, limit),
    async listLines({ before, limit, biller, file, isOpen }) {
      const { rows } = await sql<LineRow>`
        select * from settlement_lines
        where (${before ?? null}::uuid is null or id < ${before ?? null}::uuid)
          and (${biller ?? null}::text is null or biller = ${biller ?? null}::text)
          and (${file ?? null}::uuid is null or file_id = ${file ?? null}::uuid)
          and ${isOpen ? sql`state <> 'matched' and resolved_at is null` : sql`true`}
        order by id desc limit ${limit}`.execute(kysely);
      return rows.map(lineOf);
    },
  };
}
