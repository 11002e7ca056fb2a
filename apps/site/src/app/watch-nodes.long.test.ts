import { MEDIA_FACTS } from '@klieg/contract/media';
import { type AccountId, silentLog, systemClock, uuidv7 } from '@klieg/kernel';
import type { Visitor } from '@klieg/testing';
import { eventually } from '@klieg/testing/eventually';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { makeLedger } from '../features/ledger/make-ledger.ts';
import { useSharedNodes } from './testing-shared-nodes.ts';
import { codeOf } from './testing-site.ts';

/* Two who watch a video together from two nodes, one of which dies. */

const nodes = await useSharedNodes();
const { database, startNode } = nodes;
const { kysely } = database;
const ledger = makeLedger({ database, clock: systemClock, log: silentLog });
await nodes.startNats();
const b = await eventually(() => startNode('b'));
const bus = await eventually(() => nodes.openBus());

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

const deliver = (meterId: string) =>
  bus.publish(MEDIA_FACTS, {
    kind: 'metered',
    node: 'm1',
    meterId,
    clock: 'c1',
    deliveredMs: 1_000,
    fromMs: 0,
    untilMs: 1_000,
  });

/** A performer at the first node in a private with a viewer at the second, and a recording of hers. */
async function inPrivate(firstUrl: string) {
  const model = await person(firstUrl, 'model');
  const viewer = await person(b.url, 'other');
  await sql`insert into rooms (account_id, status, broadcast_id, stream_name, width, height, started_at)
    values (${model.id}, 'online', ${uuidv7()}, ${'s'.repeat(22)}, 640, 480, now())`.execute(kysely);
  const mediaId = uuidv7();
  await sql`insert into recordings (id, origin_id, account_id, broadcast_id, kind, state, video_blob, duration_ms)
    values (${mediaId}, ${mediaId}, ${model.id}, ${uuidv7()}, 'public', 'ready', 'recordings/none.mp4', 3600000)`.execute(
    kysely,
  );
  await ledger.credit({
    id: uuidv7(),
    kind: 'promotion',
    source: 'promotions',
    to: viewer.id,
    amountTokens: 2_000,
  });
  const studio = await model.openRoom(await model.openLobby(), model.username);
  const page = await viewer.openRoom(await viewer.openLobby(), model.username);
  const params = { username: model.username };
  const { request_id: id } = await viewer.call('requestPrivate', {
    params,
    body: {},
    idempotencyKey: uuidv7(),
  });
  await model.call('acceptPrivate', { params: { id }, body: {} });
  deliver(id);
  await page.waitFor('v3.private.started');
  const { watch_id: watchId } = await viewer.call('proposeWatch', { params, body: { media_id: mediaId } });
  return { model, viewer, studio, page, params, watchId, mediaId };
}

test('two nodes play one video in step: each side is told what the other did, in one order (S704)', async () => {
  const a = await startNode('a');
  const { model, viewer, studio, page, params, watchId } = await inPrivate(a.url);
  expect(await studio.waitFor('v3.watch.update')).toMatchObject({ status: 'proposed', watch_id: watchId });
  await model.call('controlWatch', { params, body: { action: 'play' } });
  await page.waitFor('v3.watch.update', ({ status }) => status === 'active');
  // Both press at once, many times: whatever the row has last is what both pages have last.
  await Promise.all(
    Array.from({ length: 10 }, (_, n) =>
      (n % 2 === 0 ? model : viewer).call('controlWatch', {
        params,
        body: { action: 'seek', position_ms: n * 100_000 },
      }),
    ),
  );
  await viewer.call('controlWatch', { params, body: { action: 'pause' } });
  const { rows } = await sql<{ version: number; position_ms: string }>`
    select version, position_ms from watches where watch_id = ${watchId}`.execute(kysely);
  const last = rows[0]!;
  for (const socket of [studio, page])
    expect(await socket.waitFor('v3.watch.update', ({ seq }) => seq === last.version)).toMatchObject({
      playing: false,
      position_ms: Number(last.position_ms),
      by: viewer.username,
    });
  await a.kill();
});

test('a watch ends when its node is gone, and the private goes on', async () => {
  const a = await startNode('a');
  const { model, viewer, page, params, mediaId } = await inPrivate(a.url);
  await viewer.call('controlWatch', { params, body: { action: 'close' } });
  const viewerAtA = await nodes.loginAt(a.url, viewer.username);
  const { watch_id: watchId } = await viewerAtA.call('proposeWatch', { params, body: { media_id: mediaId } });
  await model.call('controlWatch', { params, body: { action: 'play' } });
  await page.waitFor('v3.watch.update', ({ status }) => status === 'active');
  await a.kill();
  // What the lease would wait for.
  await sql`update watches set lease_until = now() - interval '1 second' where room_id = ${model.id}`.execute(
    kysely,
  );
  await page.waitFor('v3.watch.update', ({ status, watch_id: id }) => status === 'ended' && id === watchId);
  expect((await viewer.call('getPrivateState', { params })).request).toMatchObject({ state: 'running' });
  expect(await codeOf(viewer.call('openWatched', { params }))).toBe('shows.not_running');
  await viewer.call('proposeWatch', { params, body: { media_id: mediaId } });
});
