import type pg from 'pg';
import { type MonthCounts, monthTables, partOf } from './month-lines.ts';

/** `open`: not started. `closing`: accepts no more rows and is being summed up. */
export type MonthState = 'open' | 'closing' | 'sealed' | 'detached';

export interface LedgerMonth {
  /** `2024-01`. */
  readonly month: string;
  readonly state: MonthState;
  /** Over, and old enough to be sealed. */
  readonly isOld: boolean;
  readonly counts: MonthCounts | undefined;
  readonly content: Buffer | undefined;
  readonly hash: Buffer | undefined;
  readonly sealedAt: Date | undefined;
  readonly file: string | undefined;
  readonly fileBytes: number | undefined;
  readonly fileHash: Buffer | undefined;
  readonly detachedAt: Date | undefined;
  readonly restoredAt: Date | undefined;
}

interface Row {
  readonly month: string;
  readonly state: MonthState;
  readonly is_old: boolean;
  readonly transfers: number | null;
  readonly legs: number | null;
  readonly holds: number | null;
  readonly content: Buffer | null;
  readonly hash: Buffer | null;
  readonly sealed_at: Date | null;
  readonly file: string | null;
  readonly file_bytes: number | null;
  readonly file_hash: Buffer | null;
  readonly detached_at: Date | null;
  readonly restored_at: Date | null;
}

/** Months that have a partition or a seal, oldest first. */
export async function listMonths(client: pg.ClientBase | pg.Pool, afterDays: number): Promise<LedgerMonth[]> {
  const { rows } = await client.query<Row>(
    `with parts as (
       select to_date(right(c.relname, 7), 'YYYY_MM') as month from pg_inherits i join pg_class c on c.oid = i.inhrelid
       where i.inhparent = 'ledger.transfers'::regclass and c.relname ~ '^transfers_\\d{4}_\\d\\d$')
     select to_char(month, 'YYYY-MM') as month, coalesce(s.state, 'open') as state,
       (month + interval '1 month') at time zone 'UTC' <= now() - make_interval(days => $1) as is_old,
       s.transfers, s.legs, s.holds, s.content, s.hash, s.sealed_at, s.file, s.file_bytes, s.file_hash, s.detached_at,
       s.restored_at
     from parts full join ledger.seals s using (month) order by month`,
    [afterDays],
  );
  return rows.map((row) => ({
    month: row.month,
    state: row.state,
    isOld: row.is_old,
    counts:
      row.transfers === null
        ? undefined
        : { transfers: row.transfers, legs: row.legs ?? 0, holds: row.holds ?? 0 },
    content: row.content ?? undefined,
    hash: row.hash ?? undefined,
    sealedAt: row.sealed_at ?? undefined,
    file: row.file ?? undefined,
    fileBytes: row.file_bytes ?? undefined,
    fileHash: row.file_hash ?? undefined,
    detachedAt: row.detached_at ?? undefined,
    restoredAt: row.restored_at ?? undefined,
  }));
}

const dayOf = (month: string): string => `${month}-01`;

/** From now on the month takes no rows; a repeat does nothing. Part of a transaction. */
export async function closeMonth(client: pg.ClientBase, month: string): Promise<void> {
  await client.query(
    `insert into ledger.seals (month, state, id_from, id_to)
     select $1::date, 'closing',
       case when exists (select from pg_class where oid = $2::regclass and pg_get_expr(relpartbound, oid) ~* 'minvalue')
         then '00000000-0000-0000-0000-000000000000' else ledger.uuid_floor($1::timestamp at time zone 'UTC') end,
       ledger.uuid_floor(($1::timestamp + interval '1 month') at time zone 'UTC')
     on conflict do nothing`,
    [dayOf(month), `ledger.${partOf('transfers', month)}`],
  );
  await refuseRows(client, month);
}

/** Lets the month accept rows again: nothing was sealed. Part of a transaction. */
export async function reopenMonth(client: pg.ClientBase, month: string): Promise<void> {
  for (const { table } of monthTables)
    await client.query(`drop trigger if exists sealed on ledger.${partOf(table, month)}`);
  await client.query("delete from ledger.seals where month = $1 and state = 'closing'", [dayOf(month)]);
}

async function refuseRows(client: pg.ClientBase, month: string): Promise<void> {
  for (const { table } of monthTables)
    await client.query(
      `create or replace trigger sealed before insert or update or delete on ledger.${partOf(table, month)}
       for each row execute function ledger.refuse_sealed()`,
    );
}

