import type { CardAction } from '@klieg/contract';
import { uuidv7 } from '@klieg/kernel';
import { sql } from 'kysely';
import { eventually } from '@klieg/testing/eventually';
import { isFullRun } from '@klieg/testing/run-length';
import { describe, expect, test } from 'vitest';
import { codeOf, type Member, useTestSite } from '../../app/testing-site.ts';
import { readTimeCursor, writeTimeCursor } from './time-cursor.ts';
import { makeViewHistoryStore } from './view-history-store.ts';

const site = await useTestSite();
const run = (statement: ReturnType<typeof sql>) => statement.execute(site.database.kysely);
const to = (member: Member) => ({ params: { username: member.username } });
const enter = async (member: Member, model: Member) =>
  member.openRoom(await member.openLobby(), model.username);

describe('notes about a person', () => {
  test('are kept for their author alone, replaced, and deleted by an empty text (CHAT-003)', async () => {
    const [author, subject, other] = [await site.join(), await site.join(), await site.join()];
    expect(await author.call('getNotes', to(subject))).toEqual({ notes: '', updated_at: null });
    const saved = await author.call('saveNotes', {
      ...to(subject),
      body: { notes: ' likes jazz\r\nasks for <b>vinyl</b>\u202e ' },
    });
    expect(saved).toMatchObject({ status: 1, notes: 'likes jazz\nasks for <b>vinyl</b>' });
    expect(saved.updated_at).not.toBeNull();
    expect((await author.call('getNotes', to(subject))).notes).toBe(saved.notes);
    await author.call('saveNotes', { ...to(subject), body: { notes: 'second' } });
    expect((await author.call('getNotes', to(subject))).notes).toBe('second');
    for (const stranger of [other, subject])
      expect((await stranger.call('getNotes', to(subject))).notes).toBe('');
    await author.call('saveNotes', { ...to(subject), body: { notes: '  ' } });
    expect(await author.call('getNotes', to(subject))).toEqual({ notes: '', updated_at: null });
  });

  test('about nobody, or that are too long, are refused and nothing is lost (common.not_found)', async () => {
    const [author, subject] = [await site.join(), await site.join()];
    const nobody = { params: { username: 'nobody_here' } };
    expect(await codeOf(author.call('getNotes', nobody))).toBe('common.not_found');
    expect(await codeOf(author.call('saveNotes', { ...nobody, body: { notes: 'x' } }))).toBe(
      'common.not_found',
    );
    await author.call('saveNotes', { ...to(subject), body: { notes: 'ä'.repeat(2000) } });
    expect(
      await codeOf(author.call('saveNotes', { ...to(subject), body: { notes: 'ä'.repeat(2001) } })),
    ).toBe('common.invalid_input');
    expect((await author.call('getNotes', to(subject))).notes).toHaveLength(2000);
  });

  test('two at once leave one of them', async () => {
    const [author, subject] = [await site.join(), await site.join()];
    await Promise.all(
      ['one', 'two', 'three'].map((notes) => author.call('saveNotes', { ...to(subject), body: { notes } })),
    );
    expect(['one', 'two', 'three']).toContain((await author.call('getNotes', to(subject))).notes);
  });
});

/** Somebody with a card on file, two packages of this month, one of long ago, and an address that is confirmed. */
const joinPaying = async (tokens: number) => {
  const member = await site.join({ tokens });
  await run(sql`update accounts set email_confirmed = true where id = ${member.id}`);
  await run(sql`insert into cards (id, account_id, biller, card_token, brand, last4)
    values (gen_random_uuid(), ${member.id}, 'sandbox', 'sbx_1', 'visa', '4242')`);
  for (const age of [0, 10, 40])
    await run(sql`insert into orders (id, account_id, biller, internal_id, tokens, amount_cents, currency, state, settled_at)
      values (${uuidv7()}, ${member.id}, 'sandbox', 'tokens_50', 50, 500, 'USD', 'succeeded', now() - make_interval(days => ${age}))`);
  return member;
};

