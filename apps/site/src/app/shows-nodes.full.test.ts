import { MEDIA_FACTS } from '@klieg/contract/media';
import { type AccountId, silentLog, systemClock, uuidv7 } from '@klieg/kernel';
import type { Visitor } from '@klieg/testing';
import { eventually } from '@klieg/testing/eventually';
import { sql } from 'kysely';
import { isLongRun } from '@klieg/testing/run-length';
import { afterAll, afterEach, expect, test } from 'vitest';
import { makeLedger } from '../features/ledger/make-ledger.ts';
import type { TestNode } from './testing-node.ts';
import { useSharedNodes } from './testing-shared-nodes.ts';
import { codeOf } from './testing-site.ts';

/* A private on two nodes: the one that counts it dies, and nothing is charged twice or lost. */

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

let people = 0;
async function person(
  url: string,
  type: 'model' | 'other',
): Promise<Visitor & { id: AccountId; username: string }> {
  const username = `${type}_${(people += 1)}`;
  const visitor = await nodes.join(url, username, type);
  const { rows } = await sql<{ id: AccountId }>`select id from accounts where username = ${username}`.execute(
    kysely,
  );
  return Object.assign(visitor, { id: rows[0]!.id, username });
}

/** A performer at the first node whom a viewer at the second asks, at 60 tokens a minute. */
async function ask(firstUrl: string) {
  const model = await person(firstUrl, 'model');
  const viewer = await person(b.url, 'other');
  await sql`update accounts set settings = settings || '{"private_cost": 60}'::jsonb where id = ${model.id}`.execute(
    kysely,
  );
  await sql`insert into rooms (account_id, status, broadcast_id, stream_name, width, height, started_at)
    values (${model.id}, 'online', ${uuidv7()}, ${'s'.repeat(22)}, 640, 480, now())`.execute(kysely);
  await ledger.credit({
    id: uuidv7(),
    kind: 'promotion',
    source: 'promotions',
    to: viewer.id,
    amountTokens: 200,
  });
  await model.openRoom(await model.openLobby(), model.username);
  const page = await viewer.openRoom(await viewer.openLobby(), model.username);
  const params = { username: model.username };
  const { request_id: id } = await viewer.call('requestPrivate', {
    params,
    body: {},
    idempotencyKey: uuidv7(),
  });
  return { model, viewer, page, params, id };
}
const accept = (model: Visitor, id: string) => model.call('acceptPrivate', { params: { id }, body: {} });

test('a private goes on at another node when the one that counted it is gone (S3)', async () => {
  const a = (first = await startNode('a'));
  const { model, viewer, page, params, id } = await ask(a.url);
  await accept(model, id);
  deliver(id, 1);
  await page.waitFor('v3.private.started');
  deliver(id, 10);
  await page.waitFor('v3.private.tick', ({ tokens_charged }) => tokens_charged === 10);
  await a.kill();
  deliver(id, 31);
  expect(await page.waitFor('v3.private.tick', ({ tokens_charged }) => tokens_charged === 30)).toMatchObject({
    duration: 31,
    remaining_seconds: 170,
  });
  expect(await viewer.call('endPrivate', { params, body: {} })).toMatchObject({
    tokens_charged: 31,
    refunded_tokens: 29,
  });
  expect(await ledger.balanceOf(viewer.id)).toMatchObject({ spendable: 169, held: 0 });
});

/** What a node leaves that died in the middle: the hold without the show, a step without its news. */
const deaths = [
  { left: 'a step', dies: 2 },
  { left: 'the hold', dies: 1 },
];
test.runIf(isLongRun).each(deaths)(
  'a node that dies right after the ledger has $left loses nothing and charges nothing twice (S305) (S4)',
  async ({ dies }) => {
    const a = (first = await startNode('a', { diesAfterCommits: dies }));
    const { model, viewer, page, params, id } = await ask(a.url);
    const accepted = await codeOf(accept(model, id));
    if (dies === 1) {
      expect(accepted).not.toBe('not refused');
      await eventually(() => expect(a.process.signalCode).toBe('SIGKILL'));
      const again = await nodes.loginAt(b.url, model.username);
      await again.openRoom(await again.openLobby(), model.username);
      await eventually(() => accept(again, id));
    }
    deliver(id, 1);
    await page.waitFor('v3.private.started');
    deliver(id, 12);
    if (dies === 2) await eventually(() => expect(a.process.signalCode).toBe('SIGKILL'));
    deliver(id, 25);
    await page.waitFor('v3.private.tick', ({ tokens_charged }) => tokens_charged === 20);
    expect(await viewer.call('endPrivate', { params, body: {} })).toMatchObject({ tokens_charged: 25 });
    expect(await ledger.balanceOf(viewer.id)).toMatchObject({ spendable: 175, held: 0 });
    expect((await ledger.earningsOf(model.id)).spendable + 10).toBe(25);
    await a.kill();
  },
);
