import { uuidv7 } from '@klieg/kernel';
import type { Visitor, VisitorSocket } from '@klieg/testing';
import { eventually } from '@klieg/testing/eventually';
import { isFullRun, isLongRun } from '@klieg/testing/run-length';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { toldOf } from './testing-coming.ts';
import { useSharedNodes } from './testing-shared-nodes.ts';

/* What is decided or said on one node holds on the other: people, bans, messages, friends. */

const { database, startNats, startNode, join, loginAt } = await useSharedNodes();
let a = '';
let b = '';
beforeAll(async () => {
  await startNats();
  a = (await eventually(() => startNode('a'))).url;
  b = (await startNode('b')).url;
});

/** Enters the room, again until a node lets in. */
const enter = (visitor: Visitor, room: string): Promise<VisitorSocket> =>
  eventually(async () => visitor.openRoom(await visitor.openLobby(), room));
const newest = (page: VisitorSocket, name: string) =>
  page.received.findLast((message) => message.name === name)?.payload;
const namesInList = (page: VisitorSocket): string[] =>
  ((newest(page, 'v3.chat.user_list')?.['users'] ?? []) as { username: string }[]).map(
    ({ username }) => username,
  );
const countAt = (page: VisitorSocket) => newest(page, 'v3.chat.user_count')?.['user_count'];
const everything = (page: VisitorSocket) => JSON.stringify(page.received);
const named = (username: string) => ({ params: { username } });

describe('a room on two nodes', () => {
  test.runIf(isLongRun)(
    'somebody who hides is in no list or number of either, and comes back on both (SETTINGS-026) (S3207): F2',
    async () => {
      const model = await join(a, 'amy', 'model');
      await join(a, 'hal', 'other');
      await sql`update accounts set membership = 'super_vip' where username = 'hal'`.execute(database.kysely);
      const watchers = {
        a: await enter(await join(a, 'ann', 'other'), 'amy'),
        b: await enter(await join(b, 'bob', 'other'), 'amy'),
        streamer: await enter(model, 'amy'),
      };
      for (const page of Object.values(watchers)) page.send('v3.chat.userlist.start', { sort: 'username' });
      const halOnB = await loginAt(b, 'hal');
      const own = await enter(halOnB, 'amy');
      const halOnA = await loginAt(a, 'hal');
      const listed = (page: VisitorSocket, isListed: boolean, people: number) =>
        eventually(() => {
          page.send('v3.chat.userlist.start', { sort: 'username' });
          expect([namesInList(page).includes('hal'), countAt(page)]).toEqual([isListed, people]);
        }, 1_500);
      for (const page of Object.values(watchers)) await listed(page, true, 4);

      // Chosen on the node where none of the pages is.
      await halOnA.call('saveSettings', { body: { invisible_mode_level: 2 } });
      await own.waitFor('v3.user.invisible-mode', ({ invisible_mode_level: level }) => level === 2);
      await listed(watchers.a, false, 3);
      await listed(watchers.b, false, 3);
      await listed(watchers.streamer, true, 4);
      for (const page of [watchers.a, watchers.b])
        expect(page.received.filter(({ name }) => name === 'v3.user.invisible-mode')).toEqual([]);

      await halOnB.call('saveSettings', { body: { invisible_mode_level: 0 } });
      for (const page of Object.values(watchers)) await listed(page, true, 4);
      for (const page of Object.values(watchers))
        expect(page.received.filter(({ name }) => name === 'v3.chat.user_left')).toEqual([]);
    },
  );

  test.runIf(isFullRun)(
    'a list that the performer hides ends for viewers of both, and for nobody who keeps order (CHAT-039)',
    async () => {
      const model = await join(a, 'una', 'model');
      const streamer = await enter(model, 'una');
      const viewers = {
        a: await enter(await join(a, 'vic', 'other'), 'una'),
        b: await enter(await join(b, 'wes', 'other'), 'una'),
      };
      for (const page of [streamer, ...Object.values(viewers)]) {
        page.send('v3.chat.userlist.start', {});
        await page.waitFor('v3.chat.user_list');
      }
      // Chosen on the node that the room's other half is on.
      const elsewhere = await loginAt(b, 'una');
      await elsewhere.call('saveSettings', { body: { show_viewer_list: false } });
      for (const page of Object.values(viewers)) {
        await page.waitFor(
          'v3.chat.model_settings',
          ({ settings }) => settings['show_viewer_list'] === false,
        );
        page.send('v3.chat.userlist.start', {});
        await page.waitFor('v3.error', ({ errorType }) => errorType === 'not_allowed');
      }
      const zoe = await join(b, 'zoe', 'other');
      const from = streamer.received.length;
      await enter(zoe, 'una');
      await toldOf(streamer, 'v3.chat.user_joined', 'zoe', from);
      for (const page of Object.values(viewers)) expect(everything(page)).not.toContain('zoe');
    },
  );

  test('a ban on one node ends the pages on the other and keeps them out of both (MODERATION-ROLES-002) (MODERATION-ROLES-009)', async () => {
    const model = await join(a, 'ida', 'model');
    const page = await enter(model, 'ida');
    await join(b, 'max', 'other');
    const [onA, onB] = [await loginAt(a, 'max'), await loginAt(b, 'max')];
    const pages = [await enter(onB, 'ida'), await enter(onA, 'ida'), await enter(onB, 'ida')];
    await model.call('moderate', { ...named('ida'), body: { username: 'max', action: 'ban' } });
    for (const one of pages) {
      await one.waitFor('v3.chat.banned');
      expect(await one.waitForClose()).toBe(4403);
    }
    expect(await page.waitFor('v3.chat.moderate')).toMatchObject({ action: 'ban' });
    for (const visitor of [onA, onB]) {
      await expect(visitor.openRoom(await visitor.openLobby(), 'ida')).rejects.toThrow('banned');
      await expect(visitor.call('getRoom', named('ida'))).rejects.toMatchObject({ code: 'rooms.banned' });
    }
  });
});

