import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eventually } from '@klieg/testing/eventually';
import { freePort } from '@klieg/testing';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { type Database, openDatabase } from './database.ts';
import { isOutage } from './is-outage.ts';
import { useTestDatabase } from './testing.ts';

const { database, connection, owner } = await useTestDatabase();

const failureOf = (answer: Promise<unknown>): Promise<unknown> =>
  answer.then(
    () => undefined,
    (error: unknown) => error,
  );

/** Ends a connection at the server, as an operator does. */
const endConnection = (pid: number) => owner.pool.query('select pg_terminate_backend($1)', [pid]);
/** Ends whoever sleeps in a statement of this file, again and again until that was noticed. */
async function endSleeper(failure: Promise<unknown>): Promise<void> {
  let isNoticed = false;
  void failure.then(() => (isNoticed = true));
  await eventually(async () => {
    await owner.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where query like '%pg_sleep(600)%' and datname = current_database() and pid <> pg_backend_pid()`,
    );
    expect(isNoticed).toBe(true);
  });
}

test.each<[string, (asked: Database) => Promise<unknown>]>([
  ['the pool', ({ pool }) => pool.query('select pg_sleep(600)')],
  ['a query builder', ({ kysely }) => sql`select pg_sleep(600)`.execute(kysely)],
  [
    'a transaction',
    ({ kysely }) =>
      kysely.transaction().execute((transaction) => sql`select pg_sleep(600)`.execute(transaction)),
  ],
])('a connection that the server ends during a statement of %s is an outage', async (_, ask) => {
  // A pool of its own: one whose connection was ended may hand it out once more before it notices.
  const asked = openDatabase(connection);
  onTestFinished(() => asked.close());
  const failure = failureOf(ask(asked));
  await endSleeper(failure);
  expect(isOutage(await failure)).toBe(true);
});

test('a connection that the server ends between two statements is an outage for the next', async () => {
  const client = await database.pool.connect();
  onTestFinished(() => client.release(true));
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const ended = new Promise((resolve) => client.once('end', resolve));
  await endConnection(rows[0]!.pid);
  await ended;
  expect(isOutage(await failureOf(client.query('select 1')))).toBe(true);
});

test('a server that does not listen is an outage', async () => {
  const away = openDatabase({ ...connection, host: '127.0.0.1', port: await freePort() });
  onTestFinished(() => away.close());
  expect(isOutage(await failureOf(away.pool.query('select 1')))).toBe(true);
  expect(isOutage(await failureOf(sql`select 1`.execute(away.kysely)))).toBe(true);
});

test('a wrong statement is no outage', async () => {
  expect(isOutage(await failureOf(database.pool.query('select nothing')))).toBe(false);
});

test("another service's broken connection is no outage, though it has the same code", async () => {
  const server = createServer((request) => request.socket.resetAndDestroy());
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const failure = await failureOf(fetch(`http://127.0.0.1:${port}`));
  const { cause } = failure as Error;
  expect(cause).toMatchObject({ code: expect.stringMatching(/^(?:ECONNRESET|UND_ERR_SOCKET)$/) });
  expect(isOutage(failure)).toBe(false);
  expect(isOutage(cause)).toBe(false);
});
