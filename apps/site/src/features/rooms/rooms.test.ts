import type { Payload } from '@klieg/contract';
import { eventually } from '@klieg/testing/eventually';
import { isFullRun } from '@klieg/testing/run-length';
import { describe, expect, test, vi } from 'vitest';
import { BEHIND_PROXY, codeOf, useTestSite } from '../../app/testing-site.ts';
import { comeUntilTold, toldOf } from '../../app/testing-coming.ts';
import { COUNT_AFTER_MS, LEAVE_AFTER_MS, makePresence } from './hub/presence.ts';
import type { Person } from './people/person.ts';
import { listPeople } from './people/list-people.ts';

const site = await useTestSite({ env: BEHIND_PROXY });

const enter = async (username: string, tokens = 0) => {
  const member = await site.join({ tokens });
  const lobby = await member.openLobby();
  return { member, lobby, room: await member.openRoom(lobby, username) };
};

describe('a room', () => {
  test('answers with everything that a page needs (CHAT-005) (CHAT-023) (CHAT-024) (CHAT-025) (CHAT-028)', async () => {
    const model = await site.join({ type: 'model' });
    const room = await (await site.visit()).call('getRoom', { params: { username: model.username } });
    expect(room.user).toMatchObject({ username: model.username, status: 'offline', follower_count: 0 });
    expect(room.userSetting).toMatchObject({
      private_cost: 30,
      chat_allowed: 'tokens',
      hasCamPassword: false,
    });
    expect(room.chat).toMatchObject({ status: 'offline', installedAppId: null });
    expect(room).toMatchObject({ mode: 'public', chatUserCount: 0, chatMessageList: [], limitedShow: null });
  });

  test('tells viewers no internal host (LIVE-VIDEO-013)', async () => {
    const model = await site.join({ type: 'model' });
    const { stream } = await (await site.visit()).call('getRoom', { params: { username: model.username } });
    expect(stream).toMatchObject({
      ffmpeg_server: null,
      ingest_server: null,
      origin_server: null,
      quality_renditions: 4,
      stream_name: null,
      token: null,
      urls: null,
    });
  });

  test('that does not exist answers 404 with suggestions (ERRORS-056) (rooms.not_found)', async () => {
    await site.join({ type: 'model' });
    const answer = await (await site.visit()).fetch('/api/v1/chat/react/nobody_here');
    expect(answer.status).toBe(404);
    const body = (await answer.json()) as { code: string; suggestions: unknown[] };
    expect(body.code).toBe('rooms.not_found');
    expect(body.suggestions.length).toBeGreaterThan(0);
  });

  test('suggests nobody of a gender that is left out, and nobody who is not to be found there (CHAT-005)', async () => {
    const open = await site.join({ type: 'model' });
    const closed = await site.join({ type: 'model', settings: { blocked_countries: ['DE'] } });
    const suggestedTo = async (country: string, query: string) => {
      const visitor = await site.visit({ country });
      const answer = await visitor.fetch(`/api/v1/chat/react/nobody_here?${query}`);
      expect(answer.status).toBe(404);
      const body = (await answer.json()) as { error: string; suggestions: { username: string }[] };
      expect(body.error).toBe('This room does not exist');
      return body.suggestions.map(({ username }) => username);
    };
    const both = expect.arrayContaining([open.username, closed.username]);
    await expect.poll(() => suggestedTo('FR', 'username=somebody&gender-hide=m,t,c')).toEqual(both);
    // Everybody here is a woman.
    expect(await suggestedTo('FR', 'gender-hide=f')).toEqual([]);
    const german = await suggestedTo('DE', 'gender-hide=');
    expect(german).toContain(open.username);
    expect(german).not.toContain(closed.username);
    const lobby = await (await site.visit({ country: 'DE' })).openLobby();
    lobby.send('v3.lobby.discover', { room: 'nobody_here' });
    const { suggestions } = await lobby.waitFor('v3.lobby.discovered');
    expect(suggestions).toContain(open.username);
    expect(suggestions).not.toContain(closed.username);
  });

  test('of a viewer, an unapproved model or a blocked country is the same as none', async () => {
    const viewer = await site.join();
    const pending = await site.join({ type: 'model', isApproved: false });
    const blocking = await site.join({ type: 'model', settings: { blocked_countries: ['DE'] } });
    const german = await site.join({ country: 'DE', from: { country: 'FR' } });
    for (const name of [viewer.username, pending.username, blocking.username])
      expect(await codeOf(german.call('getRoom', { params: { username: name } }))).toBe('rooms.not_found');
    expect(await codeOf(pending.call('getRoom', { params: { username: pending.username } }))).toBe(
      'not refused',
    );
    const lobby = await german.openLobby();
    await expect(german.openRoom(lobby, blocking.username)).rejects.toThrow('not_found');
  });

  test.each([
    ['in another country', { country: 'FR' }, 'not refused'],
    ['in the country', { country: 'DE' }, 'rooms.not_found'],
    ['in the state', { country: 'US', region: 'FL' }, 'rooms.not_found'],
    ['in another state', { country: 'US', region: 'NY' }, 'not refused'],
    ['in the country of the state, nobody knows where', { country: 'US' }, 'rooms.not_found'],
    ['nobody knows where', {}, 'rooms.not_found'],
    ['where a country says XX', { country: 'XX' }, 'rooms.not_found'],
  ])('that blocks places is for somebody %s: %s', async (_where, from, expected) => {
    const settings = { blocked_countries: ['DE'], blocked_states: ['US-FL'] };
    const { username } = await site.join({ type: 'model', settings });
    const [guest, open] = [await site.visit(from), await site.join({ type: 'model' })];
    expect(await codeOf(guest.call('getRoom', { params: { username } }))).toBe(expected);
    expect(await codeOf(guest.call('getRoom', { params: { username: open.username } }))).toBe('not refused');
    const cards = await guest.call('browseHome', { query: { perPage: 60 } } as never);
    const isListed = JSON.stringify(cards).includes(`"${username}"`);
    expect(isListed).toBe(expected === 'not refused');
  });
});

