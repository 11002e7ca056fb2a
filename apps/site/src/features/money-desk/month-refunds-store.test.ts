import { uuidv7 } from '@klieg/kernel';
import { expect, test } from 'vitest';
import { useTestDatabase } from '../../platform/postgres/testing.ts';
import { refundsReachInto } from './month-refunds-store.ts';

const { database, owner } = await useTestDatabase();
const JANUARY_MS = Date.UTC(2024, 0, 20);
const reaching = async (month: string) => {
  const client = await owner.pool.connect();
  try {
    return await refundsReachInto(client, month);
  } finally {
    client.release();
  }
};

test('a month is reached by refunds of its purchases that are under way (L31)', async () => {
  await owner.pool.query(`insert into ledger.seals (month, state, id_from, id_to)
    select day, 'closing', ledger.uuid_floor(day at time zone 'UTC'), ledger.uuid_floor((day + interval '1 month') at time zone 'UTC')
    from (values (timestamp '2024-01-01'), (timestamp '2024-02-01')) months(day)`);
  const order = uuidv7(JANUARY_MS);
  await database.pool.query(
    `with person as (
       insert into accounts (username, display_name, email, password_hash, gender, type, birth_date)
       values ('refunded', 'refunded', 'refunded@example.org', '', 'f', 'other', '1990-01-01') returning id),
     ordered as (
       insert into orders (id, account_id, biller, internal_id, tokens, amount_cents, currency, state)
       select $1, id, 'sandbox', 'tokens_500', 550, 5000, 'USD', 'succeeded' from person returning id)
     insert into order_bookings (order_id, number, kind, tokens, transfer_id)
     select id, 1, 'purchase', 550, $2 from ordered`,
    [order, uuidv7(JANUARY_MS)],
  );
  expect(await reaching('2024-01')).toEqual([]);
  await database.pool.query(
    `insert into order_refunds (id, order_id, transaction_id, amount_cents, asked_by, reason)
     values ($1, $2, 'one', 100, 1, 'a test')`,
    [uuidv7(), order],
  );
  expect(await reaching('2024-01')).toEqual(['1 refunds of its purchases are under way']);
  expect(await reaching('2024-02')).toEqual([]);
  await database.pool.query(`update order_refunds set state = 'asked', answered_at = now()`);
  expect(await reaching('2024-01')).toEqual([]);
});
