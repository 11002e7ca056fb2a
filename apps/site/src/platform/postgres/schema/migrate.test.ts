import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { migrate } from './migrate.ts';
import { useTestDatabase } from '../testing.ts';

const { owner: database, ownerConnection: connection } = await useTestDatabase();
let folder: string;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'klieg-migrate-'));
  await database.pool.query('drop schema public cascade; create schema public');
});
afterEach(() => rmSync(folder, { recursive: true }));

const put = (name: string, text: string): void => writeFileSync(join(folder, name), text);
const tables = async (): Promise<string[]> => {
  const { rows } = await database.pool.query(
    "select tablename from pg_tables where schemaname = 'public' and tablename <> 'migrations' order by 1",
  );
  return rows.map((row: { tablename: string }) => row.tablename);
};

test('files are applied once, in order of names; a later run applies only what is new', async () => {
  put('0002-b.sql', 'alter table a add column m int;');
  put('0001-a.sql', 'create table a (n int); create table a2 (n int);');
  expect(await migrate(connection, folder)).toEqual(['0001-a.sql', '0002-b.sql']);
  expect(await migrate(connection, folder)).toEqual([]);
  put('0003-c.sql', 'create table c (n int)');
  expect(await migrate(connection, folder)).toEqual(['0003-c.sql']);
  expect(await tables()).toEqual(['a', 'a2', 'c']);
});

test('a changed or missing applied file is refused and nothing is applied', async () => {
  put('0001-a.sql', 'create table a (n int)');
  await migrate(connection, folder);
  put('0001-a.sql', 'create table a (n bigint)');
  put('0002-b.sql', 'create table b (n int)');
  await expect(migrate(connection, folder)).rejects.toThrow(/0001-a.sql was changed/);
  rmSync(join(folder, '0001-a.sql'));
  await expect(migrate(connection, folder)).rejects.toThrow(/0001-a.sql, which is not among/);
  expect(await tables()).toEqual(['a']);
});

test('a failing file leaves nothing of itself behind, and a later run goes on after its repair', async () => {
  put('0001-a.sql', 'create table a (n int)');
  put('0002-b.sql', 'create table b (n int); select 1 / 0;');
  await expect(migrate(connection, folder)).rejects.toThrow(/0002-b.sql failed: division by zero/);
  expect(await tables()).toEqual(['a']);
  put('0002-b.sql', 'create table b (n int)');
  expect(await migrate(connection, folder)).toEqual(['0002-b.sql']);
});

test('processes that start at once apply each file once', async () => {
  put('0001-a.sql', 'create table a (n int); select pg_sleep(0.05);');
  put('0002-b.sql', 'create table b (n int)');
  const runs = await Promise.all(Array.from({ length: 6 }, () => migrate(connection, folder)));
  expect(runs.flat().sort()).toEqual(['0001-a.sql', '0002-b.sql']);
});

test('a migration that waits for a lock gives up after its limit instead of blocking the site', async () => {
  put('0001-a.sql', 'create table a (n int)');
  await migrate(connection, folder);
  put('0002-b.sql', "set local lock_timeout = '50ms'; alter table a add column m int");
  const client = await database.pool.connect();
  try {
    await client.query('begin; lock table a in access share mode');
    await expect(migrate(connection, folder)).rejects.toThrow(/lock timeout/);
  } finally {
    await client.query('rollback');
    client.release();
  }
});
