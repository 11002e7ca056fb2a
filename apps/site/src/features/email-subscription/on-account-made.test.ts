import type { AccountId } from '@klieg/kernel';
import { expect, test } from 'vitest';
import { useTestDatabase } from '../../platform/postgres/testing.ts';
import { makeChoiceStore } from './choice-store.ts';
import { makeOnAccountMade } from './on-account-made.ts';

const { database } = await useTestDatabase();
const store = makeChoiceStore(database);
const { handle } = makeOnAccountMade({ store });

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

test('whoever asks for news when they join gets them, also where the fact comes twice', async () => {
  const accountId = await newPerson('wants_news');
  for (const _ of [1, 2]) await read({ accountId, type: 'other', visitor: 'g1', wantsNews: true });
  expect(await store.list(accountId)).toEqual(
    new Map([
      ['offers', true],
      ['news', true],
    ]),
  );
});

test('what somebody has chosen since stays, and nothing is chosen for who asked for none, or by an older fact', async () => {
  const [early, quiet, older] = [
    await newPerson('early'),
    await newPerson('quiet'),
    await newPerson('older'),
  ];
  await store.save(early, new Map([['news', false]]));
  await read({ accountId: early, type: 'other', visitor: 'g1', wantsNews: true });
  expect((await store.list(early)).get('news')).toBe(false);
  await read({ accountId: quiet, type: 'other', visitor: 'g2', wantsNews: false });
  await read({ accountId: older, type: 'other' });
  for (const id of [quiet, older]) expect(await store.list(id)).toEqual(new Map());
});