describe('a lobby socket', () => {
  test('tells what each feature has for the page, also where another feature fails', async () => {
    const member = await site.join();
    const spied = vi.spyOn(site.site.ledger, 'balanceOf').mockRejectedValue(new Error('no balance today'));
    try {
      const lobby = await member.openLobby();
      await lobby.waitFor('v3.user.settings');
      expect(lobby.received.some(({ name }) => name === 'v3.token.update')).toBe(false);
    } finally {
      spied.mockRestore();
    }
  });
});

describe('a room socket', () => {
  test('is found through the lobby and gets snapshot and history (REALTIME-006) (REALTIME-016) (REALTIME-027) (REALTIME-028)', async () => {
    const model = await site.join({ type: 'model' });
    const { room } = await enter(model.username);
    expect(room.received.map((message) => message.name)).toEqual([
      'v3.authorize.success',
      'v3.templates',
      'v3.room.snapshot',
      'v3.chat.history',
    ]);
    expect(room.received[0]!.payload).toMatchObject({ role: 'viewer', mode: 'public' });
  });

  test('a key for one room opens no other: W5', async () => {
    const [one, two] = [await site.join({ type: 'model' }), await site.join({ type: 'model' })];
    const visitor = await site.visit();
    const lobby = await visitor.openLobby();
    lobby.send('v3.lobby.discover', { room: one.username });
    const found = await lobby.waitFor('v3.lobby.discovered');
    const other = await visitor.openLobby();
    expect(other.closeCode).toBeUndefined();
    const { WebSocket } = await import('ws');
    const socket = new WebSocket(found.server!, 'v3.json', { headers: { origin: site.url } });
    const code = await new Promise<number>((resolve) => {
      socket.on('close', resolve);
      socket.on('open', () =>
        socket.send(
          JSON.stringify([0, { node_token: found.node_token, protocol_version: 3, room: two.username }]),
        ),
      );
    });
    expect(code).toBe(4401);
  });

  test('with the snapshot’s number gets no second snapshot, a gap is repaired: W50 W51 W52', async () => {
    const model = await site.join({ type: 'model' });
    const { room, member, lobby } = await enter(model.username);
    const { epoch, seq } = room.received[2]!.payload as Payload<'v3.room.snapshot'>;
    const again = await member.openRoom(lobby, model.username, { epoch, seq });
    expect(again.received.map((message) => message.name)).not.toContain('v3.room.snapshot');
    await model.call('setSubject', { params: { username: model.username }, body: { subject: 'first' } });
    await model.call('setSubject', { params: { username: model.username }, body: { subject: 'second' } });
    await room.waitFor('v3.chat.subject', (payload) => payload.subject === 'second');
    const numbers = room.received
      .filter((message) => message.name === 'v3.chat.subject')
      .map((message) => message.payload['seq']);
    expect(numbers).toEqual([seq + 1, seq + 2]);
    room.send('v3.room.resync', { epoch, seq });
    const snapshot = await room.waitFor('v3.room.snapshot', (payload) => payload.seq === seq + 2);
    expect(snapshot.chat).toMatchObject({ subject: 'second' });
  });

  test('what is told while a snapshot is read is in it, and what comes after it is not lost: W51', async () => {
    const model = await site.join({ type: 'model' });
    const { hub } = site.site;
    const reads: number[] = [];
    let subject = 'before';
    hub.addSnapshotPart(({ room }) => {
      if (room.username !== model.username) return {};
      const seen = subject;
      reads.push(room.seq);
      // The first reading comes just before the change, which the page does not get as an event yet.
      if (reads.length === 1) room.publishState('v3.chat.subject', { subject: (subject = 'after') });
      return { chat: { subject: seen } };
    });
    const { room } = await enter(model.username);
    const snapshot = await room.waitFor('v3.room.snapshot');
    expect(reads).toEqual([0, 1]);
    expect(snapshot).toMatchObject({ seq: 1, chat: { subject: 'after' } });
    hub.find(model.username)!.publishState('v3.chat.subject', { subject: 'later' });
    expect(await room.waitFor('v3.chat.subject')).toMatchObject({ seq: 2, subject: 'later' });
  });

  test('has the stream of its mode, also when a show begins while a snapshot is read: W51', async () => {
    const model = await site.join({ type: 'model' });
    const { hub } = site.site;
    let reads = 0;
    hub.addSnapshotPart(async ({ room }) => {
      if (room.username !== model.username) return {};
      const seen = room.seating.mode;
      reads += 1;
      if (reads === 1) await hub.seat(model.username, { mode: 'private', seats: {} });
      return { chat: { subject: seen } };
    });
    const room = await model.openRoom(await model.openLobby(), model.username);
    expect(await room.waitFor('v3.room.snapshot')).toMatchObject({
      mode: 'private',
      chat: { subject: 'private' },
    });
  });

  test('the subject is the owner’s, plain text, told to all (CHAT-012)', async () => {
    const model = await site.join({ type: 'model' });
    const { member, room } = await enter(model.username);
    expect(
      await codeOf(
        member.call('setSubject', { params: { username: model.username }, body: { subject: 'mine' } }),
      ),
    ).toBe('common.forbidden');
    await model.call('setSubject', {
      params: { username: model.username },
      body: { subject: ' <b>new\u202e</b> ', subject_color: '#ff0000' },
    });
    expect(await room.waitFor('v3.chat.subject')).toMatchObject({
      subject: '<b>new</b>',
      subject_color: '#ff0000',
    });
  });

  test('settings that are public reach the room (CHAT-014) (CHAT-013)', async () => {
    const model = await site.join({ type: 'model' });
    const { room } = await enter(model.username);
    await model.call('saveSettings', { body: { private_cost: 60 } });
    expect((await room.waitFor('v3.chat.model_settings')).settings).toMatchObject({ private_cost: 60 });
    await model.call('saveSettings', { body: { cam2cam: false } });
    expect(await room.waitFor('v3.chat.update')).toMatchObject({ cam2cam: false });
  });
});

