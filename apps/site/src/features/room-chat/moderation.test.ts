import { uuidv7 } from '@klieg/kernel';
import type { VisitorSocket } from '@klieg/testing';
import { eventually } from '@klieg/testing/eventually';
import { isFullRun } from '@klieg/testing/run-length';
import { sql } from 'kysely';
import { describe, expect, test, vi } from 'vitest';
import { codeOf, type Member, useTestSite } from '../../app/testing-site.ts';
import { endOf, mayModerate, moderationText } from './moderation-rules.ts';

const site = await useTestSite();

/** A room with somebody of each kind in it. */
const setUp = async () => {
  const settings = { chat_allowed: 'all' };
  const model = await site.join({ type: 'model', settings });
  const [viewer, other, moderator, staff] = [
    await site.join({ tokens: 10 }),
    await site.join({ tokens: 10 }),
    await site.join({ tokens: 10 }),
    await site.join({ roles: ['site_mod'] }),
  ];
  await model.call('setModerator', {
    params: { username: model.username },
    body: { username: moderator.username, moderator: true },
  });
  const enter = async (member: Member) => member.openRoom(await member.openLobby(), model.username);
  return {
    model,
    viewer,
    other,
    moderator,
    staff,
    enter,
    pages: {
      model: await enter(model),
      viewer: await enter(viewer),
      other: await enter(other),
      moderator: await enter(moderator),
      staff: await enter(staff),
    },
    params: { username: model.username },
  };
};

const write = async (page: VisitorSocket, message: string) => {
  const client_id = uuidv7();
  page.send('v3.chat.send', { client_id, message });
  return page.waitFor('v3.ack', (ack) => ack.client_id === client_id);
};
const textOf = (page: VisitorSocket) => JSON.stringify(page.received.map((message) => message.payload));

describe('who may sanction whom', () => {
  test('nobody the streamer, staff or themselves; moderators no moderator (MODERATION-ROLES-020) (S2710)', () => {
    expect(mayModerate('moderator', 'viewer', false)).toBe(true);
    expect(mayModerate('moderator', 'moderator', false)).toBe(false);
    expect(mayModerate('streamer', 'moderator', false)).toBe(true);
    expect(mayModerate('site_mod', 'moderator', false)).toBe(true);
    for (const actor of ['moderator', 'streamer', 'site_mod', 'model_admin'] as const)
      for (const subject of ['streamer', 'site_mod', 'model_admin'] as const)
        expect(mayModerate(actor, subject, false)).toBe(false);
    expect(mayModerate('streamer', 'viewer', true)).toBe(false);
  });

  test.runIf(isFullRun)(
    'by the calls too: room_chat.cannot_moderate, and a name that nobody has is common.not_found',
    async () => {
      const { model, moderator, staff, params } = await setUp();
      const ban = (by: Member, username: string) =>
        codeOf(by.call('moderate', { params, body: { username, action: 'ban' } }));
      expect(await ban(moderator, model.username)).toBe('room_chat.cannot_moderate');
      expect(await ban(moderator, staff.username)).toBe('room_chat.cannot_moderate');
      expect(await ban(moderator, moderator.username)).toBe('room_chat.cannot_moderate');
      expect(await ban(model, 'nobody_here')).toBe('common.not_found');
      expect(
        await codeOf(
          model.call('setModerator', { params, body: { username: staff.username, moderator: true } }),
        ),
      ).toBe('room_chat.cannot_moderate');
      expect(
        await codeOf(
          model.call('setModerator', { params, body: { username: 'nobody_here', moderator: true } }),
        ),
      ).toBe('common.not_found');
    },
  );

  test('a ban runs until it is lifted, a kick an hour, a guest’s ban a day at most', () => {
    const nowMs = 1_000;
    const no = { minutes: undefined, isGuest: false };
    expect(endOf('ban', no, nowMs)).toBeNull();
    expect(endOf('silence', no, nowMs)).toBeNull();
    expect(endOf('kick', no, nowMs)).toBe(nowMs + 3_600_000);
    expect(endOf('ban', { minutes: 5, isGuest: false }, nowMs)).toBe(nowMs + 300_000);
    expect(endOf('ban', { minutes: undefined, isGuest: true }, nowMs)).toBe(nowMs + 86_400_000);
    expect(endOf('ban', { minutes: 9_999, isGuest: true }, nowMs)).toBe(nowMs + 86_400_000);
  });
});

