import { uuidv7 } from '@klieg/kernel';
import { eventually } from '@klieg/testing/eventually';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { codeOf, type JoinOptions, type Member, useTestSite } from '../../app/testing-site.ts';
import { eventsOf, read, roomOf, settle, textsOf, write } from './testing-talks.ts';

const site = await useTestSite();
const open: JoinOptions = { settings: { pm_allow: 'all' } };
const pair = async () => [await site.join(open), await site.join(open)] as const;
const named = (member: Member) => ({ params: { username: member.username } });
const age = (id: string, minutes: number) =>
  sql`update direct_messages set created_at = now() - make_interval(mins => ${minutes}) where id = ${id}`.execute(
    site.database.kysely,
  );

describe('the list of conversations', () => {
  test('is sorted by time, by unread first, or by name, with limits and totals (PM-FRIENDS-001) (PM-FRIENDS-013) (PM-FRIENDS-014)', async () => {
    const anna = await site.join({ ...open, username: 'list_anna' });
    const [zoe, ben, model] = [
      await site.join({ ...open, username: 'list_zoe' }),
      await site.join({ ...open, username: 'list_ben' }),
      await site.join({ ...open, username: 'list_model', type: 'model' }),
    ];
    await write(zoe, anna, 'unread of zoe');
    await write(anna, ben, 'to ben');
    await write(anna, model, 'to the model');
    const namesBy = async (sort: 'timestamp' | 'unread' | 'username') =>
      (await anna.call('listConversations', { query: { sort } })).items.map(({ username }) => username);
    expect(await namesBy('timestamp')).toEqual(['list_model', 'list_ben', 'list_zoe']);
    expect(await namesBy('unread')).toEqual(['list_zoe', 'list_model', 'list_ben']);
    expect(await namesBy('username')).toEqual(['list_ben', 'list_model', 'list_zoe']);
    const list = await anna.call('listConversations');
    expect(list).toMatchObject({ unread_total: 1, limits: { friends: 250, rooms: 250 }, next_cursor: null });
    expect(list.items).toMatchObject([
      { username: 'list_model', status: 'offline', unread: 0, open: true, last: { mine: true } },
      { username: 'list_ben', status: null, friend: null },
      { username: 'list_zoe', unread: 1, last: { text: 'unread of zoe', mine: false } },
    ]);
    const first = await anna.call('listConversations', { query: { limit: '2' } });
    const rest = await anna.call('listConversations', { query: { limit: '2', cursor: first.next_cursor! } });
    expect(rest.items.map(({ username }) => username)).toEqual(['list_zoe']);
  });

  test('comes by the lobby with friends, open and unread ones, and keeps how it is sorted (PM-FRIENDS-011) (PM-FRIENDS-013) (CONSTANTS-055)', async () => {
    const [anna, ben] = await pair();
    await write(ben, anna, 'hello');
    await ben.call('requestFriend', { ...named(anna), body: {} });
    const page = await anna.openLobby();
    page.send('v3.pm.list', { sort: 'unread', limit: 10 });
    expect(await page.waitFor('v3.pm.list')).toMatchObject({
      sort: 'unread',
      chats: [{ username: ben.username, unread: 1, last_message: 'hello', is_open: true, is_friend: false }],
      friendList: [{ username: ben.username, status: 'TO_CONFIRM' }],
      limits: { friends: 250, rooms: 250 },
      open: [ben.username],
      unread: [ben.username],
    });
    expect((await anna.call('getCurrentUser')).pm.sort).toBe('unread');
    page.send('v3.pm.list', { limit: 100_000, before: 1 });
    expect(await page.waitFor('v3.pm.list', ({ limit }) => limit === 250)).toMatchObject({ chats: [] });
  });

  test('of somebody else is never seen: calls and events of a pair stay between two', async () => {
    const [anna, ben] = await pair();
    const stranger = await site.join(open);
    const page = await stranger.openLobby();
    const id = await write(anna, ben, 'between us');
    expect((await stranger.call('listConversations')).items).toEqual([]);
    for (const member of [anna, ben]) {
      expect((await read(stranger, member)).items).toEqual([]);
      expect((await read(stranger, member, { q: 'between' })).items).toEqual([]);
      expect((await read(stranger, member, { cursor: uuidv7() })).items).toEqual([]);
      const refused = await Promise.all(
        [
          stranger.call('markMessagesRead', { ...named(member), body: { up_to: id } }),
          stranger.call('closeConversation', { ...named(member), body: {} }),
          stranger.call('deleteMessages', { ...named(member), body: { ids: [id] } }),
          stranger.call('deleteMessages', { ...named(member), body: {} }),
        ].map(codeOf),
      );
      expect(new Set(refused)).toEqual(new Set(['direct_messages.not_found']));
    }
    // Ids of another pair change nothing, also where there is a conversation.
    await write(stranger, anna, 'mine');
    await stranger.call('deleteMessages', { ...named(anna), body: { ids: [id] } });
    await stranger.call('markMessagesRead', { ...named(anna), body: { up_to: id } });
    expect(await textsOf(ben, anna)).toEqual(['between us']);
    expect((await roomOf(ben, anna))?.unread).toBe(1);
    await settle(page);
    for (const { payload } of eventsOf(page)) expect(payload['username']).toBe(anna.username);
    expect(JSON.stringify(page.received)).not.toContain('between us');
  });

  test('with somebody who blocks the own country is kept without a sign of the room, and none begins (direct_messages.not_found)', async () => {
    const model = await site.join({ ...open, type: 'model' });
    const [known, stranger] = [
      await site.join({ ...open, country: 'DE' }),
      await site.join({ country: 'DE' }),
    ];
    await write(model, known, 'hello');
    await sql`insert into rooms (account_id, status) values (${model.id}, 'online')
      on conflict (account_id) do update set status = 'online'`.execute(site.database.kysely);
    const say = (status: string) =>
      site.bus.publish('room-status', { username: model.username, status, thumbSmall: null, userCount: 1 });
    const statusFor = async () => (await known.call('listConversations')).items[0]!.status;
    say('online');
    await eventually(async () => expect(await statusFor()).toBe('online'));
    await model.call('saveSettings', { body: { blocked_countries: ['DE'] } });
    expect(await statusFor()).toBe('offline');
    expect(await textsOf(known, model)).toEqual(['hello']);
    await write(known, model, 'still here');
    expect(await codeOf(stranger.call('readConversation', named(model)))).toBe('direct_messages.not_found');
    const body = { client_id: uuidv7(), text: 'hello' };
    expect(await codeOf(stranger.call('sendMessage', { ...named(model), body }))).toBe(
      'direct_messages.not_found',
    );
    const lobby = await stranger.openLobby();
    lobby.send('v3.pm.send', { client_id: body.client_id, username: model.username, message: 'hello' });
    expect(await lobby.waitFor('v3.ack')).toMatchObject({ status: 0, errorType: 'not_found' });
  });

  test('of nobody is not there (direct_messages.not_found)', async () => {
    const anna = await site.join();
    const nobody = { params: { username: 'nobody_here' } };
    expect(await codeOf(anna.call('readConversation', nobody))).toBe('direct_messages.not_found');
    expect(await codeOf(anna.call('closeConversation', { ...nobody, body: {} }))).toBe(
      'direct_messages.not_found',
    );
  });
});

