import { type AccountId, silentLog, systemClock, uuidv7 } from '@klieg/kernel';
import { makeVisitor, type Visitor } from '@klieg/testing';
import { howMany } from '@klieg/testing/run-length';
import { eventually } from '@klieg/testing/eventually';
import { expect, test } from 'vitest';
import { makeLedger } from '../features/ledger/make-ledger.ts';
import { useSharedNodes } from './testing-shared-nodes.ts';

/*
 * A process that takes tips dies between the commit in the ledger and all news of it, again and again; another
 * goes on. Everything that follows from each tip is there once.
 */

const KILLS = howMany(1, 50);
const FIRST_TOKENS = 100;
const { database, startNats, startNode, join, loginAt } = await useSharedNodes();

/** The same visitor, cookies and all, at another node. */
async function at(url: string, visitor: Visitor): Promise<Visitor> {
  const moved = makeVisitor(url);
  for (const [name, value] of visitor.cookies) (moved.cookies as Map<string, string>).set(name, value);
  await moved.arrive();
  return moved;
}

test('every tip has every effect once, though the process died after its commit (L22) (S14) (LEDGER-TIP-003) (GAMES-017)', async () => {
  await startNats();
  const b = await eventually(() => startNode('b'));
  await join(b.url, 'anna', 'model');
  await join(b.url, 'bert', 'other');
  const anna = await loginAt(b.url, 'anna');
  const { id: model } = (await anna.call('getCurrentUser')).user;
  await anna.call('installApp', { body: { type: 1, config: { label: 'Song', target: 1_000 } } } as never);
  const bert = await loginAt(b.url, 'bert');
  const { id: payer } = (await bert.call('getCurrentUser')).user;
  const ledger = makeLedger({ database, clock: systemClock, log: silentLog });
  const bought = 1_000_000;
  await ledger.credit({
    id: uuidv7(),
    kind: 'promotion',
    source: 'promotions',
    to: payer as AccountId,
    amountTokens: bought,
  });
  const page = await bert.openRoom(await bert.openLobby(), 'anna');

  const amounts = Array.from({ length: KILLS }, (_, index) => FIRST_TOKENS + index);
  const keys = amounts.map(() => uuidv7());
  const tip = (visitor: Visitor, index: number) =>
    visitor.call('sendTip', {
      params: { id: String(model) },
      body: { amount: amounts[index]!, type: 'pm', comment: `tip ${index}` },
      idempotencyKey: keys[index]!,
    } as never);
  for (const index of amounts.keys()) {
    const a = await startNode('a', { diesAfterCommits: 1 });
    await expect(tip(await at(a.url, bert), index)).rejects.toThrow();
    await eventually(() => expect(a.process.signalCode).toBe('SIGKILL'));
  }

  // The room's page and the conversation have each tip once.
  const seen = () =>
    page.received.filter(({ name }) => name === 'v3.tip.received').map(({ payload }) => payload['tokens']);
  await eventually(() => expect(new Set(seen()).size).toBe(KILLS));
  const told = async () => {
    const { items } = await bert.call('readConversation', {
      params: { username: 'anna' },
      query: { limit: '50' },
    } as never);
    return items.map((item) => item.tip).toSorted();
  };
  await eventually(async () => expect(await told()).toEqual(amounts));

  // A repeat of each call meets the same payment.
  await database.pool.query('delete from idempotent_answers');
  for (const index of amounts.keys()) await tip(bert, index);
  const total = amounts.reduce((sum, amount) => sum + amount, 0);
  expect((await ledger.balanceOf(payer as AccountId)).spendable).toBe(bought - total);
  expect(seen().toSorted()).toEqual(amounts);
  expect(await told()).toEqual(amounts);

  // The goal of the room has counted each once.
  await eventually(async () => {
    const { apps } = await bert.call('listRoomApps', { params: { username: 'anna' } });
    expect(apps[0]!.state['raised']).toBe(total);
  });

  // What the room knows of the tipper, and the ledger itself.
  const client_id = uuidv7();
  page.send('v3.chat.send', { client_id, message: 'all mine' });
  const line = await page.waitFor('v3.chat.message', ({ message }) => message === 'all mine');
  expect(line.recentTips).toBe(total);
  expect((await ledger.reconcile('all')).findings).toEqual([]);
});
