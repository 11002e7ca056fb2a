import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Transaction } from './database.ts';
import { isConflict } from './is-conflict.ts';
import { isOutage } from './is-outage.ts';
import { useTestDatabase } from './testing.ts';

const { database } = await useTestDatabase();

const lock = (key: number, within: Transaction) => sql`select pg_advisory_xact_lock(${key})`.execute(within);

test('of two transactions that wait for each other one gives way by a conflict, which is no outage', async () => {
  const both = Promise.withResolvers<void>();
  let begun = 0;
  const cross = (first: number, then: number) =>
    database.kysely.transaction().execute(async (within) => {
      await lock(first, within);
      if (++begun === 2) both.resolve();
      await both.promise;
      await lock(then, within);
    });
  const answers = await Promise.allSettled([cross(1, 2), cross(2, 1)]);
  const failures = answers.flatMap((answer) =>
    answer.status === 'rejected' ? [answer.reason as unknown] : [],
  );
  expect(failures).toHaveLength(1);
  expect(isConflict(failures[0])).toBe(true);
  expect(isOutage(failures[0])).toBe(false);
});

test('a row that is there already is no conflict, nor is what is no error of the database', async () => {
  const twice = sql`select 1/0`.execute(database.kysely);
  expect(isConflict(await twice.catch((error: unknown) => error))).toBe(false);
  for (const other of [undefined, null, new Error('40P01'), 'no']) expect(isConflict(other)).toBe(false);
});
