import { expect, test } from 'vitest';
import { useTestDatabase } from '../../platform/postgres/testing.ts';
import { earningsReachInto } from './month-earnings-store.ts';

const { database, owner } = await useTestDatabase();
const reaching = async (month: string) => {
  const client = await owner.pool.connect();
  try {
    return await earningsReachInto(client, month);
  } finally {
    client.release();
  }
};

test('a month is reached by earnings of its days, and of those before, until they are ripe (L31)', async () => {
  await database.pool.query(
    `with person as (
       insert into accounts (username, display_name, email, password_hash, gender, type, birth_date)
       values ('earner', 'earner', 'earner@example.org', '', 'f', 'model', '1990-01-01') returning id)
     insert into earning_days (account_id, day, tokens)
     select id, day, tokens from person, (values (date '2024-01-31', 5), (date '2024-02-10', 0)) days(day, tokens)`,
  );
  expect(await reaching('2023-12')).toEqual([]);
  expect(await reaching('2024-01')).toEqual(['1 days of earnings are not ripe']);
  expect(await reaching('2024-02')).toEqual(['1 days of earnings are not ripe']);
  await database.pool.query('delete from earning_days');
  expect(await reaching('2024-02')).toEqual([]);
});
