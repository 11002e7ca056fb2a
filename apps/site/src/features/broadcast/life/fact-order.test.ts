import { MEDIA_FACTS, MEDIA_COMMANDS, type MediaFact, type MediaCommand } from '@klieg/contract/media';
import { sql } from 'kysely';
import { eventually } from '@klieg/testing/eventually';
import { isFullRun, isLongRun } from '@klieg/testing/run-length';
import { afterAll, expect, test } from 'vitest';
import { type Member, useTestSite } from '#site/app/testing-site.ts';
import { liveFact } from '../testing-live.ts';

// A model changes her password, by which her stream gets another name, and closes her page at once: what
// media says of the name and of the loss arrives within the same millisecond.
const site = await useTestSite();
const commands: MediaCommand[] = [];
afterAll(site.bus.subscribe(MEDIA_COMMANDS, (command) => void commands.push(command as MediaCommand)));

const say = (fact: MediaFact) => site.bus.publish(MEDIA_FACTS, fact);
const statusOf = async (model: Member) => (await model.call('getBroadcast')).status;

interface Broadcast {
  readonly broadcastId: string;
  readonly streamName: string;
}

const gone = (broadcast: Broadcast, reason: 'silent' | 'closed'): MediaFact => ({
  kind: 'gone',
  node: 'm1',
  ...broadcast,
  reason,
});

const goLive = async () => {
  const model = await site.join({ type: 'model' });
  const started = await model.call('startBroadcast', { body: { streaming_tech: 'webrtc' } });
  const broadcast = { broadcastId: started.broadcast_id, streamName: started.stream_name };
  say(liveFact(model, broadcast));
  await eventually(async () => expect(await statusOf(model)).toBe('online'));
  return { model, broadcast };
};

/** The name that media was told last. */
const renamed = ({ broadcastId }: Broadcast): Promise<Broadcast> =>
  eventually(() => {
    const command = commands.findLast((one) => one.kind === 'rename' && one.broadcastId === broadcastId);
    if (command?.kind !== 'rename') throw new Error('not renamed yet');
    return { broadcastId, streamName: command.streamName };
  });

const endsOffline = (model: Member) => eventually(async () => expect(await statusOf(model)).toBe('offline'));

const setPassword = (model: Member, cam_password: string | null) =>
  model.call('saveSettings', { body: { cam_password } });

const startAgain = async (model: Member): Promise<Broadcast> => {
  const started = await model.call('startBroadcast', { body: { streaming_tech: 'webrtc' } });
  return { broadcastId: started.broadcast_id, streamName: started.stream_name };
};

test.runIf(isFullRun)(
  'the new name, then the loss: the room ends offline, and the older fact does not bring it back',
  async () => {
    const rooms = await Promise.all(Array.from({ length: 6 }, goLive));
    await Promise.all(
      rooms.map(async ({ model, broadcast }) => {
        await setPassword(model, 'secret');
        const fresh = await renamed(broadcast);
        say(liveFact(model, fresh));
        say(gone(fresh, 'silent'));
      }),
    );
    await Promise.all(rooms.map(({ model }) => endsOffline(model)));
  },
);

test('the loss, then the new name: the room ends offline', async () => {
  const { model, broadcast } = await goLive();
  say(gone(broadcast, 'silent'));
  await setPassword(model, null);
  await endsOffline(model);
});

test('a publisher that says that it leaves, after its picture has ended, takes the room offline at once', async () => {
  const { model, broadcast } = await goLive();
  await model.openRoom(await model.openLobby(), model.username);
  say(gone(broadcast, 'silent'));
  say(gone(broadcast, 'closed'));
  await endsOffline(model);
});

test('a password that changes while the picture is away is asked of whoever waited for it', async () => {
  const { model, broadcast } = await goLive();
  await model.openRoom(await model.openLobby(), model.username);
  say(gone(broadcast, 'silent'));
  await eventually(async () => expect(await statusOf(model)).toBe('reconnecting'));
  await setPassword(model, 'secret');
  const fresh = await renamed(broadcast);
  expect(fresh.streamName).not.toBe(broadcast.streamName);
  expect(await startAgain(model)).toEqual(fresh);
});

test('a publisher that comes back with its older right is given the name of now', async () => {
  const { model, broadcast } = await goLive();
  await setPassword(model, 'secret');
  const fresh = await renamed(broadcast);
  // The command found no publisher, and the one that comes now has a token from before.
  commands.length = 0;
  say(liveFact(model, broadcast));
  expect(await renamed(broadcast)).toEqual(fresh);
});

test.runIf(isLongRun)(
  'a room that shows a picture which no media process has, goes offline by itself',
  async () => {
    const model = await site.join({ type: 'model' });
    const broadcast = await startAgain(model);
    // As a site finds it that starts again after its media processes have ended.
    await sql`update rooms set status = 'online', started_at = now() where account_id = ${model.id}`.execute(
      site.database.kysely,
    );
    expect(await statusOf(model)).toBe('online');
    await eventually(async () => expect(await statusOf(model)).toBe('offline'));
    expect(commands).toContainEqual({ kind: 'stop', broadcastId: broadcast.broadcastId });
  },
);