describe('a conversation', () => {
  test('is read newest first, page by page, and searched', async () => {
    const [anna, ben] = await pair();
    for (let n = 1; n <= 7; n++) await write(anna, ben, n === 3 ? '100% sure_thing' : `line ${n}`);
    const query = { limit: '3' };
    const first = await ben.call('readConversation', { ...named(anna), query });
    expect(first.items.map(({ text }) => text)).toEqual(['line 7', 'line 6', 'line 5']);
    const second = await ben.call('readConversation', {
      ...named(anna),
      query: { ...query, cursor: first.next_cursor! },
    });
    expect(second.items.map(({ text }) => text)).toEqual(['line 4', '100% sure_thing', 'line 2']);
    const found = async (q: string) => (await read(ben, anna, { q })).items.map(({ text }) => text);
    expect(await found('LINE 6')).toEqual(['line 6']);
    expect(await found('0% s')).toEqual(['100% sure_thing']);
    expect(await found('e_t')).toEqual(['100% sure_thing']);
    expect(await found('%%')).toEqual([]);
  });

  test('is read up to a message on all own pages, and the partner is not told (PM-FRIENDS-010)', async () => {
    const [anna, ben] = await pair();
    const ids = [
      await write(anna, ben, 'one'),
      await write(anna, ben, 'two'),
      await write(anna, ben, 'three'),
    ];
    const [annasPage, bensPage] = [await anna.openLobby(), await ben.openLobby()];
    const body = { up_to: ids[1]! };
    expect(await ben.call('markMessagesRead', { ...named(anna), body })).toEqual({
      status: 1,
      unread_total: 1,
    });
    expect(await bensPage.waitFor('v3.pm.read')).toMatchObject({
      username: anna.username,
      id: ids[1],
      unread: 1,
    });
    expect((await read(ben, anna)).items.map(({ read_at: at }) => at === null)).toEqual([true, false, false]);
    bensPage.send('v3.pm.read', { username: anna.username, id: ids[2]! });
    await bensPage.waitFor('v3.pm.read', ({ unread }) => unread === 0);
    // Older ones never move it back.
    await ben.call('markMessagesRead', { ...named(anna), body: { up_to: ids[0]! } });
    expect((await roomOf(ben, anna))?.unread).toBe(0);
    await settle(annasPage);
    expect(eventsOf(annasPage)).toEqual([]);
    expect((await read(anna, ben)).items.every(({ read_at: at }) => at === null)).toBe(true);
  });

  test('is closed on every own page and keeps its history; a new message opens it (PM-FRIENDS-009)', async () => {
    const [anna, ben] = await pair();
    await write(anna, ben, 'hello');
    const page = await anna.openLobby();
    await anna.call('closeConversation', { ...named(ben), body: {} });
    expect(await page.waitFor('v3.pm.close')).toMatchObject({ username: ben.username });
    expect((await roomOf(anna, ben))?.open).toBe(false);
    expect(await textsOf(anna, ben)).toEqual(['hello']);
    expect((await roomOf(ben, anna))?.open).toBe(true);
    await write(ben, anna, 'and you?');
    expect((await roomOf(anna, ben))?.open).toBe(true);
    page.send('v3.pm.close', { username: ben.username });
    await page.waitFor(
      'v3.pm.close',
      () => page.received.filter(({ name }) => name === 'v3.pm.close').length === 2,
    );
    page.send('v3.pm.close', { username: 'nobody_here' });
    expect(await page.waitFor('v3.error')).toMatchObject({ errorType: 'not_found', event: 'v3.pm.close' });
    page.send('v3.pm.read', { username: ben.username, id: 'x' });
    await page.waitFor('v3.error', ({ errorType }) => errorType === 'invalid_message');
  });
});