describe('a ban', () => {
  test('puts somebody out of every page and keeps them out, by room, stream, thumbnail, tip and socket (MODERATION-ROLES-002) (MODERATION-ROLES-009) (MODERATION-ROLES-010) (ERRORS-059) (rooms.banned)', async () => {
    const { model, viewer, moderator, enter, pages, params } = await setUp();
    const second = await enter(viewer);
    const answer = await moderator.call('moderate', {
      params,
      body: { username: viewer.username, action: 'ban', reason: 'spam' },
    });
    expect(answer).toEqual({ status: 1, action: 'ban', until: null });
    for (const page of [pages.viewer, second]) {
      expect(await page.waitFor('v3.chat.banned')).toMatchObject({ room: model.username });
      expect(await page.waitForClose()).toBe(4403);
    }
    expect(await codeOf(viewer.call('getRoom', { params }))).toBe('rooms.banned');
    expect(await codeOf(viewer.call('getStreamToken', { params, body: { want: 'ws' } }))).toBe(
      'rooms.banned',
    );
    expect(await codeOf(viewer.call('getSpyPreviewDuration', { params }))).toBe('rooms.banned');
    expect(await codeOf(viewer.call('listEmoticons', { params }))).toBe('rooms.banned');
    expect(await codeOf(viewer.call('enterRoomPassword', { params, body: { password: 'abcd' } }))).toBe(
      'rooms.banned',
    );
    const byId = { id: String(model.id) };
    expect(await codeOf(viewer.call('getTipOptions', { params: byId }))).toBe('rooms.banned');
    expect(
      await codeOf(viewer.call('sendTip', { params: byId, body: { amount: 1 }, idempotencyKey: uuidv7() })),
    ).toBe('rooms.banned');
    expect((await viewer.fetch(`/api/v1/thumb/${model.username}.jpg`)).status).toBe(404);
    const lobby = await viewer.openLobby();
    lobby.send('v3.lobby.discover', { room: model.username });
    expect(await lobby.waitFor('v3.lobby.discovered')).toMatchObject({ errorType: 'banned' });
  });

  test('with a key that was fetched before is refused at the socket with 4403 (REALTIME-027)', async () => {
    const { viewer, model, params } = await setUp();
    const lobby = await viewer.openLobby();
    lobby.send('v3.lobby.discover', { room: model.username });
    await lobby.waitFor('v3.lobby.discovered');
    await model.call('moderate', { params, body: { username: viewer.username, action: 'ban' } });
    await expect(viewer.openRoom(lobby, model.username)).rejects.toThrow();
  });

  test('is lifted by unban, and by a second one nothing happens', async () => {
    const { model, viewer, pages, params } = await setUp();
    const act = (action: 'ban' | 'unban') =>
      model.call('moderate', { params, body: { username: viewer.username, action } });
    await act('ban');
    await act('ban');
    await pages.viewer.waitForClose();
    expect((await model.call('listSanctions', { params })).items).toHaveLength(1);
    await act('unban');
    await act('unban');
    expect((await model.call('listSanctions', { params })).items).toHaveLength(0);
    expect((await viewer.call('getRoom', { params })).user.username).toBe(model.username);
    const log = await model.call('listModerationLog', { params });
    expect(log.items.map((entry) => entry.action)).toEqual(['unban', 'ban', 'ban', 'moderator']);
  });

  test('for so many minutes ends by itself', async () => {
    const { model, viewer, params } = await setUp();
    const { until } = await model.call('moderate', {
      params,
      body: { username: viewer.username, action: 'ban', minutes: 5 },
    });
    expect(until).not.toBeNull();
    expect(await codeOf(viewer.call('getRoom', { params }))).toBe('rooms.banned');
    await sql`update room_sanctions set until = now() - interval '1 second' where username = ${viewer.username}`.execute(
      site.database.kysely,
    );
    expect((await viewer.call('getRoom', { params })).user.username).toBe(model.username);
  });

  test('of one room is none of another, and of a guest holds for the guest', async () => {
    const { model, params } = await setUp();
    const elsewhere = await site.join({ type: 'model' });
    const guest = await site.visit();
    const page = await guest.openRoom(await guest.openLobby(), model.username);
    const { user } = await guest.call('getCurrentUser');
    const { until } = await model.call('moderate', {
      params,
      body: { username: user.username, action: 'ban' },
    });
    expect(until).not.toBeNull();
    expect(await page.waitForClose()).toBe(4403);
    expect(await codeOf(guest.call('getRoom', { params }))).toBe('rooms.banned');
    expect((await guest.call('getRoom', { params: { username: elsewhere.username } })).user.id).toBe(
      elsewhere.id,
    );
  });
});