/** How many holds of the month are still open. */
export async function countOpenHolds(client: pg.ClientBase, month: string): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::int count from ledger.${partOf('holds', month)} where state = 1`,
  );
  return rows[0]!.count;
}

/** Readers that have something of the month still to read, or read again, by name. */
export async function listReadersBehind(client: pg.ClientBase, month: string): Promise<string[]> {
  const { rows } = await client.query<{ reader: string }>(
    `select p.reader from ledger.reader_positions p where exists (
       select from ledger.sealed_balances b
       left join ledger.reader_cursors c on c.reader = p.reader and c.account = b.account
       where b.month = $1 and b.account % 8 = 2 and b.feed > coalesce(c.number, 0) and (c.again_at is not null
         or exists (select from ledger.batches t where t.xid > p.xid and b.account = any(t.accounts))))
     order by p.reader`,
    [dayOf(month)],
  );
  return rows.map(({ reader }) => reader);
}

/** Writes the balances of the month's end. @returns what its rows add up to, 0 where they are right */
export async function addUpMonth(client: pg.ClientBase, month: string): Promise<number> {
  await client.query('delete from ledger.sealed_balances where month = $1', [dayOf(month)]);
  await client.query('select ledger.add_up_month(month, id_from, id_to) from ledger.seals where month = $1', [
    dayOf(month),
  ]);
  const { rows } = await client.query<{ off: number }>(
    `select (abs(coalesce(sum(change) filter (where account > 0), 0))
       + abs(coalesce(sum(change) filter (where account < 0), 0)))::bigint off
     from ledger.sealed_balances where month = $1`,
    [dayOf(month)],
  );
  return rows[0]!.off;
}

/** Writes the seal itself. Part of the transaction that read the content. */
export async function writeSeal(
  client: pg.ClientBase,
  month: string,
  { counts, content }: { readonly counts: MonthCounts; readonly content: Buffer },
): Promise<void> {
  await client.query(
    `update ledger.seals s set state = 'sealed', transfers = $2, legs = $3, holds = $4, content = $5,
       balances = ledger.sealed_balances_hash(s.month), sealed_at = now(),
       hash = ledger.seal_hash((select b.hash from ledger.seals b where b.month < s.month order by b.month desc limit 1),
         s.month, $2, $3, $4, $5, ledger.sealed_balances_hash(s.month))
     where s.month = $1`,
    [dayOf(month), counts.transfers, counts.legs, counts.holds, content],
  );
}

/** Whether the seal follows from its parts and the seal before. */
export async function isSealWhole(client: pg.ClientBase, month: string): Promise<boolean> {
  const { rows } = await client.query<{ whole: boolean }>(
    `select s.balances = ledger.sealed_balances_hash(s.month) and s.hash = ledger.seal_hash(
       (select b.hash from ledger.seals b where b.month < s.month order by b.month desc limit 1),
       s.month, s.transfers, s.legs, s.holds, s.content, s.balances) whole
     from ledger.seals s where s.month = $1`,
    [dayOf(month)],
  );
  return rows[0]?.whole === true;
}

export async function noteFile(
  client: pg.ClientBase,
  month: string,
  file: { readonly name: string; readonly bytes: number; readonly hash: Buffer },
): Promise<void> {
  await client.query('update ledger.seals set file = $2, file_bytes = $3, file_hash = $4 where month = $1', [
    dayOf(month),
    file.name,
    file.bytes,
    file.hash,
  ]);
}

/** Takes the month's rows out of the database. Part of a transaction. */
export async function dropMonth(client: pg.ClientBase, month: string): Promise<void> {
  for (const { table } of monthTables) {
    const part = partOf(table, month);
    await client.query(`alter table ledger.${table} detach partition ledger.${part}`);
    await client.query(`drop table ledger.${part}`);
  }
  await client.query("update ledger.seals set state = 'detached', detached_at = now() where month = $1", [
    dayOf(month),
  ]);
}

/** Makes the tables for restoring a month, beside the ledger. Part of a transaction. */
export async function makeEmptyMonth(client: pg.ClientBase, month: string): Promise<void> {
  for (const { table } of monthTables)
    await client.query(
      `create table ledger.${partOf(table, month)}
       (like ledger.${table} including defaults including constraints including indexes including storage)`,
    );
}

export async function addRows(
  client: pg.ClientBase,
  month: string,
  table: (typeof monthTables)[number]['table'],
  rows: readonly string[],
): Promise<void> {
  await client.query(
    `insert into ledger.${partOf(table, month)}
     select * from jsonb_populate_recordset(null::ledger.${table}, $1::jsonb)`,
    [`[${rows.join(',')}]`],
  );
}

/** The tables become a part of the ledger again. Part of the same transaction. */
export async function attachMonth(client: pg.ClientBase, month: string): Promise<void> {
  const { rows } = await client.query<{ id_from: string; id_to: string; is_first: boolean }>(
    `select id_from, id_to, id_from = '00000000-0000-0000-0000-000000000000' is_first
     from ledger.seals where month = $1`,
    [dayOf(month)],
  );
  const { id_from: from, id_to: to, is_first: isFirst } = rows[0]!;
  for (const { table } of monthTables) {
    const part = partOf(table, month);
    await client.query(
      `alter table ledger.${table} attach partition ledger.${part}
       for values from (${isFirst ? 'minvalue' : `'${from}'`}) to ('${to}')`,
    );
    await client.query('select ledger.seal_partition($1, $2)', [part, table]);
  }
  await refuseRows(client, month);
  await client.query("update ledger.seals set state = 'sealed', restored_at = now() where month = $1", [
    dayOf(month),
  ]);
}
