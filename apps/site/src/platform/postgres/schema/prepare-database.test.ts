import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { isFullRun } from '@klieg/testing/run-length';
import { afterAll, expect, inject, test } from 'vitest';
import { type DatabaseConnection, openDatabase } from '../database.ts';
import { prepareDatabase } from './prepare-database.ts';

/* A server of the operator's own, whose roles are no superusers. */

const migrations = fileURLToPath(new URL('../../../../../../migrations', import.meta.url));
const { owner: superuser } = inject('testPostgres');
const name = `own_${randomBytes(6).toString('hex')}`;
const password = randomBytes(8).toString('hex');

async function asSuperuser(...statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ ...superuser, database: 'postgres' });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

await asSuperuser(
  `create role ${name}_owner login password '${password}'`,
  `create role ${name}_site login password '${password}'`,
  `create database ${name}_two owner ${name}_owner`,
  `create database ${name}_one owner ${name}_owner`,
);
afterAll(() =>
  asSuperuser(
    `drop database ${name}_two with (force)`,
    `drop database ${name}_one with (force)`,
    `drop role ${name}_owner`,
    `drop role ${name}_site`,
  ),
);
const as = (role: string, database: string): DatabaseConnection => ({
  ...superuser,
  user: `${name}_${role}`,
  password,
  database: `${name}_${database}`,
});

/** The codes of what is refused, `done` for what is not. */
async function tryAll(connection: DatabaseConnection, statements: readonly string[]): Promise<string[]> {
  const database = openDatabase({ ...connection, max: 1 });
  const told: string[] = [];
  for (const statement of statements)
    told.push(
      await database.pool.query(statement).then(
        () => 'done',
        (error: unknown) => (error as { code?: string }).code ?? String(error),
      ),
    );
  await database.close();
  return told;
}

test.runIf(isFullRun)(
  'an owner who is no superuser prepares it for a role that has rows alone, as often as it is asked to',
  async () => {
    const roles = { owner: as('owner', 'two'), connection: as('site', 'two') };
    const applied = await Promise.all([
      prepareDatabase(roles, migrations),
      prepareDatabase(roles, migrations),
    ]);
    expect(applied.flat().length).toBeGreaterThan(20);
    expect(await prepareDatabase(roles, migrations)).toEqual([]);
    const rows = [
      'select ledger.keep_partitions_ahead()',
      'insert into ledger.balances (account) values (81)',
    ];
    expect(await tryAll(roles.connection, rows)).toEqual(['done', 'done']);
    const powers = ['create table more (n int)', 'create temporary table more (n int)', 'truncate outbox'];
    expect(await tryAll(roles.connection, powers)).toEqual(['42501', '42501', '42501']);
  },
);

test('one role alone does everything, as it always did', async () => {
  const only = as('owner', 'one');
  expect((await prepareDatabase({ owner: only, connection: only }, migrations)).length).toBeGreaterThan(20);
  expect(await tryAll(only, ['select ledger.keep_partitions_ahead()', 'create table more (n int)'])).toEqual([
    'done',
    'done',
  ]);
});