describe('a kick', () => {
  test('puts somebody out for an hour (MODERATION-ROLES-003) (ERRORS-060)', async () => {
    const { model, viewer, pages, params } = await setUp();
    await model.call('moderate', { params, body: { username: viewer.username, action: 'kick' } });
    expect(await pages.viewer.waitFor('v3.chat.kicked')).toMatchObject({ room: model.username });
    expect(await pages.viewer.waitForClose()).toBe(4403);
    expect(await codeOf(viewer.call('getRoom', { params }))).toBe('rooms.banned');
    await model.call('moderate', { params, body: { username: viewer.username, action: 'unban' } });
    expect((await viewer.call('getRoom', { params })).viewer.role).toEqual([]);
  });
});

describe('names in moderation', () => {
  test.each(['ban', 'kick', 'silence'] as const)(
    'of a %s are told to the person, streamer, moderators and staff, and to nobody else (MODERATION-ROLES-004) (MODERATION-ROLES-021) (MODERATION-ROLES-022) (F1)',
    async (action) => {
      const { moderator, viewer, pages, params } = await setUp();
      await write(pages.viewer, 'hello everybody');
      await pages.other.waitFor('v3.chat.message');
      const before = pages.other.received.length;
      await moderator.call('moderate', { params, body: { username: viewer.username, action } });
      const isAction = (event: { action: string }) => event.action === action;
      const named = { action, username: viewer.username, by: moderator.username };
      for (const page of [pages.viewer, pages.model, pages.moderator, pages.staff])
        expect(await page.waitFor('v3.chat.moderate', isAction)).toMatchObject(named);
      const unnamed = await pages.other.waitFor('v3.chat.moderate', isAction);
      expect(unnamed.message).toBe(moderationText(action, undefined));
      expect(unnamed.message).toMatch(/^A user has been /);
      await write(pages.other, 'what was that?');
      const after = pages.other.received.slice(before).filter(({ name }) => !/user_(?:left|list)/.test(name));
      expect(JSON.stringify(after)).not.toContain(viewer.username);
      expect(JSON.stringify(after)).not.toContain(moderator.username);
    },
  );

  test('a ban takes the lines away one by one, without the name; a clear names whose (CHAT-016)', async () => {
    const { model, viewer, pages, params } = await setUp();
    const { id } = await write(pages.viewer, 'first line');
    await model.call('moderate', { params, body: { username: viewer.username, action: 'ban' } });
    expect(
      await pages.other.waitFor('v3.chat.moderate', (event) => event.action === 'delete_message'),
    ).toMatchObject({
      message_id: id,
    });
    await write(pages.other, 'second line');
    expect(await model.call('clearChat', { params, body: { username: 'Person_X' } })).toEqual({
      status: 1,
      removed: 0,
    });
    const { username } = (await pages.other.waitFor('v3.authorize.success')).user!;
    expect(await model.call('clearChat', { params, body: { username: username! } })).toMatchObject({
      removed: 1,
    });
    expect(
      await pages.model.waitFor('v3.chat.history-clear-username', (e) => e.username === username),
    ).toEqual({
      username,
      by: 'moderator',
    });
  });
});

