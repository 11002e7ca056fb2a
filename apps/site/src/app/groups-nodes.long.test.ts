import { MEDIA_FACTS } from '@klieg/contract/media';
import { type AccountId, silentLog, systemClock, uuidv7 } from '@klieg/kernel';
import { TEMPLATE_EDITION } from '@klieg/contract';
import type { Visitor } from '@klieg/testing';
import { eventually } from '@klieg/testing/eventually';
import { sql } from 'kysely';
import { afterAll, afterEach, expect, test } from 'vitest';
import { makeLedger } from '../features/ledger/make-ledger.ts';
import type { TestNode } from './testing-node.ts';
import { useSharedNodes } from './testing-shared-nodes.ts';

/* A group show on two nodes: the one that had its performer dies, and it starts, goes on and is settled at the other. */

const nodes = await useSharedNodes();
const { database, startNode } = nodes;
const { kysely } = database;
const ledger = makeLedger({ database, clock: systemClock, log: silentLog });
await nodes.startNats();
const b = await eventually(() => startNode('b'));
const bus = await eventually(() => nodes.openBus());
/** One test at a time has the first node. */
let first: TestNode | undefined;
afterEach(() => first?.kill());
afterAll(async () => expect((await ledger.reconcile('all')).findings).toEqual([]));

type Person = Visitor & { readonly id: AccountId; readonly username: string };

let people = 0;
async function person(url: string, type: 'model' | 'other'): Promise<Person> {
  const username = `group_${type}_${(people += 1)}`;
  const visitor = await nodes.join(url, username, type);
  const { rows } = await sql<{ id: AccountId }>`select id from accounts where username = ${username}`.execute(
    kysely,
  );
  return Object.assign(visitor, { id: rows[0]!.id, username });
}

const stateOf = async ({ id }: Person): Promise<string> => {
  const { rows } = await sql<{ state: string }>`
    select state from group_shows where room_id = ${id}`.execute(kysely);
  return rows[0]!.state;
};
const memberOf = async ({ id }: Person) => {
  const { rows } = await sql<{ meter_id: string; state: string; tokens_charged: number }>`
    select meter_id, state, tokens_charged from group_members where account_id = ${id}`.execute(kysely);
  return rows[0]!;
};
const balanceOf = async ({ id }: Person) => {
  const { spendable, held } = await ledger.balanceOf(id);
  return { spendable, held };
};
async function deliver(viewer: Person, seconds: number): Promise<void> {
  const { meter_id: meterId } = await memberOf(viewer);
  const untilMs = seconds * 1_000;
  const span = { fromMs: 0, untilMs };
  bus.publish(MEDIA_FACTS, {
    kind: 'metered',
    node: 'm1',
    meterId,
    clock: 'c1',
    deliveredMs: untilMs,
    ...span,
  });
}

/** An offer at the first node, with two of two people in its list, whose pages are at the second. */
async function counting(firstUrl: string) {
  const model = await person(firstUrl, 'model');
  await sql`insert into rooms (account_id, status, broadcast_id, stream_name, width, height, started_at)
    values (${model.id}, 'online', ${uuidv7()}, ${'s'.repeat(22)}, 640, 480, now())`.execute(kysely);
  const terms = { cost_per_minute: 30, min_people: 2 };
  await model.call('offerGroupShow', { body: { show_id: uuidv7(), ...terms } } as never);
  const viewers = [await person(b.url, 'other'), await person(b.url, 'other')] as const;
  for (const viewer of viewers) {
    const { id } = viewer;
    await ledger.credit({ id: uuidv7(), kind: 'promotion', source: 'promotions', to: id, amountTokens: 600 });
    const lobby = await viewer.openLobby({ edition: TEMPLATE_EDITION });
    await viewer.openRoom(lobby, model.username, { edition: TEMPLATE_EDITION });
    await viewer.call('joinGroupShow', {
      params: { username: model.username },
      body: { cost_per_minute: 30 },
      idempotencyKey: uuidv7(),
    });
  }
  await eventually(async () => expect(await stateOf(model)).toBe('counting'));
  return { model, viewers };
}

const countIsOver = ({ id }: Person) =>
  sql`update group_shows set starts_at = now() where room_id = ${id} and state = 'counting'`.execute(kysely);

test('a group show goes on at another node when the one that began it is gone, and is settled there (GS18) (S3)', async () => {
  const a = (first = await startNode('a'));
  const { model, viewers } = await counting(a.url);
  await countIsOver(model);
  await eventually(async () => expect(await stateOf(model)).toBe('running'));
  await deliver(viewers[0], 20);
  await eventually(async () => expect((await balanceOf(viewers[0])).spendable).toBe(530));
  await a.kill();
  await deliver(viewers[0], 37);
  await eventually(async () => expect((await balanceOf(viewers[0])).spendable).toBe(525));
  const again = await nodes.loginAt(b.url, model.username);
  const end = () => again.call('endGroupShow', { body: {} });
  expect(await end()).toMatchObject({ people: 2, tokens_charged: 18 });
  await eventually(async () => expect(await stateOf(model)).toBe('ended'));
  expect(await end()).toMatchObject({ people: 2, tokens_charged: 18 });
  expect(await balanceOf(viewers[0])).toEqual({ spendable: 582, held: 0 });
  expect(await balanceOf(viewers[1])).toEqual({ spendable: 600, held: 0 });
});

/** No publisher is there whom the node that is left could ask. */
const isOnAirAgain = ({ id }: Person) =>
  sql`update rooms set status = 'online', previous_status = null, gone_at = null, version = version + 1,
      broadcast_id = coalesce(broadcast_id, ${uuidv7()}), stream_name = coalesce(stream_name, ${'s'.repeat(22)})
    where account_id = ${id} and status in ('reconnecting', 'offline')`.execute(kysely);

/** The ledger commits for the holds of the start alone. */
test.each([{ commits: 1 }, { commits: 2 }])(
  'a node that dies after $commits of two holds, if it is the one that starts, leaves a start that is done once (GS18) (GS5)',
  async ({ commits }) => {
    const a = (first = await startNode('a', { diesAfterCommits: commits }));
    const { model, viewers } = await counting(a.url);
    await countIsOver(model);
    // Either node may begin it. Where the first did it is undone after a while, and counts down anew.
    await eventually(async () => {
      await isOnAirAgain(model);
      await countIsOver(model);
      expect(await stateOf(model)).toBe('running');
    });
    for (const viewer of viewers)
      await eventually(async () => expect(await balanceOf(viewer)).toEqual({ spendable: 540, held: 60 }));
    const again = await nodes.loginAt(b.url, model.username);
    await again.call('endGroupShow', { body: {} });
    await eventually(async () => expect(await stateOf(model)).toBe('ended'));
    for (const viewer of viewers) expect(await balanceOf(viewer)).toEqual({ spendable: 600, held: 0 });
  },
);