describe('what a room tells of a person', () => {
  test('is all of it to staff and to the person, and to others neither balance, address, card nor socket (REALTIME-019)', async () => {
    const model = await site.join({ type: 'model' });
    const paying = await joinPaying(900);
    const page = await enter(paying, model);
    const { user, socket_id } = await page.waitFor('v3.authorize.success');
    const open = {
      username: paying.username,
      gender: 'f',
      is_model: false,
      is_vip: false,
      is_super_vip: false,
      has_tokens: true,
      has_purchase: true,
      is_guest: false,
      recentTips: 0,
    };
    const own = { tokens: 900, email_confirmed: true, has_cc: true, recent_purchases: 2 };
    expect(socket_id).toMatch(/./u);
    expect(user).toMatchObject({ ...open, ...own, socket_id });
    const staff = await site.join({ roles: ['site_mod'] });
    const reader = await site.join();
    await eventually(() => expect(site.site.hub.find(model.username)!.presence.countFor('staff')).toBe(1));
    for (const who of [staff, model, reader]) {
      const pageOf = await enter(who, model);
      pageOf.send('v3.chat.userlist.start', {});
      const { users } = await pageOf.waitFor('v3.chat.user_list');
      const listed = users.find(({ username }) => username === paying.username);
      if (who === staff) expect(listed).toMatchObject({ ...open, ...own, socket_id });
      else {
        expect(listed).toMatchObject({ ...open, recent_purchases: 1 });
        for (const hidden of ['tokens', 'email_confirmed', 'has_cc', 'socket_id'])
          expect(listed).not.toHaveProperty(hidden);
      }
    }
  });
});

describe('the card of a person', () => {
  test('shows each reader what filter F4 lets them see (CHAT-027) (REALTIME-019)', async () => {
    const model = await site.join({ type: 'model' });
    const subject = await joinPaying(900);
    const reader = await site.join();
    const staff = await site.join({ roles: ['site_mod'] });
    await subject.call('sendTip', {
      params: { id: String(model.id) },
      body: { amount: 30 },
      idempotencyKey: uuidv7(),
    });
    const card = (who: Member) =>
      who.call('getUserCard', { ...to(subject), query: { room: model.username } });
    for (const who of [reader, model]) {
      const answer = await card(who);
      expect(answer.user).toMatchObject({
        username: subject.username,
        has_tokens: true,
        recentTips: 30,
        tokens: 0,
        email_confirmed: false,
        has_cc: false,
        has_purchase: true,
        recent_purchases: 1,
        socket_id: null,
        is_guest: false,
      });
      expect(answer).toMatchObject({
        is_friend: null,
        is_following: false,
        fan_level: null,
        role_in_room: [],
        actions: [
          'pm',
          'friend',
          'ignore',
          ...(who === model ? (['silence', 'kick', 'ban', 'moderator'] as const) : []),
          'report',
        ] satisfies CardAction[],
      });
      expect(answer.joined_at).not.toBeNull();
    }
    for (const who of [staff, subject])
      expect((await card(who)).user).toMatchObject({
        tokens: 870,
        email_confirmed: true,
        has_cc: true,
        recent_purchases: 2,
      });
    const outside = await reader.call('getUserCard', to(subject));
    expect(outside.user.recentTips).toBe(0);
    await reader.call('follow', { ...to(model), body: {} });
    expect((await reader.call('getUserCard', to(model))).is_following).toBe(true);
  });

  test('of somebody who hides is the same whether they are in the room or not: F2', async () => {
    const model = await site.join({ type: 'model' });
    const hidden = await site.join({ settings: { invisible_mode_level: 2 } });
    await run(sql`update accounts set membership = 'super_vip' where id = ${hidden.id}`);
    const reader = await site.join();
    const card = () => reader.call('getUserCard', { ...to(hidden), query: { room: model.username } });
    const before = await card();
    await enter(hidden, model);
    await eventually(() => expect(site.site.hub.find(model.username)!.presence.people).toHaveLength(1));
    expect(await card()).toEqual(before);
    expect(JSON.stringify(before)).not.toContain('invisible');
  });

  test('of a guest is for the room in which the guest is', async () => {
    const [model, other] = [await site.join({ type: 'model' }), await site.join({ type: 'model' })];
    const guest = await site.visit();
    const page = await guest.openRoom(await guest.openLobby(), model.username);
    const { username } = page.received[0]!.payload['user'] as { username: string };
    const card = (room?: string) =>
      model.call('getUserCard', { params: { username }, query: { ...(room && { room }) } });
    expect(await card(model.username)).toMatchObject({ user: { username, is_guest: true }, joined_at: null });
    expect(await codeOf(card(other.username))).toBe('common.not_found');
    expect(await codeOf(card())).toBe('common.not_found');
  });

  test('of nobody, of somebody suspended and of a performer who blocks the reader’s country is none (common.not_found)', async () => {
    const blocking = await site.join({ type: 'model', settings: { blocked_countries: ['DE'] } });
    const suspended = await site.join();
    await run(sql`update accounts set suspended_at = now() where id = ${suspended.id}`);
    const german = await site.join({ country: 'DE' });
    for (const username of ['nobody_here', suspended.username, blocking.username])
      expect(await codeOf(german.call('getUserCard', { params: { username } }))).toBe('common.not_found');
    const staff = await site.join({ roles: ['site_mod'] });
    expect(await codeOf(staff.call('getUserCard', to(suspended)))).toBe('not refused');
    expect(await codeOf((await site.visit()).call('getUserCard', to(german)))).toBe('common.unauthenticated');
  });
});

