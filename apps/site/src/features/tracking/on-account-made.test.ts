import type { AccountId } from '@klieg/kernel';
import { expect, test } from 'vitest';
import { useTestDatabase } from '../../platform/postgres/testing.ts';
import { makeOnAccountMade } from './on-account-made.ts';
import { makeTrackingStore } from './tracking-store.ts';

const { database } = await useTestDatabase();
const { handle } = makeOnAccountMade({ store: makeTrackingStore(database) });

async function newPerson(username: string): Promise<AccountId> {
  const { rows } = await database.pool.query<{ id: AccountId }>(
    `insert into accounts (username, display_name, email, password_hash, gender, type, birth_date)
     values ($1, $1, $1 || '@example.org', '', 'f', 'other', '1990-01-01') returning id`,
    [username],
  );
  return rows[0]!.id;
}
const read = (payload: object) =>
  database.kysely.transaction().execute((transaction) => handle(payload, transaction));
const putVisit = (who: string, advert: string) =>
  database.pool.query('insert into visit_tracking (who, data) values ($1, $2)', [who, { advert_id: advert }]);
const advertsOf = async (...whose: readonly string[]) => {
  const { rows } = await database.pool.query<{ who: string; advert: string }>(
    `select who, data ->> 'advert_id' as advert from visit_tracking where who = any($1)`,
    [whose],
  );
  return rows;
};

test('a visit goes along with the guest who joins, once, and stays where an older fact names no guest', async () => {
  const accountId = await newPerson('joins');
  await putVisit('g1', 'ad-1');
  await read({ accountId, type: 'other' });
  expect(await advertsOf('g1', `a${accountId}`)).toEqual([{ who: 'g1', advert: 'ad-1' }]);
  for (const _ of [1, 2]) await read({ accountId, type: 'other', visitor: 'g1', wantsNews: false });
  expect(await advertsOf('g1', `a${accountId}`)).toEqual([{ who: `a${accountId}`, advert: 'ad-1' }]);
});

test('a visit that the account has told of itself by then stays', async () => {
  const accountId = await newPerson('was_quick');
  await putVisit('g2', 'ad-2');
  await putVisit(`a${accountId}`, 'ad-3');
  await read({ accountId, type: 'other', visitor: 'g2', wantsNews: false });
  expect(await advertsOf('g2', `a${accountId}`)).toEqual([{ who: `a${accountId}`, advert: 'ad-3' }]);
});