test('roles in a room are moderator, silenced, kicked and banned; whoever does not moderate there sees no sanction (MODERATION-ROLES-006)', async () => {
  const { model, viewer, other, moderator, staff, params } = await setUp();
  const rolesOf = async (reader: Member, { username }: Member) =>
    (await reader.call('getUserCard', { params: { username }, query: { room: model.username } }))
      .role_in_room;
  expect(await rolesOf(other, moderator)).toEqual(['moderator']);
  const kicked = await site.join();
  const act = (action: 'silence' | 'kick' | 'ban', { username }: Member) =>
    moderator.call('moderate', { params, body: { username, action } });
  await act('silence', viewer);
  await act('kick', kicked);
  for (const reader of [model, moderator, staff]) {
    expect(await rolesOf(reader, viewer)).toEqual(['silenced']);
    expect(await rolesOf(reader, kicked)).toEqual(['kicked']);
  }
  await act('ban', viewer);
  expect((await rolesOf(model, viewer)).toSorted()).toEqual(['banned', 'silenced']);
  for (const person of [viewer, kicked]) expect(await rolesOf(other, person)).toEqual([]);
});

describe('a silence', () => {
  test('refuses lines until it is lifted, also on a new page, and the page knows (CHAT-027)', async () => {
    const { model, viewer, enter, pages, params } = await setUp();
    const act = (action: 'silence' | 'unsilence', minutes?: number) =>
      model.call('moderate', {
        params,
        body: { username: viewer.username, action, ...(minutes && { minutes }) },
      });
    await act('silence', 10);
    await pages.viewer.waitFor('v3.chat.moderate');
    const refused = await write(pages.viewer, 'can you hear me');
    expect(refused).toMatchObject({ status: 0, errorType: 'silenced' });
    expect(refused.retry_after_ms).toBeGreaterThan(0);
    expect(await write(await enter(viewer), 'and here')).toMatchObject({ errorType: 'silenced' });
    const room = await viewer.call('getRoom', { params });
    expect(room.viewer.role).toEqual(['silenced']);
    expect(room.chat).toMatchObject({
      silencedUsernameList: [],
      can_write: { ok: false, reason: 'silenced' },
    });
    expect((await model.call('getRoom', { params })).chat.silencedUsernameList).toEqual([viewer.username]);
    await act('unsilence');
    await pages.viewer.waitFor('v3.chat.moderate', (event) => event.action === 'unsilence');
    expect(await write(pages.viewer, 'thank you')).toMatchObject({ status: 1 });
  });

  test.runIf(isFullRun)(
    'comes by itself to whoever repeats a line or floods the room, each time longer (MODERATION-ROLES-001) (S2711)',
    async () => {
      const { model, viewer, pages, params } = await setUp();
      const lobby = await viewer.openLobby();
      expect((await write(pages.viewer, 'Buy this now!')).status).toBe(1);
      expect((await write(pages.viewer, 'buy  THIS now')).errorType).toBeUndefined();
      expect(await write(pages.viewer, 'Buy th1s now')).toMatchObject({ status: 0, errorType: 'silenced' });
      const told = await lobby.waitFor('v3.autosilenced');
      expect(told).toMatchObject({ isAutosilenced: true, reason: 'spam', room: model.username });
      expect((await viewer.call('getCurrentUser')).isAutosilenced).toBe(true);
      const later = await (await viewer.openLobby()).waitFor('v3.autosilenced');
      expect({ ...later, seq: told.seq }).toEqual(told);
      expect(await write(pages.viewer, 'something else')).toMatchObject({ errorType: 'silenced' });
      const [silence] = (await model.call('listSanctions', { params })).items;
      expect(silence).toMatchObject({ action: 'silence', by: 'automatic', reason: 'spam' });
      const lengthMs = Date.parse(silence!.until!) - Date.parse(silence!.at);
      await model.call('moderate', { params, body: { username: viewer.username, action: 'unsilence' } });
      await pages.viewer.waitFor('v3.chat.moderate', (event) => event.action === 'unsilence');
      expect(await lobby.waitFor('v3.autosilenced', (event) => !event.isAutosilenced)).toMatchObject({
        room: model.username,
      });
      expect((await viewer.call('getCurrentUser')).isAutosilenced).toBe(false);
      await eventually(
        async () => expect((await write(pages.viewer, 'again and again')).errorType).toBe('silenced'),
        300,
      );
      const [longer] = (await model.call('listSanctions', { params })).items;
      expect(Date.parse(longer!.until!) - Date.parse(longer!.at)).toBeGreaterThan(1.5 * lengthMs);
    },
  );
});