describe('deleting (S2905) (PM-FRIENDS-008)', () => {
  test('takes an own message of 15 minutes back for both, and what was unread with it', async () => {
    const [anna, ben] = await pair();
    const id = await write(anna, ben, 'wrong window');
    const pages = [await anna.openLobby(), await ben.openLobby()] as const;
    await anna.call('deleteMessages', { ...named(ben), body: { ids: [id] } });
    expect(await pages[0].waitFor('v3.pm.delete')).toMatchObject({ username: ben.username, id });
    expect(await pages[1].waitFor('v3.pm.delete')).toMatchObject({ username: anna.username, id });
    for (const [one, other] of [
      [anna, ben],
      [ben, anna],
    ] as const)
      expect((await read(one, other)).items).toMatchObject([
        { id, text: '', deleted: true, image_url: null },
      ]);
    expect(await roomOf(ben, anna)).toMatchObject({ unread: 0, last: { text: '' } });
    await anna.call('deleteMessages', { ...named(ben), body: { ids: [id] } });
  });

  test('later, or of the partner’s, is for the own side alone', async () => {
    const [anna, ben] = await pair();
    const old = await write(anna, ben, 'said long ago');
    await age(old, 16);
    const theirs = await write(ben, anna, 'of the other');
    const bensPage = await ben.openLobby();
    await anna.call('deleteMessages', { ...named(ben), body: { ids: [old, theirs] } });
    expect(await textsOf(anna, ben)).toEqual([]);
    expect(await textsOf(ben, anna)).toEqual(['said long ago', 'of the other']);
    await settle(bensPage);
    expect(eventsOf(bensPage)).toEqual([]);
  });

  test('the whole takes the own copy alone; a new message begins anew', async () => {
    const [anna, ben] = await pair();
    await write(anna, ben, 'one');
    await write(ben, anna, 'two');
    const page = await anna.openLobby();
    await anna.call('deleteMessages', { ...named(ben), body: {} });
    expect(await page.waitFor('v3.pm.delete')).not.toHaveProperty('id');
    expect(await roomOf(anna, ben)).toBeUndefined();
    expect(await textsOf(anna, ben)).toEqual([]);
    expect((await anna.call('listConversations')).unread_total).toBe(0);
    expect(await textsOf(ben, anna)).toEqual(['one', 'two']);
    await write(ben, anna, 'three');
    expect(await textsOf(anna, ben)).toEqual(['three']);
    expect(await roomOf(anna, ben)).toMatchObject({ unread: 1, open: true });
  });
});
