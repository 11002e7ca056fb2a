import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { inTransaction } from './testing-in-transaction.ts';
import { refuseSecondConnections, takeSecondConnections } from './testing-second-connection.ts';
import { useTestDatabase } from './testing.ts';

const { database, owner } = await useTestDatabase();
const ask = sql<{ n: number }>`select 1 as n`;
const REFUSED = 'a second connection is taken within a transaction: ';

test('a query that an open transaction awaits on another connection of its pool is refused, and tells both places', async () => {
  const asked = inTransaction(database, async (transaction) => {
    await ask.execute(transaction);
    await ask.execute(database.kysely);
  });
  await expect(asked).rejects.toThrow(REFUSED);
  const [found] = takeSecondConnections();
  expect(found).toContain('it began at platform/postgres/testing-in-transaction.ts');
  expect(takeSecondConnections()).toEqual([]);
});

test('so are one beside a query of its own, one with raw text, and a transaction within the transaction', async () => {
  const beside = inTransaction(database, (transaction) =>
    Promise.all([ask.execute(database.kysely), ask.execute(transaction)]),
  );
  await expect(beside).rejects.toThrow(REFUSED);
  await expect(inTransaction(database, () => database.pool.query('select 1'))).rejects.toThrow(REFUSED);
  const nested = inTransaction(database, () => inTransaction(database, (inner) => ask.execute(inner)));
  await expect(nested).rejects.toThrow(REFUSED);
  expect(takeSecondConnections()).toHaveLength(3);
});

test('the transaction’s own queries, another pool, and what comes after it are as ever', async () => {
  const rows = await inTransaction(database, async (transaction) => {
    await ask.execute(owner.kysely);
    return (await ask.execute(transaction)).rows;
  });
  expect(rows).toEqual([{ n: 1 }]);
  expect((await ask.execute(database.kysely)).rows).toEqual([{ n: 1 }]);
});

test('what a transaction starts and does not await goes on', async () => {
  let started: Promise<unknown> | undefined;
  await inTransaction(database, async (transaction) => {
    started = ask.execute(database.kysely);
    for (let query = 0; query < 20; query++) await ask.execute(transaction);
  });
  expect(await started).toMatchObject({ rows: [{ n: 1 }] });
});

test('installed again it asks once', async () => {
  refuseSecondConnections();
  await expect(inTransaction(database, () => ask.execute(database.kysely))).rejects.toThrow(REFUSED);
  expect(takeSecondConnections()).toHaveLength(1);
});