describe('a moderator', () => {
  test('is named for the streamer’s days, knows it at once, and moderates (SETTINGS-014) (MODERATION-ROLES-018) (S2713)', async () => {
    const { model, other, viewer, pages, params } = await setUp();
    await model.call('saveSettings', { body: { mod_expire: 3 } });
    const { moderators } = await model.call('setModerator', {
      params,
      body: { username: other.username, moderator: true },
    });
    const mine = moderators.find(({ username }) => username === other.username)!;
    expect(Math.round((Date.parse(mine.expires_at) - Date.parse(mine.since)) / 86_400_000)).toBe(3);
    expect(
      await pages.other.waitFor('v3.chat.moderate', (event) => event.action === 'moderator'),
    ).toMatchObject({
      username: other.username,
    });
    await write(pages.other, 'now I keep order');
    expect(await pages.viewer.waitFor('v3.chat.message')).toMatchObject({ is_moderator: true });
    const room = await other.call('getRoom', { params });
    expect(room.viewer).toMatchObject({ role: ['moderator'], can_moderate: true, can_administer: false });
    expect(room.chat.moderatorUsernameList).toContain(other.username);
    await other.call('moderate', { params, body: { username: viewer.username, action: 'silence' } });
    expect((await other.call('listModerators', { params })).moderators).toHaveLength(2);
    expect(await codeOf(other.call('clearChat', { params, body: {} }))).toBe('common.forbidden');
    const ended = await model.call('setModerator', {
      params,
      body: { username: other.username, moderator: false },
    });
    expect(ended.moderators).toHaveLength(1);
    expect(await codeOf(other.call('listSanctions', { params }))).toBe('common.forbidden');
  });

  test('whose days are over is none', async () => {
    const { moderator, params } = await setUp();
    await sql`update room_moderators set expires_at = now() - interval '1 second'
      where account_id = ${moderator.id}`.execute(site.database.kysely);
    expect(await codeOf(moderator.call('getShield', { params }))).toBe('common.forbidden');
    expect((await moderator.call('getRoom', { params })).viewer.can_moderate).toBe(false);
  });
});

describe('lines', () => {
  test('are taken away one by one, and one that is gone says so (room_chat.message_gone)', async () => {
    const { moderator, pages, params } = await setUp();
    const { id } = await write(pages.viewer, 'a line');
    const gone = { ...params, id: id! };
    expect(await moderator.call('deleteLine', { params: gone, body: {} })).toEqual({ status: 1 });
    expect(await pages.other.waitFor('v3.chat.moderate')).toMatchObject({
      action: 'delete_message',
      message_id: id,
    });
    expect(await codeOf(moderator.call('deleteLine', { params: gone, body: {} }))).toBe(
      'room_chat.message_gone',
    );
    expect((await moderator.call('getRoom', { params })).chatMessageList).toEqual([]);
  });

  test('are all taken away by the streamer', async () => {
    const { model, pages, params } = await setUp();
    await write(pages.viewer, 'one');
    await write(pages.other, 'two');
    expect(await model.call('clearChat', { params, body: {} })).toEqual({ status: 1, removed: 2 });
    expect(await pages.other.waitFor('v3.chat.moderate')).toMatchObject({ action: 'clear' });
    expect((await model.call('getRoom', { params })).chatMessageList).toEqual([]);
  });

  test('with a word of the list, or a link, wait for a moderator, who shows or drops them', async () => {
    const { model, pages, params } = await setUp();
    await model.call('saveShield', { params, body: { banned_words: ['Rubbish', 'rubbish', 'so boring'] } });
    expect((await model.call('getShield', { params })).banned_words).toEqual(['rubbish', 'so boring']);
    expect(await write(pages.viewer, 'what rúbb1sh this is')).toMatchObject({ status: 0, errorType: 'held' });
    expect(await write(pages.viewer, 'look at www.example.org')).toMatchObject({
      status: 0,
      errorType: 'links',
    });
    const { held } = await model.call('listHeldLines', { params });
    expect(held.map(({ reason, message }) => [reason, message])).toEqual([
      ['word', 'what rúbb1sh this is'],
      ['link', 'look at www.example.org'],
    ]);
    const decide = (id: string, show: boolean) =>
      model.call('decideHeldLine', { params: { ...params, id }, body: { show } });
    await decide(held[0]!.id, true);
    expect(await pages.other.waitFor('v3.chat.message')).toMatchObject({ message: 'what rúbb1sh this is' });
    await decide(held[1]!.id, false);
    expect(await codeOf(decide(held[1]!.id, true))).toBe('room_chat.message_gone');
    expect((await model.call('listHeldLines', { params })).held).toEqual([]);
    expect(textOf(pages.other)).not.toContain('www.example.org');
  });

  test('that wait and that the room does not take stay held, and are shown once by the next try (common.unavailable)', async () => {
    const { model, pages, params } = await setUp();
    await model.call('saveShield', { params, body: { banned_words: ['rubbish'] } });
    await write(pages.viewer, 'what rubbish');
    const { held } = await model.call('listHeldLines', { params });
    const show = () =>
      model.call('decideHeldLine', { params: { ...params, id: held[0]!.id }, body: { show: true } });
    const room = site.site.hub.find(model.username)!;
    const { submit } = room;
    const spied = vi.spyOn(room, 'submit').mockResolvedValueOnce(false);
    expect(await codeOf(show())).toBe('common.unavailable');
    expect((await model.call('listHeldLines', { params })).held).toEqual(held);
    // The room has taken it, and the answer was lost.
    spied.mockImplementationOnce(async (entry, id) => {
      await submit(entry, id);
      return false;
    });
    expect(await codeOf(show())).toBe('common.unavailable');
    expect(await show()).toEqual({ status: 1 });
    expect((await model.call('listHeldLines', { params })).held).toEqual([]);
    await write(pages.viewer, 'something else');
    await pages.other.waitFor('v3.chat.message', ({ message }) => message === 'something else');
    expect(pages.other.received.filter(({ name }) => name === 'v3.chat.message')).toHaveLength(2);
  });

  test('with links are shown where the room allows them', async () => {
    const { model, pages, params } = await setUp();
    await model.call('saveShield', { params, body: { links_allowed: true } });
    expect(await write(pages.viewer, 'look at www.example.org')).toMatchObject({ status: 1 });
  });
});

