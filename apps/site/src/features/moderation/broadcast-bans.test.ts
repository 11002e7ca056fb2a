import {
  internalMediaKey,
  MEDIA_COMMANDS,
  MEDIA_FACTS,
  type MediaCommand,
  verifyMediaToken,
} from '@klieg/contract/media';
import { CallError } from '@klieg/contract/client';
import { uuidv7 } from '@klieg/kernel';
import { eventually } from '@klieg/testing/eventually';
import { isLongRun } from '@klieg/testing/run-length';
import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import { codeOf, type Member, useTestSite } from '../../app/testing-site.ts';
import { liveFact } from '../broadcast/testing-live.ts';

/* Whom the house has banned from broadcasting shows nothing: no page, encoder or camera of a house. */

const site = await useTestSite();
const { kysely } = site.database;
const warden = await site.join({ roles: ['site_mod'] });
const commands: MediaCommand[] = [];
afterAll(site.bus.subscribe(MEDIA_COMMANDS, (command) => void commands.push(command as MediaCommand)));
const statement = 'What you have shown is against our rules.';

const ban = async ({ username }: Member, more: object = {}) =>
  (
    await warden.call('sanctionPerson', {
      params: { username },
      body: { kind: 'ban', scope: 'broadcast', reason_code: 'rules', statement, ...more },
    } as never)
  ).sanction_id;
const lift = (id: string) =>
  warden.call('liftSanction', { params: { id }, body: { note: 'They have said sorry.' } });
const statusOf = async ({ id }: Member) => (await site.site.rooms.get(id as never)).status;
const start = (model: Member) => model.call('startBroadcast', { body: { streaming_tech: 'webrtc' } });
const exchange = async (key: string) =>
  fetch(`${site.url}/internal/media/stream_key`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-internal-secret': internalMediaKey(site.site.mediaSecret),
    },
    body: JSON.stringify({ key }),
  });
const claimsOf = (token: string) => {
  const claims = verifyMediaToken(site.site.mediaSecret, token, Date.now());
  if (claims?.use !== 'publish') throw new Error('no right to publish');
  return claims;
};
/** Media has the picture. */
async function deliver(model: Member, token: string, more: object = {}) {
  const { broadcastId, streamName } = claimsOf(token);
  site.bus.publish(MEDIA_FACTS, liveFact(model, { broadcastId, streamName }, more));
  await eventually(async () => expect(await statusOf(model)).toBe('online'));
  return { broadcastId, streamName };
}
const stopsOf = (id: string) =>
  commands.filter((command) => command.kind === 'stop' && command.broadcastId === id).length;

