import { MEDIA_FACTS } from '@klieg/contract/media';
import { type AccountId, silentLog, systemClock, uuidv7 } from '@klieg/kernel';
import type { Visitor } from '@klieg/testing';
import { eventually } from '@klieg/testing/eventually';
import { sql } from 'kysely';
import { afterAll, afterEach, expect, test } from 'vitest';
import { makeLedger } from '../features/ledger/make-ledger.ts';
import type { TestNode } from './testing-node.ts';
import { useSharedNodes } from './testing-shared-nodes.ts';

/* A voyeur room on two nodes: the one that sold time and turns dies, and the other counts, ends and settles them, once. */

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
  const username = `house_${type}_${(people += 1)}`;
  const visitor = await nodes.join(url, username, type);
  const { rows } = await sql<{ id: AccountId }>`select id from accounts where username = ${username}`.execute(
    kysely,
  );
  return Object.assign(visitor, { id: rows[0]!.id, username });
}
const timeOf = async ({ id }: Person) => {
  const { rows } = await sql<{ id: string; state: string; charged: number | null }>`
    select time_id id, state, tokens_charged charged from voyeur_times where viewer_id = ${id}`.execute(
    kysely,
  );
  return rows[0]!;
};
const turnOf = async ({ id }: Person) => {
  const { rows } = await sql<{ state: string; charged: number | null }>`
    select state, tokens_charged charged from voyeur_turns where viewer_id = ${id}`.execute(kysely);
  return rows[0]!;
};
const balanceOf = async ({ id }: Person) => {
  const { spendable, held } = await ledger.balanceOf(id);
  return { spendable, held };
};
const deliver = (meterId: string, seconds: number) =>
  bus.publish(MEDIA_FACTS, {
    kind: 'metered',
    node: 'm1',
    meterId,
    clock: 'c1',
    deliveredMs: seconds * 1_000,
    fromMs: 0,
    untilMs: seconds * 1_000,
  });

/** A house with a picture at the first node, and a viewer who has bought two minutes and a turn there. */
async function selling(url: string) {
  const model = await person(url, 'model');
  await sql`update accounts set is_voyeur_cam = true where id = ${model.id}`.execute(kysely);
  await model.call('openVoyeurCamera', { params: { name: 'kitchen' }, body: {} });
  const { rows } = await sql<{ camera_id: string; stream_name: string }>`
    select c.camera_id, c.stream_name from cameras c where owner_id = ${model.id}`.execute(kysely);
  bus.publish(MEDIA_FACTS, {
    kind: 'live',
    node: 'm1',
    broadcastId: rows[0]!.camera_id,
    streamName: rows[0]!.stream_name,
    isCamera: true,
    username: model.username,
    width: 640,
    height: 480,
    hasAudio: true,
    tech: 'webrtc',
    renditions: ['source'],
  });
  const viewer = await person(url, 'other');
  await ledger.credit({
    id: uuidv7(),
    kind: 'promotion',
    source: 'promotions',
    to: viewer.id,
    amountTokens: 100,
  });
  const params = { username: model.username };
  await eventually(async () =>
    expect((await viewer.call('getVoyeur', { params })).rooms).toMatchObject([{ active: true }]),
  );
  const lobby = await viewer.openLobby({ edition: 2 });
  await viewer.openRoom(lobby, model.username);
  const body = { minutes: 2, cost_per_minute: 6 };
  await viewer.call('buyVoyeurTime', { params, body, idempotencyKey: uuidv7() });
  const turn = { camera: 'kitchen', cost: 30 } as const;
  await viewer.call('takeVoyeurControl', { params, body: turn, idempotencyKey: uuidv7() });
  await eventually(async () => expect((await turnOf(viewer)).state).toBe('running'));
  return { model, viewer };
}

test('time and turns go on at another node when the one that sold them is gone, and are paid once (S3) (S3101) (S1907)', async () => {
  const a = (first = await startNode('a'));
  const { model, viewer } = await selling(a.url);
  expect(await balanceOf(viewer)).toEqual({ spendable: 58, held: 42 });
  await a.kill();
  const { id } = await timeOf(viewer);
  deliver(id, 25);
  await eventually(async () => expect((await ledger.earningsOf(model.id)).spendable).toBeGreaterThan(0));
  await sql`update voyeur_turns set ends_at = clock_timestamp() where viewer_id = ${viewer.id}`.execute(
    kysely,
  );
  await eventually(async () => expect(await turnOf(viewer)).toEqual({ state: 'ended', charged: 30 }));
  const again = await nodes.loginAt(b.url, viewer.username);
  const stop = () => again.call('stopVoyeurTime', { params: { username: model.username }, body: {} });
  expect(await stop()).toMatchObject({ tokens_charged: 2, tokens: 68 });
  expect(await stop()).toMatchObject({ tokens_charged: 2, tokens: 68 });
  expect(await balanceOf(viewer)).toEqual({ spendable: 68, held: 0 });
});