describe('a room under siege', () => {
  test('has slow mode, which everybody is told, and which spares those who moderate (SETTINGS-014)', async () => {
    const { moderator, pages, params } = await setUp();
    await moderator.call('saveShield', { params, body: { slow_mode_seconds: 60 } });
    expect(await pages.viewer.waitFor('v3.chat.moderate')).toMatchObject({ action: 'slow_mode', value: 60 });
    expect((await write(pages.viewer, 'first')).status).toBe(1);
    const second = await write(pages.viewer, 'second');
    expect(second).toMatchObject({ status: 0, errorType: 'slow_mode' });
    expect(second.retry_after_ms).toBeGreaterThan(50_000);
    for (const page of [pages.model, pages.moderator]) {
      expect((await write(page, 'one')).status).toBe(1);
      expect((await write(page, 'two')).status).toBe(1);
    }
  });

  test('hears followers alone where it says so', async () => {
    const { model, viewer, pages, params } = await setUp();
    await model.call('saveSettings', { body: { followers_only: true } });
    expect(await write(pages.viewer, 'hello')).toMatchObject({ errorType: 'not_allowed' });
    await viewer.call('follow', { params, body: {} });
    expect(await write(pages.viewer, 'hello')).toMatchObject({ status: 1 });
  });

  test('raises all of it with its shield, and gives back what was there before', async () => {
    const { model, viewer, pages, params } = await setUp();
    const up = await model.call('saveShield', { params, body: { shield: true } });
    expect(up).toMatchObject({ shield: true, slow_mode_seconds: 0, followers_only: false });
    expect(await pages.viewer.waitFor('v3.chat.moderate')).toMatchObject({ action: 'shield', value: 1 });
    expect(await write(pages.viewer, 'hello')).toMatchObject({ errorType: 'not_allowed' });
    await viewer.call('follow', { params, body: {} });
    expect(await write(pages.viewer, 'see www.example.org')).toMatchObject({ errorType: 'links' });
    expect((await model.call('listHeldLines', { params })).held).toEqual([]);
    expect(await write(pages.viewer, 'hello')).toMatchObject({ status: 1 });
    expect(await write(pages.viewer, 'hello again')).toMatchObject({ errorType: 'slow_mode' });
    await model.call('saveShield', { params, body: { shield: false } });
    await pages.viewer.waitFor('v3.chat.moderate', (event) => event.value === 0);
    expect(await write(pages.viewer, 'free again')).toMatchObject({ status: 1 });
  });
});

