import { type AccountId, type Uuid, uuidv7 } from '@klieg/kernel';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { useTestDatabase } from '#site/platform/postgres/testing.ts';
import { makeMeterStore, type MeterRow } from './meter-store.ts';

const { database } = await useTestDatabase();
const { kysely } = database;
const store = makeMeterStore(database);
const { rows } = await sql<{ id: AccountId }>`
  insert into accounts (username, display_name, email, password_hash, gender, type, birth_date)
  select 'meter_' || i, 'meter', 'meter_' || i || '@example.org', '', 'f', 'other', '1990-01-01' from generate_series(1, 2) i
  returning id`.execute(kysely);
const [payerId, receiverId] = rows.map(({ id }) => id) as [AccountId, AccountId];

async function open(): Promise<Uuid> {
  const id = uuidv7();
  const meter = {
    id,
    showId: id,
    kind: 'private',
    payerId,
    receiverId,
    price: 60,
    aheadSeconds: 60,
  } as const;
  await kysely
    .transaction()
    .execute((transaction) => store.open(transaction, { ...meter, startupTokens: 0 }));
  return id;
}
const find = async (id: Uuid): Promise<MeterRow> => (await store.find(id))!;

test('meters that are noted at the same time are all written, each as its version allows, and one that is locked waits for nobody (H6)', async () => {
  const ids = await Promise.all(Array.from({ length: 40 }, open));
  const found = await Promise.all(ids.map(find));
  expect(found.map(({ id }) => id)).toEqual(ids);
  const next = (at: number) => ({ deliveredMs: 10_000 + at, dueSteps: 1, paidSteps: 0 });
  expect(await Promise.all(found.map((row, at) => store.note(row, next(at))))).toEqual(ids.map(() => true));
  const noted = await Promise.all(ids.map(find));
  expect(
    noted.map(({ deliveredMs, dueSteps, paidSteps, version }) => [deliveredMs, dueSteps, paidSteps, version]),
  ).toEqual(ids.map((_, at) => [10_000 + at, 1, 0, 1]));

  const [first, second, third] = noted as [MeterRow, MeterRow, MeterRow];
  const stale = { id: second.id, version: 0 };
  await kysely.transaction().execute(async (transaction) => {
    await store.lock(transaction, third.id);
    const answers = [first, stale, third, first].map((row) => store.note(row, { ...next(0), dueSteps: 2 }));
    expect(await Promise.all(answers)).toEqual([true, false, false, false]);
    await store.stop(transaction, third.id, { deliveredMs: 10_002, dueSteps: 1, finalTokens: 10 });
  });
  expect(await store.note(third, next(0))).toBe(false);
  expect((await find(third.id)).finalTokens).toBe(10);
});
