import { type AccountId, silentLog, systemClock, uuidv7 } from '@klieg/kernel';
import { makeVisitor, type Visitor } from '@klieg/testing';
import { eventually } from '@klieg/testing/eventually';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { makeLedger } from '../features/ledger/make-ledger.ts';
import { seatCrowd } from './testing-crowd-store.ts';
import { useSharedNodes } from './testing-shared-nodes.ts';
import { codeOf } from './testing-site.ts';

/* A tip split on two nodes: the last seat is taken once, and a node that dies in the middle of it loses nothing. */

const JOINERS = 200;
const ROOMS = 4;
const TOKENS = 100;

const { database, startNats, startNode } = await useSharedNodes();
const { kysely } = database;
const ledger = makeLedger({ database, clock: systemClock, log: silentLog });
await startNats();
const b = await eventually(() => startNode('b'));
await seatCrowd(database, { rooms: ROOMS, viewers: Math.ceil((JOINERS + 2) / ROOMS) });
await sql`insert into rooms (account_id, status) select id, 'online' from accounts where type = 'model'`.execute(
  kysely,
);
const { rows: people } = await sql<{ id: AccountId; username: string }>`
  select id, username from accounts where type = 'other' order by id`.execute(kysely);
await Promise.all(
  people.map(({ id }) =>
    ledger.credit({
      id: uuidv7(),
      kind: 'promotion',
      source: 'promotions',
      to: id,
      amountTokens: TOKENS,
    }),
  ),
);

/** The person of that number at a node, from a network of their own. */
async function personAt(url: string, number: number): Promise<Visitor> {
  const visitor = makeVisitor(url, { address: `10.1.${number >> 8}.${number & 255}` });
  (visitor.cookies as Map<string, string>).set('session', String(people[number]!.id));
  await visitor.arrive();
  return visitor;
}
const propose = (visitor: Visitor, username: string, amount: number, splitters: number) =>
  visitor.call('proposeTipSplit', {
    params: { username },
    body: { amount, target_splitters: splitters },
    idempotencyKey: uuidv7(),
  });
const join = (visitor: Visitor, username: string, share: number, key = uuidv7()) =>
  visitor.call('joinTipSplit', {
    params: { username },
    body: { split_amount: share },
    idempotencyKey: key,
  });
const balanceOf = (number: number) => ledger.balanceOf(people[number]!.id);
const earnedBy = async (username: string) => {
  const { rows } = await sql<{ id: AccountId }>`
    select id from accounts where username = ${username}`.execute(kysely);
  return (await ledger.earningsOf(rows[0]!.id)).spendable;
};

test(`of ${JOINERS} who join at once on two nodes one has the last seat, and all others have their tokens back (S804) (S805)`, async () => {
  const a = await startNode('a');
  const proposer = await personAt(b.url, 0);
  const page = await proposer.openRoom(await proposer.openLobby(), 'room_0');
  await propose(proposer, 'room_0', 20, 2);
  const joiners = await Promise.all(
    Array.from({ length: JOINERS }, (_, index) => personAt(index % 2 ? a.url : b.url, index + 1)),
  );
  const codes = await Promise.all(joiners.map((one) => codeOf(join(one, 'room_0', 10))));
  expect(codes.filter((code) => code === 'not refused')).toHaveLength(1);
  expect(codes.filter((code) => code === 'tipping.split_gone')).toHaveLength(JOINERS - 1);
  expect(await page.waitFor('v3.tip.received')).toMatchObject({ tokens: 20, type: 'split' });
  const balances = await Promise.all(Array.from({ length: JOINERS + 1 }, (_, index) => balanceOf(index)));
  const spent = balances.map(({ spendable }) => TOKENS - spendable);
  expect(spent.filter((tokens) => tokens !== 0)).toEqual([10, 10]);
  expect(spent[1 + codes.indexOf('not refused')]).toBe(10);
  expect(balances.every(({ held }) => held === 0)).toBe(true);
  expect(await earnedBy('room_0')).toBe(12);
  await a.kill();
});

/** What a node that died leaves: the hold alone, the last seat without the payment, the payment without its end. */
const deaths = [
  { room: 'room_1', left: 'held', dies: 1 },
  { room: 'room_2', left: 'seated', dies: 1 },
  { room: 'room_3', left: 'paid', dies: 2 },
] as const;

test.each(deaths)(
  'a node that dies when the last part is $left loses nothing: all is paid once (S805) (L18)',
  async ({ room, left, dies }) => {
    const first = 1 + 3 * deaths.findIndex((death) => death.room === room);
    const [anna, bert, cleo] = [first, first + 1, first + 2];
    const proposer = await personAt(b.url, anna);
    const page = await proposer.openRoom(await proposer.openLobby(), room);
    const before = await Promise.all([anna, bert, cleo].map(balanceOf));
    await propose(proposer, room, 30, 3);
    await join(await personAt(b.url, bert), room, 10);
    const key = uuidv7();
    const a = await startNode('a', { diesAfterCommits: dies });
    await expect(join(await personAt(a.url, cleo), room, 10, key)).rejects.toThrow();
    await eventually(() => expect(a.process.signalCode).toBe('SIGKILL'));
    if (left === 'seated')
      await sql`update tip_splits set state = 'settling', news = news + 1,
        parts = replace(parts::text, '"asked"', '"seated"')::jsonb
        where room_id = (select id from accounts where username = ${room})`.execute(kysely);
    await sql`delete from idempotent_answers`.execute(kysely);
    // Nobody presses again but where the seat was not taken yet.
    const last = await personAt(b.url, cleo);
    if (left === 'held')
      expect(await join(last, room, 10, key)).toMatchObject({ tipSplit: { mode: 'success' } });
    await page.waitFor('v3.tip_split.update', ({ mode }) => mode === 'success');
    const { id } = await page.waitFor('v3.tip.received');
    expect(await earnedBy(room)).toBe(18);
    const after = await Promise.all([anna, bert, cleo].map(balanceOf));
    expect(after.map(({ spendable }, index) => before[index]!.spendable - spendable)).toEqual([10, 10, 10]);
    expect(after.map(({ held }) => held)).toEqual([0, 0, 0]);
    const told = page.received.filter(
      ({ name, payload }) => name === 'v3.tip.received' && payload['id'] === id,
    );
    expect(told).toHaveLength(1);
    expect((await ledger.reconcile('all')).findings).toEqual([]);
  },
);