describe('an unban request', () => {
  test('comes from the banned alone, once, and is granted or declined (room_chat.not_banned)', async () => {
    const { model, viewer, other, params } = await setUp();
    const ask = (by: Member, reason = 'I am sorry') => by.call('requestUnban', { params, body: { reason } });
    expect(await codeOf(ask(viewer))).toBe('room_chat.not_banned');
    const nowhere = viewer.call('requestUnban', {
      params: { username: 'nobody_here' },
      body: { reason: 'x' },
    });
    expect(await codeOf(nowhere)).toBe('rooms.not_found');
    for (const { username } of [viewer, other])
      await model.call('moderate', { params, body: { username, action: 'ban' } });
    const { request_id } = await ask(viewer);
    expect((await ask(viewer, 'Really')).request_id).toBe(request_id);
    await ask(other);
    const { items } = await model.call('listUnbanRequests', { params });
    expect(items.map(({ username, reason }) => [username, reason])).toEqual([
      [viewer.username, 'Really'],
      [other.username, 'I am sorry'],
    ]);
    const decide = (id: string, grant: boolean) =>
      model.call('decideUnbanRequest', { params: { ...params, id }, body: { grant } });
    await decide(items[0]!.id, true);
    await decide(items[1]!.id, false);
    expect(await codeOf(decide(items[0]!.id, true))).toBe('common.not_found');
    expect((await viewer.call('getRoom', { params })).user.id).toBe(model.id);
    expect(await codeOf(other.call('getRoom', { params }))).toBe('rooms.banned');
    expect((await viewer.call('listNotifications')).items[0]).toMatchObject({ title: 'You may come back' });
  });

  test('is left to others by a moderator who may not decide on it, such as the one who asks', async () => {
    const { model, moderator, params } = await setUp();
    await model.call('moderate', { params, body: { username: moderator.username, action: 'ban' } });
    await moderator.call('requestUnban', { params, body: { reason: 'I am sorry' } });
    const { items } = await model.call('listUnbanRequests', { params });
    const decide = (by: Member) =>
      by.call('decideUnbanRequest', { params: { ...params, id: items[0]!.id }, body: { grant: true } });
    expect(await codeOf(decide(moderator))).toBe('common.forbidden');
    expect((await model.call('listUnbanRequests', { params })).items).toEqual(items);
    await decide(model);
    expect((await moderator.call('getRoom', { params })).user.id).toBe(model.id);
  });

  test('is told to the performer once, and answered by an unban without a word about it', async () => {
    const { model, viewer, params } = await setUp();
    await model.call('moderate', { params, body: { username: viewer.username, action: 'ban' } });
    for (const reason of ['One', 'Two', 'Three'])
      await viewer.call('requestUnban', { params, body: { reason } });
    await eventually(async () => expect((await model.call('listNotifications')).unread).toBe(1));
    await model.call('moderate', { params, body: { username: viewer.username, action: 'unban' } });
    expect((await model.call('listUnbanRequests', { params })).items).toEqual([]);
    await eventually(async () =>
      expect((await viewer.call('listNotifications')).items[0]).toMatchObject({ title: 'You may come back' }),
    );
    expect((await model.call('listNotifications')).unread).toBe(1);
  });

  test('of somebody whom staff keeps out of all rooms is granted without telling them to come', async () => {
    const { model, viewer, staff, params } = await setUp();
    await model.call('moderate', { params, body: { username: viewer.username, action: 'ban' } });
    await viewer.call('requestUnban', { params, body: { reason: 'I am sorry' } });
    await staff.call('sanctionPerson', {
      params: { username: viewer.username },
      body: {
        kind: 'ban',
        scope: 'chat',
        reason_code: 'rules',
        statement: 'Against the rules of the house.',
      },
    } as never);
    const [request] = (await model.call('listUnbanRequests', { params })).items;
    await model.call('decideUnbanRequest', { params: { ...params, id: request!.id }, body: { grant: true } });
    expect(await codeOf(viewer.call('getRoom', { params }))).toBe('rooms.banned');
    const { items } = await viewer.call('listNotifications');
    expect(items.map(({ title }) => title)).not.toContain('You may come back');
  });
});

