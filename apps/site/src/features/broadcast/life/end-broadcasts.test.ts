import {
  internalMediaKey,
  MEDIA_COMMANDS,
  MEDIA_FACTS,
  type MediaCommand,
  verifyMediaToken,
} from '@klieg/contract/media';
import { eventually } from '@klieg/testing/eventually';
import { isLongRun } from '@klieg/testing/run-length';
import { sql } from 'kysely';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { type Member, useTestSite } from '#site/app/testing-site.ts';
import { announceSessionEnded } from '../../sessions/index.ts';
import { liveFact } from '../testing-live.ts';

const site = await useTestSite();
const commands: MediaCommand[] = [];
afterAll(site.bus.subscribe(MEDIA_COMMANDS, (command) => void commands.push(command as MediaCommand)));
const NEW = 'another long phrase 7';

const statusOf = async ({ id }: Member) => (await site.site.rooms.get(id as never)).status;
const exchange = (key: string) =>
  fetch(`${site.url}/internal/media/stream_key`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-internal-secret': internalMediaKey(site.site.mediaSecret),
    },
    body: JSON.stringify({ key }),
  });

/** A model whose encoder publishes by stream key, without a page. */
async function liveByKey() {
  const model = await site.join({ type: 'model' });
  const { stream_key: key } = await model.call('createStreamKey', { body: {} });
  const { token } = (await (await exchange(key)).json()) as { token: string };
  const claims = verifyMediaToken(site.site.mediaSecret, token, Date.now());
  if (claims?.use !== 'publish') throw new Error('the key gave no right to publish');
  const { broadcastId, streamName } = claims;
  site.bus.publish(MEDIA_FACTS, liveFact(model, { broadcastId, streamName }, { tech: 'obs' }));
  await eventually(async () => expect(await statusOf(model)).toBe('online'));
  return { model, key, broadcastId };
}

const suspend = ({ id }: Member) =>
  sql`update accounts set suspended_at = now() where id = ${id}`.execute(site.database.kysely);
const expectEnd = async ({ model, key, broadcastId }: Awaited<ReturnType<typeof liveByKey>>) => {
  await eventually(async () => expect(await statusOf(model)).toBe('offline'));
  expect(commands).toContainEqual({ kind: 'stop', broadcastId });
  // The encoder tries again at once, by itself.
  expect((await exchange(key)).status).toBe(404);
  expect(await statusOf(model)).toBe('offline');
};

describe('what an encoder publishes by stream key', () => {
  test('ends with a changed password, and so does the key, which a thief may have made (LIVE-VIDEO-029)', async () => {
    const live = await liveByKey();
    const body = { current_password: live.model.password, password: NEW };
    await live.model.call('changePassword', { body });
    await expectEnd(live);
    const { stream_key: fresh } = await live.model.call('createStreamKey', { body: {} });
    expect((await exchange(fresh)).status).toBe(200);
  });

  test('goes on when all other sessions are ended: the key is not theirs', async () => {
    const { model, key } = await liveByKey();
    await model.call('revokeOtherSessions');
    expect((await exchange(key)).status).toBe(200);
    expect(await statusOf(model)).toBe('online');
  });

  test('ends within two seconds of a suspension: S207', async () => {
    const live = await liveByKey();
    await suspend(live.model);
    announceSessionEnded(site.bus, { accountId: live.model.id, reason: 'suspended' });
    // The look at all suspended accounts comes too seldom to be taken for this.
    await vi.waitFor(async () => expect(await statusOf(live.model)).toBe('offline'), 2_000);
    await expectEnd(live);
  });

  test.runIf(isLongRun)('ends with a suspension of which nobody was told: S207', async () => {
    const [live, other] = [await liveByKey(), await liveByKey()];
    await suspend(live.model);
    await expectEnd(live);
    expect(await statusOf(other.model)).toBe('online');
  });
});

test('what a page publishes in the session that changed the password goes on', async () => {
  const model = await site.join({ type: 'model' });
  const started = await model.call('startBroadcast', { body: { streaming_tech: 'webrtc' } });
  const broadcast = { broadcastId: started.broadcast_id, streamName: started.stream_name };
  site.bus.publish(MEDIA_FACTS, liveFact(model, broadcast, {}));
  await eventually(async () => expect(await statusOf(model)).toBe('online'));
  const { stream_key: key } = await model.call('createStreamKey', { body: {} });
  await model.call('changePassword', { body: { current_password: model.password, password: NEW } });
  await eventually(async () => expect((await exchange(key)).status).toBe(404));
  expect(await statusOf(model)).toBe('online');
});
