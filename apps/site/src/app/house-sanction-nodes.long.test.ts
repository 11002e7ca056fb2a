import { MEDIA_FACTS } from '@klieg/contract/media';
import type { Visitor, VisitorSocket } from '@klieg/testing';
import { eventually } from '@klieg/testing/eventually';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { liveFact } from '../features/broadcast/testing-live.ts';
import { codeOf } from './testing-site.ts';
import { useSharedNodes } from './testing-shared-nodes.ts';

/* The node that a moderator asks dies between the commit of a sanction and every news of it; pages are on another. */

const { database, openBus, startNats, startNode, join, loginAt } = await useSharedNodes();
await startNats();
const b = await eventually(() => startNode('b'));
await join(b.url, 'anna', 'model');
await join(b.url, 'warden', 'other');
await sql`update accounts set user_roles = '{site_mod}' where username = 'warden'`.execute(database.kysely);

let people = 0;
/** Somebody with a page of the room on the node that lives. */
async function enter(): Promise<{
  name: string;
  visitor: Visitor;
  lobby: VisitorSocket;
  room: VisitorSocket;
}> {
  const name = `person_${++people}`;
  await join(b.url, name, 'other');
  const visitor = await loginAt(b.url, name);
  const lobby = await visitor.openLobby();
  return { name, visitor, lobby, room: await eventually(() => visitor.openRoom(lobby, 'anna')) };
}
/** A moderator's last deed on a node that dies with it. */
async function sanction(username: string, kind: string, scope: string): Promise<void> {
  const a = await startNode('a', { diesAfterFact: 'moderation.house_acted' });
  const mod = await loginAt(a.url, 'warden');
  const body = { kind, scope, reason_code: 'rules', statement: 'You have written the same in every room.' };
  await expect(mod.call('sanctionPerson', { params: { username }, body } as never)).rejects.toThrow();
  await eventually(() => expect(a.process.signalCode).toBe('SIGKILL'));
}

test('a ban from all rooms ends pages of them, though the node that wrote it died', async () => {
  const { name, room } = await enter();
  await sanction(name, 'ban', 'chat');
  expect(await room.waitForClose()).toBe(4403);
});

test('a silence is told to the person and holds in the room', async () => {
  const { name, lobby } = await enter();
  await sanction(name, 'silence', 'chat');
  expect(await lobby.waitFor('v3.autosilenced')).toMatchObject({ isAutosilenced: true });
});

test('a ban from broadcasting ends what is on air', async () => {
  const anna = await loginAt(b.url, 'anna');
  const started = await anna.call('startBroadcast', { body: { streaming_tech: 'webrtc' } });
  const broadcast = { broadcastId: started.broadcast_id, streamName: started.stream_name };
  const bus = await openBus();
  const { visitor } = await enter();
  const statusOf = async () =>
    (await visitor.call('getRoom', { params: { username: 'anna' }, query: {} } as never)).user.status;
  await eventually(async () => {
    bus.publish(MEDIA_FACTS, liveFact({ username: 'anna' }, broadcast));
    expect(await statusOf()).toBe('online');
  });
  await sanction('anna', 'ban', 'broadcast');
  await eventually(async () => expect(await statusOf()).toBe('offline'));
  expect(await codeOf(anna.call('startBroadcast', { body: { streaming_tech: 'webrtc' } }))).toBe(
    'broadcast.banned',
  );
});

test('a kick from every log-in and a suspension close what is open', async () => {
  for (const kind of ['kick', 'suspend']) {
    const { name, lobby } = await enter();
    await sanction(name, kind, 'site');
    expect(await lobby.waitForClose(), kind).toBe(4402);
  }
});
