import { uuidv7 } from '@klieg/kernel';
import { expect, test } from 'vitest';
import { useTestDatabase } from '../../platform/postgres/testing.ts';
import { disputesReachInto } from './month-disputes-store.ts';
import { openTestOrder } from './orders/testing-orders-store.ts';

const { database, owner } = await useTestDatabase();
/** A purchase of 20 January 2024. */
const BOUGHT = '018d242a-c800-7000-8000-000000000001';
const reaching = async (month: string) => {
  const client = await owner.pool.connect();
  try {
    return await disputesReachInto(client, month);
  } finally {
    client.release();
  }
};

test('a month is reached by chargebacks of its purchases for half a year, and by no others (L31)', async () => {
  await owner.pool.query(`insert into ledger.seals (month, state, id_from, id_to)
    select day, 'closing', ledger.uuid_floor(day at time zone 'UTC'), ledger.uuid_floor((day + interval '1 month') at time zone 'UTC')
    from (values (timestamp '2024-01-01'), (timestamp '2024-02-01')) months(day)`);
  const { order } = await openTestOrder(database);
  const book = (number: number, kind: 'purchase' | 'chargeback', reverses: string | null) =>
    database.pool.query(
      `insert into order_bookings (order_id, number, kind, tokens, transfer_id, reverses)
       values ($1, $2, $3, 550, $4, $5)`,
      [order, number, kind, uuidv7(), reverses],
    );
  await book(1, 'purchase', null);
  expect(await reaching('2024-01')).toEqual([]);
  await book(2, 'chargeback', BOUGHT);
  const disputed = ['1 chargebacks of its purchases are young enough to be decided'];
  expect(await reaching('2024-01')).toEqual(disputed);
  expect(await reaching('2024-02')).toEqual([]);
  const doneBefore = (days: number) =>
    database.pool.query(
      `update order_bookings set done_at = now() - make_interval(days => $1) where number = 2`,
      [days],
    );
  await doneBefore(179);
  expect(await reaching('2024-01')).toEqual(disputed);
  await doneBefore(181);
  expect(await reaching('2024-01')).toEqual([]);
});