describe('two people on two nodes', () => {
  test('messages, requests and who is online reach the pages on the other node (PM-FRIENDS-007) (PM-FRIENDS-002) (PM-FRIENDS-004)', async () => {
    const eve = await join(a, 'eve', 'other');
    const fay = await join(b, 'fay', 'other');
    const pages = { eve: await eve.openLobby(), fay: await fay.openLobby() };

    await eve.call('requestFriend', { ...named('fay'), body: {} });
    expect(await pages.fay.waitFor('v3.user_friend.request')).toMatchObject({
      username: 'eve',
      status: 'TO_CONFIRM',
    });
    await fay.call('acceptFriend', { ...named('eve'), body: {} });
    expect(await pages.eve.waitFor('v3.user_friend.accepted')).toMatchObject({
      username: 'fay',
      status: 'CONFIRMED',
    });

    const clientId = uuidv7();
    pages.eve.send('v3.pm.send', { client_id: clientId, username: 'fay', message: 'good evening' });
    const ack = await pages.eve.waitFor('v3.ack', ({ client_id: id }) => id === clientId);
    const message = await pages.fay.waitFor('v3.pm.message');
    expect(message).toMatchObject({ id: ack.id, username: 'eve', from: 'eve', message: 'good evening' });
    expect(message).not.toHaveProperty('client_id');
    expect(await pages.fay.waitFor('v3.pm.new')).toMatchObject({ username: 'eve', unread: 1 });
    // The own page on the other node hears it too, and that it was read there.
    const second = await (await loginAt(b, 'eve')).openLobby();
    await fay.call('sendMessage', { ...named('eve'), body: { text: 'and to you', client_id: uuidv7() } });
    for (const page of [pages.eve, second])
      await page.waitFor('v3.pm.message', ({ message: text }) => text === 'and to you');
  });

  test.runIf(isFullRun)(
    'a friend who comes, hides and goes on one node is told of on the other (PM-FRIENDS-005): F2',
    async () => {
      await join(a, 'gus', 'other');
      const ivy = await join(b, 'ivy', 'other');
      await sql`update accounts set membership = 'super_vip' where username = 'gus'`.execute(database.kysely);
      const gus = await loginAt(a, 'gus');
      await gus.call('requestFriend', { ...named('ivy'), body: {} });
      await ivy.call('acceptFriend', { ...named('gus'), body: {} });
      const page = await ivy.openLobby();
      const statusOfGus = () =>
        page.received.findLast(
          ({ name, payload }) => name === 'v3.user_friend.status_update' && payload['username'] === 'gus',
        )?.payload['online'];
      const isOnline = (isIt: boolean) => eventually(() => expect(statusOfGus()).toBe(isIt));

      const lobby = await gus.openLobby();
      await isOnline(true);
      await gus.call('saveSettings', { body: { invisible_mode_level: 1 } });
      await isOnline(false);
      await gus.call('saveSettings', { body: { invisible_mode_level: 0 } });
      await isOnline(true);
      lobby.close();
      await isOnline(false);
    },
  );
});
