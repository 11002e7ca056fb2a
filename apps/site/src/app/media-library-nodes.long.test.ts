import { type AccountId, silentLog, systemClock, uuidv7 } from '@klieg/kernel';
import { eventually } from '@klieg/testing/eventually';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { makeLedger } from '../features/ledger/make-ledger.ts';
import { useSharedNodes } from './testing-shared-nodes.ts';

/* Media that are sold by two nodes of one site. */

const { database, startNats, startNode, join, loginAt } = await useSharedNodes();
const ledger = makeLedger({ database, clock: systemClock, log: silentLog });

test('two pages on two nodes that buy the same media at once pay once, and both hear of it', async () => {
  await startNats();
  const a = await eventually(() => startNode('a'));
  const b = await startNode('b');
  const mona = await join(a.url, 'mona', 'model');
  const onA = await join(a.url, 'paul', 'other');
  const { kysely } = database;
  const idOf = async (username: string) =>
    (await sql<{ id: AccountId }>`select id from accounts where username = ${username}`.execute(kysely))
      .rows[0]!.id;
  const [model, buyer] = [await idOf('mona'), await idOf('paul')];
  await ledger.credit({
    id: uuidv7(),
    kind: 'promotion',
    source: 'promotions',
    to: buyer,
    amountTokens: 500,
  });
  const made = await sql<{ id: number }>`
    insert into media (review_id, model_id, type_id, name, description, token_price, tags, is_free_no_auth, cover_safe,
      status, submitted_at, created_at, live_at)
    values (${uuidv7()}, ${model}, 1, 'By the sea', '', 100, '{}', false, false, 'live', now(), now(), now())
    returning media_id as id`.execute(kysely);
  const { id } = made.rows[0]!;
  const onB = await loginAt(b.url, 'paul');
  const lobbies = [await onA.openLobby(), await onB.openLobby()];
  const answers = await Promise.all(
    [onA, onB, onA, onB].map((page) =>
      page.call('purchaseMedia', { params: { id: String(id) }, body: {}, idempotencyKey: uuidv7() }),
    ),
  );
  expect(answers.map(({ price }) => price).toSorted((one, other) => other - one)).toEqual([100, 0, 0, 0]);
  for (const lobby of lobbies)
    expect(await lobby.waitFor('v3.token.update', ({ type }) => type === 'media')).toMatchObject({
      id: String(id),
      token_change: -100,
    });
  expect(await onB.call('getCurrentUser')).toMatchObject({ media_ids: [id], tokens: 400 });
  expect((await mona.call('listOwnMedia', { query: {} })).items).toMatchObject([{ id, sales: 1 }]);
  expect(await ledger.reconcile('all')).toMatchObject({ findings: [] });
});