describe('a performer’s bio', () => {
  test('says who it is, with numbers that are counted (BROWSE-043)', async () => {
    const model = await site.join({ type: 'model' });
    await run(sql`update accounts set about = 'Late records and long talks.', languages = '{german}',
      tags = '{vinyl}', country_code = 'NL' where id = ${model.id}`);
    await site.site.catalog.reload();
    const fan = await site.join({ tokens: 30 });
    await fan.call('follow', { ...to(model), body: {} });
    await fan.call('sendTip', {
      params: { id: String(model.id) },
      body: { amount: 25 },
      idempotencyKey: uuidv7(),
    });
    await fan.call('rateModel', { ...to(model), body: { stars: 4 } });
    const bio = await (await site.visit()).call('getBio', to(model));
    expect(bio).toMatchObject({
      user: { username: model.username },
      about: 'Late records and long talks.',
      languages: ['german'],
      tags: ['vinyl'],
      followers: 1,
      ratings: { average: 80, count: 1, by_stars: { 1: 0, 2: 0, 3: 0, 4: 1, 5: 0 } },
      seo: { metaTitle: `About ${model.username}` },
    });
    expect(bio.related.map(({ username }) => username)).not.toContain(model.username);
  });

  test('says what an exclusive costs, which is never less than a private', async () => {
    const settings = { private_cost: 90, exclusive_cost: 30 };
    const model = await site.join({ type: 'model', settings });
    const read = async () => (await (await site.visit()).call('getBio', to(model))).exclusive_cost;
    expect(await read()).toBe(90);
    await model.call('saveSettings', { body: { exclusive_cost: 120 } });
    expect(await read()).toBe(120);
  });

  test('of nobody, a viewer or a blocked country is not found (rooms.not_found)', async () => {
    const viewer = await site.join();
    const blocking = await site.join({ type: 'model', settings: { blocked_countries: ['DE'] } });
    const german = await site.join({ country: 'DE' });
    for (const username of ['nobody_here', viewer.username, blocking.username])
      expect(await codeOf(german.call('getBio', { params: { username } }))).toBe('rooms.not_found');
  });

  test('is there for its owner before approval', async () => {
    const pending = await site.join({ type: 'model', isApproved: false });
    expect((await pending.call('getBio', to(pending))).user.username).toBe(pending.username);
    expect(await codeOf((await site.join()).call('getBio', to(pending)))).toBe('rooms.not_found');
  });

  test('similar performers are at most twelve, without the hidden sections, for any name (ERRORS-056)', async () => {
    const [model] = await Promise.all(Array.from({ length: 14 }, () => site.join({ type: 'model' })));
    const guest = await site.visit();
    const { userList } = await guest.call('listSimilar', to(model!));
    expect(userList).toHaveLength(12);
    expect(userList.map(({ username }) => username)).not.toContain(model!.username);
    expect(
      (await guest.call('listSimilar', { ...to(model!), query: { 'gender-hide': 'f' } })).userList,
    ).toEqual([]);
    expect(
      (await guest.call('listSimilar', { params: { username: 'nobody_here' } })).userList.length,
    ).toBeGreaterThan(0);
  });
});

