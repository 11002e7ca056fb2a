import { isFullRun } from '@klieg/testing/run-length';
import { expect, test } from 'vitest';
import { runTimeRights } from './run-time-rights.ts';
import { useTestDatabase } from '../testing.ts';

/* What the role of the running site may do in a migrated database, table by table. */

const { database, owner } = await useTestDatabase();

interface Table {
  readonly schema: string;
  readonly name: string;
  readonly kind: string;
  readonly is_partition: boolean;
}

const { rows: tables } = await owner.pool.query<Table>(`
  select n.nspname as schema, c.relname as name, c.relkind as kind, c.relispartition as is_partition
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p') and n.nspname !~ '^pg_' and n.nspname <> 'information_schema' order by 1, 2`);

/** The code of what the database refuses; `done` where it does not. Nothing of it stays. */
async function tryAsSite(statement: string): Promise<string> {
  const client = await database.pool.connect();
  try {
    await client.query('begin');
    await client.query(statement);
    return 'done';
  } catch (error) {
    return (error as { code?: string }).code ?? String(error);
  } finally {
    await client.query('rollback');
    client.release();
  }
}

const NOT_ALLOWED = '42501';

const rightsOn = async ({ schema, name }: Table): Promise<string[]> => {
  const { rows } = await database.pool.query<{ held: string }>(
    `select p as held from unnest(array['select', 'insert', 'update', 'delete', 'truncate', 'references', 'trigger']) p
     where has_table_privilege(current_user, format('%I.%I', $1::text, $2::text), p)`,
    [schema, name],
  );
  return rows.map(({ held }) => held);
};

test('the role of the site has no power over the server or other roles, and owns nothing', async () => {
  const { rows } = await database.pool.query(
    `select rolsuper, rolcreatedb, rolcreaterole, rolreplication, rolbypassrls,
       (select count(*)::int from pg_shdepend where refobjid = oid and deptype = 'o') as owned,
       (select count(*)::int from pg_auth_members where member = oid) as memberships
     from pg_roles where rolname = current_user`,
  );
  expect(rows).toEqual([
    {
      rolsuper: false,
      rolcreatedb: false,
      rolcreaterole: false,
      rolreplication: false,
      rolbypassrls: false,
      owned: 0,
      memberships: 0,
    },
  ]);
});

test('it has rows of every table and nothing else, and of the ledger what the code does', async () => {
  expect(tables.length).toBeGreaterThan(60);
  for (const table of tables) {
    const held = await rightsOn(table);
    const label = `${table.schema}.${table.name}`;
    if (table.schema === 'ledger' && table.is_partition) {
      expect(held, label).toEqual([]);
      continue;
    }
    const { others, tables: named } = runTimeRights[table.schema]!;
    expect(held.join(', '), label).toBe(named?.[table.name] ?? others);
  }
});

test('what the ledger has written can be neither changed nor deleted by it', async () => {
  const written = tables.filter(
    ({ schema, name }) => schema === 'ledger' && /^(?:transfers|legs|refunds)/.test(name),
  );
  expect(written.length).toBeGreaterThan(10);
  for (const { name } of written) {
    const column = name === 'transfers' || name.startsWith('transfers_') ? 'id' : 'transfer_id';
    expect(await tryAsSite(`update ledger.${name} set ${column} = ${column}`), name).toBe(NOT_ALLOWED);
    expect(await tryAsSite(`delete from ledger.${name}`), name).toBe(NOT_ALLOWED);
  }
  expect(await tryAsSite('delete from ledger.holds')).toBe(NOT_ALLOWED);
  expect(await tryAsSite('delete from ledger.balances')).toBe(NOT_ALLOWED);
});

test.runIf(isFullRun)('it cannot change, drop or empty a table, nor take its triggers away', async () => {
  for (const { schema, name } of tables) {
    const table = `"${schema}"."${name}"`;
    for (const statement of [
      `alter table ${table} add column more int`,
      `alter table ${table} disable trigger all`,
      `drop table ${table} cascade`,
      `truncate ${table} cascade`,
      `create index on ${table} ((1))`,
      `grant all on ${table} to public`,
    ]) {
      // A grant of what one does not own is refused, or warned of and without effect.
      const told = await tryAsSite(statement);
      expect([NOT_ALLOWED, ...(statement.startsWith('grant') ? ['done'] : [])], statement).toContain(told);
    }
  }
  for (const statement of [
    'create table more (n int)',
    'create table ledger.more (n int)',
    'create table jobs.more (n int)',
    'create function more() returns int language sql as $$ select 1 $$',
    'create schema more',
    'create role more',
    "set session_replication_role = 'replica'",
    'set role klieg',
    "copy (select 1) to program 'true'",
    "select pg_read_file('postgresql.conf')",
    'select ledger.ensure_partitions(60)',
    "select ledger.seal_partition('balances', 'holds')",
    'alter function ledger.keep_partitions_ahead() set search_path = public',
    'drop trigger no_truncate on ledger.transfers',
  ])
    expect(await tryAsSite(statement), statement).toBe(NOT_ALLOWED);
});

test('what runs as its owner has a search path that nobody else writes to', async () => {
  const { rows } = await owner.pool.query<{ name: string; config: readonly string[] | null }>(
    `select oid::regprocedure::text as name, proconfig as config from pg_proc
     where prosecdef and pronamespace::regnamespace::text !~ '^pg_|^information_schema'`,
  );
  expect(rows.map(({ name }) => name)).toEqual(['ledger.keep_partitions_ahead()']);
  for (const { config } of rows) expect(config).toContain('search_path=pg_catalog, pg_temp');
});

test('tables of later migrations are its own to fill and not to change', async () => {
  await owner.pool.query('create table later (id int); create sequence later_numbers');
  await owner.pool.query('create table ledger.later (id int)');
  expect(
    await tryAsSite(
      "insert into later values (nextval('later_numbers')); update later set id = 1; delete from later",
    ),
  ).toBe('done');
  expect(await tryAsSite('insert into ledger.later values (1); select from ledger.later')).toBe('done');
  for (const statement of ['truncate later', 'drop table later', 'delete from ledger.later'])
    expect(await tryAsSite(statement), statement).toBe(NOT_ALLOWED);
});

test('partitions of the coming months are made by it, through the one function for it', async () => {
  const { rows: last } = await owner.pool.query<{ name: string }>(
    `select max(inhrelid::regclass::text) as name from pg_inherits where inhparent = 'ledger.legs'::regclass
     and inhrelid::regclass::text ~ '[0-9]$'`,
  );
  await owner.pool.query(`drop table ${last[0]!.name}`);
  const { rows } = await database.pool.query('select ledger.keep_partitions_ahead() as made');
  expect(rows).toEqual([{ made: 1 }]);
  expect(await tryAsSite(`truncate ${last[0]!.name}`)).toBe(NOT_ALLOWED);
});