describe('a ban from broadcasting', () => {
  test('ends what a page sends, and refuses the next start with until when, until it is lifted (broadcast.banned)', async () => {
    const model = await site.join({ type: 'model' });
    const live = await deliver(model, (await start(model)).ingest!.token);
    const id = await ban(model);
    await eventually(async () => expect(await statusOf(model)).toBe('offline'));
    await eventually(() => expect(stopsOf(live.broadcastId)).toBeGreaterThan(0));
    const refused: unknown = await start(model).catch((error: unknown) => error);
    expect(refused instanceof CallError && [refused.httpStatus, refused.code, refused.body?.params]).toEqual([
      403,
      'broadcast.banned',
      { until: null },
    ]);
    // A token of before is good for a minute: media that takes it is told to stop as soon as it has said so.
    const stops = stopsOf(live.broadcastId);
    site.bus.publish(MEDIA_FACTS, liveFact(model, live));
    await eventually(() => expect(stopsOf(live.broadcastId)).toBeGreaterThan(stops));
    expect(await statusOf(model)).toBe('offline');
    expect(
      (await warden.call('getSanctioned', { params: { username: model.username } })).sanctions,
    ).toMatchObject([{ id, kind: 'ban', scope: 'broadcast', room: null, until: null, lifted_at: null }]);
    const { items } = await model.call('listNotifications', { query: {} as never });
    expect(items.map(({ title, body }) => [title, body])).toContainEqual([
      'Our team has banned you from broadcasting',
      statement,
    ]);
    await lift(id);
    await deliver(model, (await start(model)).ingest!.token);
    expect(await codeOf(lift(id))).toBe('common.not_found');
  });

  test('ends what an encoder sends by the stream key, which then looks like a wrong one', async () => {
    const model = await site.join({ type: 'model' });
    const { stream_key: key } = await model.call('createStreamKey', { body: {} });
    const { token } = (await (await exchange(key)).json()) as { token: string };
    const { broadcastId } = await deliver(model, token, { tech: 'obs' });
    const id = await ban(model, { minutes: 60 });
    await eventually(async () => expect(await statusOf(model)).toBe('offline'));
    await eventually(() => expect(stopsOf(broadcastId)).toBeGreaterThan(0));
    const wrong = await exchange('x'.repeat(key.length));
    const refused = await exchange(key);
    expect([refused.status, await refused.text()]).toEqual([wrong.status, await wrong.text()]);
    await lift(id);
    expect((await exchange(key)).status).toBe(200);
  });

  test('closes the cameras of a house, and opens none by page or key (broadcast.banned)', async () => {
    const model = await site.join({ type: 'model' });
    await sql`update accounts set is_voyeur_cam = true where id = ${model.id}`.execute(kysely);
    const params = { name: 'kitchen' as const };
    const { stream_key: key } = await model.call('createVoyeurKey', { params, body: {} });
    const { token } = await model.call('openVoyeurCamera', { params, body: {} });
    const { broadcastId, streamName } = claimsOf(token);
    site.bus.publish(MEDIA_FACTS, { ...liveFact(model, { broadcastId, streamName }), isCamera: true });
    await eventually(async () => expect(await statusOf(model)).toBe('online'));
    const id = await ban(model);
    await eventually(async () => expect(await statusOf(model)).toBe('offline'));
    await eventually(() => expect(stopsOf(broadcastId)).toBeGreaterThan(0));
    expect(await codeOf(model.call('openVoyeurCamera', { params, body: {} }))).toBe('broadcast.banned');
    expect((await exchange(key)).status).toBe(404);
    await lift(id);
    expect((await exchange(key)).status).toBe(200);
  });

  test('is over by its time, and leaves rooms, messages and everything else as they were', async () => {
    const [model, other] = [await site.join({ type: 'model' }), await site.join({ type: 'model' })];
    const id = await ban(model, { minutes: 1 });
    await model.openRoom(await model.openLobby(), other.username);
    expect((await model.call('getCurrentUser')).isAutosilenced).toBe(false);
    await sql`update house_sanctions set until = now() - interval '1 second' where id = ${id}`.execute(
      kysely,
    );
    expect(await codeOf(start(model))).toBe('not refused');
  });

  test('wins over a start in the same moment, in whatever order they come', async () => {
    for (let round = 0; round < 5; round++) {
      const model = await site.join({ type: 'model' });
      const begun = start(model).catch(() => undefined);
      await Promise.all([begun, ban(model)]);
      const claims = (await begun)?.ingest && claimsOf((await begun)!.ingest!.token);
      if (claims) site.bus.publish(MEDIA_FACTS, liveFact(model, claims));
      await site.site.settled();
      await eventually(async () => expect(await statusOf(model)).toBe('offline'));
      expect(await codeOf(start(model))).toBe('broadcast.banned');
    }
  });

  test.runIf(isLongRun)('of which no process was told ends what runs all the same', async () => {
    const model = await site.join({ type: 'model' });
    await deliver(model, (await start(model)).ingest!.token);
    await sql`insert into house_sanctions (id, account_id, kind, scope, by_name, reason_code, at)
      values (${uuidv7()}, ${model.id}, 'ban', 'broadcast', 'nobody', 'rules', now())`.execute(kysely);
    await eventually(async () => expect(await statusOf(model)).toBe('offline'));
  });
});