describe('followers', () => {
  test.runIf(isFullRun)(
    'are counted exactly when many follow and leave at once (CHAT-019) (CHAT-023)',
    async () => {
      const model = await site.join({ type: 'model' });
      const fans = await Promise.all(Array.from({ length: 20 }, () => site.join()));
      const answers = await Promise.all(fans.map((fan) => fan.call('follow', { ...to(model), body: {} })));
      expect(answers.map(({ followers }) => followers).toSorted((a, b) => a - b)).toEqual(
        Array.from({ length: 20 }, (_, i) => i + 1),
      );
      await Promise.all(
        fans.flatMap((fan, i) => [
          fan.call(i < 8 ? 'unfollow' : 'follow', { ...to(model), body: {} }),
          fan.call(i < 8 ? 'unfollow' : 'follow', { ...to(model), body: {} }),
        ]),
      );
      const room = await (await site.visit()).call('getRoom', to(model));
      expect(room.user.follower_count).toBe(12);
      await run(sql`delete from accounts where id = ${fans[19]!.id}`);
      expect((await model.call('getRoom', to(model))).user.follower_count).toBe(11);
    },
  );

  test('are listed for the model alone, newest first, page by page, without a balance (CHAT-019)', async () => {
    const model = await site.join({ type: 'model' });
    const fans: Member[] = [];
    for (let i = 0; i < 3; i++) {
      const fan = await site.join({ tokens: 500 });
      await fan.call('follow', { ...to(model), body: {} });
      fans.unshift(fan);
    }
    const first = await model.call('listFollowers', { query: { limit: '2' } });
    expect(first).toMatchObject({ total: 3 });
    const second = await model.call('listFollowers', {
      query: { limit: '2', cursor: first.next_cursor! },
    });
    expect([...first.items, ...second.items].map(({ username }) => username)).toEqual(
      fans.map(({ username }) => username),
    );
    expect(second.next_cursor).toBeNull();
    expect(first.items[0]).toMatchObject({ has_tokens: true, tokens: 0, has_cc: false });
    expect(await codeOf(fans[0]!.call('listFollowers'))).toBe('common.forbidden');
  });

  test('are told to the model and the follower’s own pages, in the room too, to no other viewer (CHAT-019)', async () => {
    const model = await site.join({ type: 'model' });
    const [fan, viewer, staff] = [
      await site.join(),
      await site.join(),
      await site.join({ roles: ['site_mod'] }),
    ];
    const [streamer, own, other] = [
      await enter(model, model),
      await enter(fan, model),
      await enter(viewer, model),
    ];
    await fan.call('follow', { ...to(model), body: {} });
    for (const page of [streamer, own])
      expect(await page.waitFor('v3.new_follower')).toMatchObject({ username: fan.username, followers: 1 });
    await staff.call('follow', { ...to(model), body: {} });
    const told = await streamer.waitFor('v3.new_follower', ({ followers }) => followers === 2);
    expect(told).not.toHaveProperty('username');
    other.send('v3.ping', { t: 1 });
    await other.waitFor('v3.pong');
    expect(other.received.map(({ name }) => name)).not.toContain('v3.new_follower');
    const notices = JSON.stringify(await model.call('listNotifications'));
    expect(notices).toContain(fan.username);
    expect(notices).not.toContain(staff.username);
  });
});

describe('the rooms that somebody entered', () => {
  test('are listed once each, newest first, by the socket’s join, never the own room (BROWSE-042)', async () => {
    const [one, two] = [await site.join({ type: 'model' }), await site.join({ type: 'model' })];
    const member = await site.join();
    const names = async () => (await member.call('listViewHistory')).items.map(({ user }) => user.username);
    await member.call('getRoom', to(one));
    expect(await names()).toEqual([]);
    await enter(member, one);
    await eventually(async () => expect(await names()).toEqual([one.username]));
    await enter(member, two);
    await eventually(async () => expect(await names()).toEqual([two.username, one.username]));
    await enter(member, one);
    await eventually(async () => expect(await names()).toEqual([one.username, two.username]));

    const first = await member.call('listViewHistory', { query: { limit: '1' } });
    const second = await member.call('listViewHistory', {
      query: { limit: '1', cursor: first.next_cursor! },
    });
    expect(second.items.map(({ user }) => user.username)).toEqual([two.username]);

    await enter(one, one);
    expect((await one.call('listViewHistory')).items).toEqual([]);
    expect((await (await site.join()).call('listViewHistory')).items).toEqual([]);
  });

  test('are cleared one by one or all (BROWSE-042)', async () => {
    const [one, two, three] = await Promise.all([1, 2, 3].map(() => site.join({ type: 'model' })));
    const member = await site.join();
    const history = makeViewHistoryStore(site.database);
    for (const model of [one!, two!, three!]) await history.record(member.id as never, model.id as never);
    expect(await member.call('clearViewHistory', { body: { username: two!.username } })).toEqual({
      status: 1,
    });
    expect(await member.call('clearViewHistory', { body: { username: 'nobody_here' } })).toEqual({
      status: 1,
    });
    expect((await member.call('listViewHistory')).items).toHaveLength(2);
    await member.call('clearViewHistory', { body: {} });
    expect((await member.call('listViewHistory')).items).toEqual([]);
  });

  test('are forgotten after 30 days (BROWSE-042)', async () => {
    const [old, recent] = await Promise.all([1, 2].map(() => site.join({ type: 'model' })));
    const member = await site.join();
    const history = makeViewHistoryStore(site.database);
    for (const model of [old!, recent!]) await history.record(member.id as never, model.id as never);
    await run(sql`update view_history set viewed_at = now() - interval '30 days 1 minute'
      where account_id = ${member.id} and model_id = ${old!.id}`);
    const names = (await member.call('listViewHistory')).items.map(({ user }) => user.username);
    expect(names).toEqual([recent!.username]);
    expect(await history.prune()).toBe(1);
    expect(await history.prune()).toBe(0);
  });

  test('a cursor is a place of the list, and none is the beginning', () => {
    const mark = { at: new Date(1_700_000_000_123), id: 7 };
    expect(readTimeCursor(writeTimeCursor(mark))).toEqual(mark);
    expect(readTimeCursor(undefined)).toBeUndefined();
  });
});