describe('people', () => {
  test('are counted after a second and listed in the asked order (CHAT-007) (CHAT-010) (SETTINGS-010) (CHAT-020) (CHAT-021) (CHAT-027)', async () => {
    const model = await site.join({ type: 'model' });
    const poor = await enter(model.username);
    const rich = await enter(model.username, 500);
    await eventually(() => expect(site.site.hub.find(model.username)!.presence.countFor('viewers')).toBe(2));
    poor.room.send('v3.chat.userlist.start', { sort: 'tokens' });
    const list = await poor.room.waitFor('v3.chat.user_list');
    expect(list.count).toBe(2);
    expect(list.users.map((user) => user.username)).toEqual([rich.member.username, poor.member.username]);
    expect(list.users[0]).toMatchObject({ has_tokens: true, is_guest: false });
    for (const hidden of ['tokens', 'email_confirmed', 'has_cc', 'socket_id'])
      expect(list.users[0]).not.toHaveProperty(hidden);
    poor.room.send('v3.chat.userlist.stop', {});
    const both = await poor.room.waitFor('v3.chat.user_count', (count) => count.user_count === 2);
    expect(both).toMatchObject({ guest_count: 0 });
  });

  test.runIf(isFullRun)(
    'who comes and goes is told to those who see the list (CHAT-008) (CHAT-009)',
    async () => {
      const model = await site.join({ type: 'model' });
      const watcher = await enter(model.username);
      watcher.room.send('v3.chat.userlist.start', {});
      await watcher.room.waitFor('v3.chat.user_list');
      const guest = await site.join();
      const { username } = guest;
      const page = await comeUntilTold({
        username,
        witnesses: [watcher.room],
        enter: async () => guest.openRoom(await guest.openLobby(), model.username),
        isGone: () => site.site.hub.find(model.username)!.presence.findByName(username) === undefined,
      });
      const joined = await watcher.room.waitFor(
        'v3.chat.user_joined',
        ({ user }) => user.username === username,
      );
      expect(joined.user).toMatchObject({
        is_model: false,
        is_vip: false,
        has_purchase: false,
        recentTips: 0,
      });
      const news = { room: model.username, user: { username } };
      const from = watcher.room.received.length;
      page.close();
      const left = await toldOf(watcher.room, 'v3.chat.user_left', username, from);
      expect(left ?? news).toMatchObject(news);
    },
  );

  test('a hidden page gets no counts until it is seen again (REALTIME-010)', async () => {
    const model = await site.join({ type: 'model' });
    const { room } = await enter(model.username);
    room.send('v3.pagevisibility.change', { visible: false });
    room.send('v3.ping', { t: 1 });
    await room.waitFor('v3.pong');
    site.site.hub.find(model.username)!.publishToVisible('v3.chat.user_count', () => ({
      seq: 1,
      user_count: 99,
    }));
    site.site.hub.find(model.username)!.publishState('v3.chat.subject', { subject: 'still told' });
    await room.waitFor('v3.chat.subject');
    expect(
      room.received.some(
        (message) => message.payload['user_count'] === 99 && message.name === 'v3.chat.user_count',
      ),
    ).toBe(false);
    room.send('v3.pagevisibility.change', { visible: true });
    expect((await room.waitFor('v3.chat.user_count')).user_count).toBeGreaterThanOrEqual(0);
  });

  test('of the streamer is no viewer of herself: the studio counts the others', () => {
    let now = 0;
    const presence = makePresence({ now: () => now });
    const person = (key: string, role: string, invisibleLevel = 0) =>
      ({ key, username: key, role, caller: { account: {} }, invisibleLevel }) as unknown as Person;
    for (const one of [person('a1', 'streamer'), person('a2', 'viewer'), person('a3', 'viewer', 2)])
      presence.add(one, {} as never);
    now = COUNT_AFTER_MS;
    expect(presence.countFor('viewers')).toBe(2);
    expect(presence.watchersFor('viewers')).toBe(1);
    expect(presence.watchersFor('streamer')).toBe(2);
  });

  test('several pages of one person count once, a reload makes no noise', () => {
    let now = 0;
    const presence = makePresence({ now: () => now });
    const person = {
      key: 'a1',
      username: 'anna',
      caller: { account: {} },
      invisibleLevel: 0,
    } as unknown as Person;
    const [one, two] = [{}, {}] as never[];
    presence.add(person, one!);
    presence.add(person, two!);
    now = COUNT_AFTER_MS;
    expect(presence.countFor('viewers')).toBe(1);
    expect(presence.takeChanges().joined).toEqual([person]);
    presence.remove('a1', one!);
    presence.remove('a1', two!);
    now += LEAVE_AFTER_MS - 1;
    presence.add(person, one!);
    expect(presence.takeChanges()).toEqual({ joined: [], left: [] });
    presence.remove('a1', one!);
    now += LEAVE_AFTER_MS;
    expect(presence.takeChanges().left).toEqual([person]);
  });

  test('order by name when asked, never more than 200', () => {
    const people = Array.from({ length: 300 }, (_, i) => ({
      username: `user_${String(299 - i).padStart(3, '0')}`,
      tokens: i,
      recentTips: i,
    })) as unknown as Person[];
    const listed = listPeople(people, 'username');
    expect(listed).toHaveLength(200);
    expect(listed[0]!.username).toBe('user_000');
  });
});