describe('a sanction', () => {
  test.each(['ban', 'kick', 'silence'] as const)(
    '%s holds and ends for whoever has another name now',
    async (action) => {
      const { model, viewer, params } = await setUp();
      const moderate = (username: string, what: typeof action | 'unban' | 'unsilence') =>
        model.call('moderate', { params, body: { username, action: what } });
      await moderate(viewer.username, action);
      const renamed = `${viewer.username.slice(0, 12)}_now`;
      await sql`update accounts set username = ${renamed} where id = ${viewer.id}`.execute(
        site.database.kysely,
      );
      const listed = async () =>
        (await model.call('listSanctions', { params })).items.map(({ username }) => username);
      expect(await listed()).toEqual([renamed]);
      await moderate(renamed, action === 'silence' ? 'unsilence' : 'unban');
      expect(await listed()).toEqual([]);
      expect((await viewer.call('getRoom', { params })).user.id).toBe(model.id);
    },
  );

  test('takes the rights of a moderator while it runs, and gives them back', async () => {
    const { model, viewer, moderator, params } = await setUp();
    const moderate = (by: Member, username: string, action: 'ban' | 'unban') =>
      by.call('moderate', { params, body: { username, action } });
    await moderate(model, moderator.username, 'ban');
    const refused = await Promise.all([
      codeOf(moderate(moderator, viewer.username, 'ban')),
      codeOf(moderator.call('saveShield', { params, body: { slow_mode_seconds: 120 } })),
      codeOf(moderator.call('clearChat', { params, body: { username: viewer.username } })),
      codeOf(moderator.call('listModerationLog', { params })),
      codeOf(moderator.call('listHeldLines', { params })),
      codeOf(moderator.call('listSanctions', { params })),
      codeOf(moderator.call('listUnbanRequests', { params })),
      codeOf(moderator.call('getShield', { params })),
    ]);
    expect(new Set(refused)).toEqual(new Set(['common.forbidden']));
    await moderate(model, moderator.username, 'unban');
    await moderate(moderator, viewer.username, 'ban');
    expect(await codeOf(viewer.call('getRoom', { params }))).toBe('rooms.banned');
  });
});

describe('slash commands', () => {
  test('set who may write and play a sound, for those who may; the page opens a tip split (CHAT-034) (CHAT-035) (LEDGER-TIP-011) (W59)', async () => {
    const { pages, model, params } = await setUp();
    expect(await write(pages.viewer, '/setmode tokens')).toMatchObject({
      status: 0,
      errorType: 'not_allowed',
    });
    expect(await write(pages.model, '/setmode nonsense')).toMatchObject({ errorType: 'invalid_message' });
    expect(await write(pages.model, '/setmode tip_recent')).toMatchObject({ status: 1 });
    expect((await model.call('getRoom', { params })).userSetting.chat_allowed).toBe('tip_recent');
    expect(await write(pages.viewer, 'hello')).toMatchObject({ errorType: 'not_allowed' });
    expect(await write(pages.viewer, '/play_sound bell')).toMatchObject({ errorType: 'not_allowed' });
    expect(await write(pages.moderator, '/play_sound bell')).toMatchObject({ status: 1 });
    expect(await pages.other.waitFor('v3.chat.message')).toMatchObject({ type: 'sound', message: 'bell' });
    expect(await write(pages.model, '/play_sound bell')).toMatchObject({ errorType: 'rate_limited' });
    expect(await write(pages.model, '/unknown')).toMatchObject({ errorType: 'unknown_command' });
  });
});

describe('emoticons', () => {
  test('are the same in every room that one may enter (CHAT-025)', async () => {
    const { viewer, params } = await setUp();
    const { emoticonList } = await viewer.call('listEmoticons', { params });
    expect(emoticonList[0]).toEqual({ code: ':smile:', url: '/emoticons/smile.svg' });
    expect(await codeOf(viewer.call('listEmoticons', { params: { username: 'nobody_here' } }))).toBe(
      'rooms.not_found',
    );
  });
});
