import type { EventName } from '@klieg/contract';
import type { VisitorSocket } from '@klieg/testing';
import { isFullRun } from '@klieg/testing/run-length';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { codeOf, type Member, useTestSite } from '../../app/testing-site.ts';

const site = await useTestSite();

const to = (member: Member) => ({ params: { username: member.username }, body: {} });
const statusesOf = async (member: Member) =>
  Object.fromEntries(
    (await member.call('listFriends')).items.map(({ username, status }) => [username, status]),
  );
const befriend = async (one: Member, two: Member) => {
  await one.call('requestFriend', to(two));
  await two.call('acceptFriend', to(one));
};
const pair = async () => [await site.join(), await site.join()] as const;
/** Names of what came to a socket that starts so. */
const namesOf = (socket: VisitorSocket, start: string) =>
  socket.received.filter(({ name }) => name.startsWith(start)).map(({ name }) => name);
/** Everything that was sent before this answer has come: events of one socket keep their order. */
const settle = async (member: Member, socket: VisitorSocket) => {
  const before = socket.received.length;
  socket.send('v3.pm.list', {});
  await socket.waitFor('v3.pm.list', () =>
    socket.received.slice(before).some(({ name }) => name === 'v3.pm.list'),
  );
  return member;
};

describe('friends', () => {
  test('ask and agree: both lists, both pages and the notice say so (PM-FRIENDS-002) (PM-FRIENDS-004) (PM-FRIENDS-015) (S2901)', async () => {
    const [anna, ben] = await pair();
    const [annasPage, bensPage] = [await anna.openLobby(), await ben.openLobby()];
    expect(await anna.call('requestFriend', to(ben))).toEqual({
      username: ben.username,
      status: 'REQUESTED',
    });
    expect(await bensPage.waitFor('v3.user_friend.request')).toMatchObject({
      username: anna.username,
      status: 'TO_CONFIRM',
      display_name: anna.username,
    });
    expect(await annasPage.waitFor('v3.user_friend.request')).toMatchObject({
      username: ben.username,
      status: 'REQUESTED',
    });
    expect(await statusesOf(anna)).toEqual({ [ben.username]: 'REQUESTED' });
    expect(await statusesOf(ben)).toEqual({ [anna.username]: 'TO_CONFIRM' });
    const { items } = await ben.call('listNotifications');
    expect(items[0]).toMatchObject({ kind: 'friend_request', url: '/account/friends' });

    expect(await ben.call('acceptFriend', to(anna))).toEqual({
      username: anna.username,
      status: 'CONFIRMED',
    });
    for (const [page, friend] of [
      [annasPage, ben],
      [bensPage, anna],
    ] as const)
      expect(await page.waitFor('v3.user_friend.accepted')).toMatchObject({
        username: friend.username,
        status: 'CONFIRMED',
      });
    expect(await statusesOf(anna)).toEqual({ [ben.username]: 'CONFIRMED' });
    expect(await statusesOf(ben)).toEqual({ [anna.username]: 'CONFIRMED' });
  });

  test('who ask each other agree at once, also at the same moment (S2901)', async () => {
    const [anna, ben] = await pair();
    const answers = await Promise.all([
      anna.call('requestFriend', to(ben)),
      ben.call('requestFriend', to(anna)),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual(['CONFIRMED', 'REQUESTED']);
    expect(await statusesOf(anna)).toEqual({ [ben.username]: 'CONFIRMED' });
    expect(await statusesOf(ben)).toEqual({ [anna.username]: 'CONFIRMED' });
  });

  test('asked twice get one request and one notice; accepting twice is accepting (S2901)', async () => {
    const [anna, ben] = await pair();
    for (let i = 0; i < 2; i++) expect((await anna.call('requestFriend', to(ben))).status).toBe('REQUESTED');
    expect((await ben.call('listNotifications')).items).toHaveLength(1);
    await ben.call('acceptFriend', to(anna));
    expect((await ben.call('acceptFriend', to(anna))).status).toBe('CONFIRMED');
    expect((await anna.call('requestFriend', to(ben))).status).toBe('CONFIRMED');
  });

  test('decline, withdraw and end by the same call, and both are told the same (PM-FRIENDS-003) (PM-FRIENDS-016) (S2902)', async () => {
    for (const end of ['decline', 'withdraw', 'end'] as const) {
      const [anna, ben] = await pair();
      if (end === 'end') await befriend(anna, ben);
      else await anna.call('requestFriend', to(ben));
      const pages = [await anna.openLobby(), await ben.openLobby()] as const;
      const [who, other] = end === 'decline' ? [ben, anna] : [anna, ben];
      expect(await who.call('deleteFriend', to(other))).toMatchObject({
        status: 1,
        username: other.username,
      });
      const deleted = await Promise.all(pages.map((page) => page.waitFor('v3.user_friend.deleted')));
      expect(deleted.map(({ username }) => username)).toEqual([ben.username, anna.username]);
      expect(Object.keys(deleted[0]!).toSorted()).toEqual(['seq', 'username']);
      expect(await statusesOf(anna)).toEqual({});
      expect(await statusesOf(ben)).toEqual({});
      expect(await codeOf(who.call('deleteFriend', to(other)))).toBe('friends.not_found');
    }
  });

  test('cannot be asked of nobody or oneself, nor accepted without a request (friends.not_found) (common.not_self)', async () => {
    const [anna, ben] = await pair();
    const nobody = { params: { username: 'nobody_here' }, body: {} };
    expect(await codeOf(anna.call('requestFriend', nobody))).toBe('friends.not_found');
    const hidden = await site.join({ type: 'model', settings: { blocked_countries: ['DE'] } });
    const german = await site.join({ country: 'DE' });
    expect(await codeOf(german.call('requestFriend', to(hidden)))).toBe('friends.not_found');
    expect(await codeOf(anna.call('acceptFriend', nobody))).toBe('friends.not_found');
    expect(await codeOf(anna.call('requestFriend', to(anna)))).toBe('common.not_self');
    expect(await codeOf(anna.call('acceptFriend', to(ben)))).toBe('friends.not_found');
    await anna.call('requestFriend', to(ben));
    expect(await codeOf(anna.call('acceptFriend', to(ben)))).toBe('friends.not_found');
  });

  test('are at most 250, own requests among them (CONSTANTS-055) (friends.limit)', async () => {
    const [anna, ben] = await pair();
    const asking = await site.join();
    await asking.call('requestFriend', to(anna));
    await sql`with others as (
        insert into accounts (username, display_name, email, password_hash, gender, type, birth_date)
        select 'crowd_' || ${anna.id}::text || '_' || n, 'crowd', 'c@example.org', '', 'f', 'other', '1990-01-01'
        from generate_series(1, 250) n returning id)
      insert into friendships (low_id, high_id, asker_id, status)
      select ${anna.id}, id, ${anna.id}, 'confirmed' from others`.execute(site.database.kysely);
    expect(await codeOf(anna.call('requestFriend', to(ben)))).toBe('friends.limit');
    expect(await codeOf(anna.call('acceptFriend', to(asking)))).toBe('friends.limit');
    const first = await anna.call('listFriends');
    expect(first.items).toHaveLength(250);
    const rest = await anna.call('listFriends', { query: { cursor: first.next_cursor! } });
    expect(rest.items.map(({ username }) => username)).toEqual([asking.username]);
    expect(rest.next_cursor).toBeNull();
  });

  test('suspended take no requests (friends.not_allowed)', async () => {
    const [anna, ben] = await pair();
    await sql`update accounts set suspended_at = now() where id = ${ben.id}`.execute(site.database.kysely);
    expect(await codeOf(anna.call('requestFriend', to(ben)))).toBe('friends.not_allowed');
  });

  test('who did not answer for 90 days were never asked (S2902)', async () => {
    const [anna, ben] = await pair();
    await anna.call('requestFriend', to(ben));
    await sql`update friendships set since = now() - interval '91 days'
      where asker_id = ${anna.id}`.execute(site.database.kysely);
    const page = await anna.openLobby();
    await site.site.doChores();
    expect(await page.waitFor('v3.user_friend.deleted')).toMatchObject({ username: ben.username });
    expect(await statusesOf(ben)).toEqual({});
  });
});

describe('who is here (PM-FRIENDS-005)', () => {
  const onlineOf = async (member: Member, friend: Member) =>
    (await member.call('listFriends')).items.find(({ username }) => username === friend.username)?.online;

  test('friends see each other come, and strangers see nothing', async () => {
    const [anna, ben] = await pair();
    const stranger = await site.join();
    await befriend(anna, ben);
    await stranger.call('requestFriend', to(ben));
    const [annasPage, strangersPage] = [await anna.openLobby(), await stranger.openLobby()];
    expect(await onlineOf(anna, ben)).toBe(false);
    await ben.openLobby();
    expect(
      await annasPage.waitFor('v3.user_friend.status_update', ({ online }) => online === true),
    ).toMatchObject({ username: ben.username, status: 'CONFIRMED' });
    expect(await onlineOf(anna, ben)).toBe(true);
    await settle(stranger, strangersPage);
    expect(namesOf(strangersPage, 'v3.user_friend.status_update')).toEqual([]);
    expect(await onlineOf(stranger, ben)).toBe(false);
  });

  test.runIf(isFullRun)('friends see each other go, a reload is no going', async () => {
    const [anna, ben] = await pair();
    await befriend(anna, ben);
    const page = await anna.openLobby();
    const first = await ben.openLobby();
    await page.waitFor('v3.user_friend.status_update', ({ online }) => online === true);
    first.close();
    await first.waitForClose();
    const second = await ben.openLobby();
    second.close();
    await page.waitFor('v3.user_friend.status_update', ({ online }) => online === false);
    expect(namesOf(page, 'v3.user_friend.status_update')).toHaveLength(2);
  });

  test('an invisible friend is shown offline, in the list and by every event: F2', async () => {
    const [anna, ben] = await pair();
    await befriend(anna, ben);
    await sql`update accounts set membership = 'vip', settings = settings || '{"invisible_mode_level": 1}'
      where id = ${ben.id}`.execute(site.database.kysely);
    const page = await anna.openLobby();
    await ben.openLobby();
    await page.waitFor('v3.user_friend.status_update');
    expect(await onlineOf(anna, ben)).toBe(false);
    const told = page.received.filter(({ name }) => name === 'v3.user_friend.status_update');
    expect(told.every(({ payload }) => payload['online'] === false)).toBe(true);
  });

  test('somebody who hides goes offline for friends at once, and comes back so (S3207)', async () => {
    const [anna, ben] = await pair();
    await befriend(anna, ben);
    await sql`update accounts set membership = 'vip' where id = ${ben.id}`.execute(site.database.kysely);
    const page = await anna.openLobby();
    await ben.openLobby();
    await page.waitFor('v3.user_friend.status_update', ({ online }) => online === true);
    await ben.call('saveSettings', { body: { invisible_mode_level: 1 } });
    await page.waitFor('v3.user_friend.status_update', ({ online }) => online === false);
    expect(await onlineOf(anna, ben)).toBe(false);
    await ben.call('saveSettings', { body: { invisible_mode_level: 0 } });
    await page.waitFor(
      'v3.user_friend.status_update',
      () =>
        page.received.findLast(({ name }) => name === 'v3.user_friend.status_update')?.payload['online'] ===
        true,
    );
    expect(await onlineOf(anna, ben)).toBe(true);
  });

  test('a model’s friends are told the state of the model’s own room, and never a room that is watched', async () => {
    const [anna, ben] = await pair();
    const model = await site.join({ type: 'model' });
    await befriend(anna, model);
    await befriend(anna, ben);
    const page = await anna.openLobby();
    await model.openLobby();
    expect(
      await page.waitFor('v3.user_friend.status_update', ({ username }) => username === model.username),
    ).toMatchObject({ room_status: 'offline' });
    const lobby = await ben.openLobby();
    await ben.openRoom(lobby, model.username);
    const update = await page.waitFor(
      'v3.user_friend.status_update',
      ({ username }) => username === ben.username,
    );
    expect(Object.keys(update).toSorted()).toEqual(['online', 'seq', 'status', 'username']);
  });
});

describe('somebody who ignores (S2903)', () => {
  test('ends the friendship, and the other one sees what a deletion shows', async () => {
    const [anna, ben] = await pair();
    await befriend(anna, ben);
    const page = await ben.openLobby();
    await anna.call('ignorePerson', { params: { username: ben.username }, body: { ignored: true } });
    const deleted = await page.waitFor('v3.user_friend.deleted');
    expect(Object.keys(deleted).toSorted()).toEqual(['seq', 'username']);
    expect(await statusesOf(ben)).toEqual({});
  });

  test('gets no request, event or notice of the ignored one, to whom all looks like any request', async () => {
    const [anna, ben] = await pair();
    await anna.call('ignorePerson', { params: { username: ben.username }, body: { ignored: true } });
    const [annasPage, bensPage] = [await anna.openLobby(), await ben.openLobby()];
    expect(await ben.call('requestFriend', to(anna))).toEqual({
      username: anna.username,
      status: 'REQUESTED',
    });
    expect(await statusesOf(ben)).toEqual({ [anna.username]: 'REQUESTED' });
    expect(await bensPage.waitFor('v3.user_friend.request')).toMatchObject({ status: 'REQUESTED' });
    expect((await ben.call('requestFriend', to(anna))).status).toBe('REQUESTED');
    await settle(anna, annasPage);
    expect(namesOf(annasPage, 'v3.user_friend')).toEqual([]);
    expect(await statusesOf(anna)).toEqual({});
    expect((await anna.call('listNotifications')).items).toEqual([]);
    expect(await codeOf(anna.call('acceptFriend', to(ben)))).toBe('friends.not_found');
    expect(await codeOf(anna.call('requestFriend', to(ben)))).toBe('friends.not_allowed');
    await ben.call('deleteFriend', to(anna));
    expect(await statusesOf(ben)).toEqual({});
  });

  test('may ask again after the end of it', async () => {
    const [anna, ben] = await pair();
    await anna.call('ignorePerson', { params: { username: ben.username }, body: { ignored: true } });
    await ben.call('requestFriend', to(anna));
    await anna.call('ignorePerson', { params: { username: ben.username }, body: { ignored: false } });
    expect((await anna.call('requestFriend', to(ben))).status).toBe('REQUESTED');
    expect(await statusesOf(ben)).toEqual({ [anna.username]: 'TO_CONFIRM' });
  });
});

describe('a stranger', () => {
  test('is in no list and gets no event of a pair', async () => {
    const [anna, ben] = await pair();
    const stranger = await site.join();
    const page = await stranger.openLobby();
    await befriend(anna, ben);
    await anna.call('deleteFriend', to(ben));
    expect(await statusesOf(stranger)).toEqual({});
    await settle(stranger, page);
    const events: EventName[] = [
      'v3.user_friend.request',
      'v3.user_friend.accepted',
      'v3.user_friend.deleted',
      'v3.user_friend.status_update',
    ];
    expect(page.received.filter(({ name }) => events.includes(name as EventName))).toEqual([]);
  });
});