describe('rooms as cards', () => {
  test('are watched by name, answered with what is known, told when they change (REALTIME-011) (REALTIME-012) (REALTIME-013) (REALTIME-014) (REALTIME-020)', async () => {
    const model = await site.join({ type: 'model' });
    const lobby = await (await site.visit()).openLobby();
    lobby.send('v3.lobby.status.start', { usernames: [model.username] });
    expect(await lobby.waitFor('v3.lobby.status.start')).toEqual({ usernames: [model.username] });
    expect((await lobby.waitFor('v3.lobby.status.to_user')).statuses).toEqual([]);
    await site.site.broadcasts.start(
      (await site.site.accounts.findByUsername(model.username))!,
      'test',
      'webrtc',
    );
    expect(await lobby.waitFor('v3.lobby.status.update')).toMatchObject({
      username: model.username,
      status: 'connected',
    });
    lobby.send('v3.lobby.status.stop', {});
    expect(await lobby.waitFor('v3.lobby.status.stop')).toEqual({ usernames: [model.username] });
  });
});

describe('following', () => {
  test('is counted once, told to the model with a notice, and taken back (BROWSE-023) (CHAT-019) (REALTIME-002)', async () => {
    const model = await site.join({ type: 'model' });
    const fan = await site.join();
    const lobby = await model.openLobby();
    for (let i = 0; i < 2; i++)
      expect(await fan.call('follow', { params: { username: model.username }, body: {} })).toEqual({
        status: 1,
        is_following: true,
        followers: 1,
      });
    expect(await lobby.waitFor('v3.new_follower')).toMatchObject({ username: fan.username, followers: 1 });
    expect((await lobby.waitFor('v3.notification.count')).count).toBe(1);
    const notices = await model.call('listNotifications');
    expect(notices).toMatchObject({ unread: 1, items: [{ kind: 'new_follower', read_at: null }] });
    expect(await model.call('markNotificationsRead', { body: {} })).toEqual({ status: 1, unread: 0 });
    expect((await fan.call('listFollowing')).items.map((card) => card.username)).toEqual([model.username]);
    expect((await fan.call('getCurrentUser')).user.following).toEqual([{ followname: model.username }]);
    expect(await fan.call('unfollow', { params: { username: model.username }, body: {} })).toMatchObject({
      followers: 0,
    });
  });

  test('oneself, nobody or a model who switched it off is refused (common.not_self) (rooms.follow_off)', async () => {
    const model = await site.join({ type: 'model' });
    const closed = await site.join({ type: 'model', settings: { followEnabled: false } });
    const fan = await site.join();
    expect(await codeOf(model.call('follow', { params: { username: model.username }, body: {} }))).toBe(
      'common.not_self',
    );
    expect(await codeOf(fan.call('follow', { params: { username: closed.username }, body: {} }))).toBe(
      'rooms.follow_off',
    );
    expect(await codeOf(fan.call('follow', { params: { username: 'nobody_here' }, body: {} }))).toBe(
      'rooms.not_found',
    );
  });
});
