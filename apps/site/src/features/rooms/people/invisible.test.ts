import type { UserRole } from '@klieg/contract';
import { uuidv7 } from '@klieg/kernel';
import type { VisitorSocket } from '@klieg/testing';
import { eventually } from '@klieg/testing/eventually';
import { isFullRun, isLongRun } from '@klieg/testing/run-length';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { comeUntilTold, toldOf } from '#site/app/testing-coming.ts';
import { codeOf, type Member, useTestSite } from '#site/app/testing-site.ts';

const site = await useTestSite();

const give = (member: Member, membership: string | null) =>
  sql`update accounts set membership = ${membership} where id = ${member.id}`.execute(site.database.kysely);

const joinAs = async (membership: string | null, level: number, roles: readonly UserRole[] = []) => {
  const member = await site.join({ tokens: 50, roles, settings: { invisible_mode_level: level } });
  await give(member, membership);
  return member;
};
const open = async (member: Member, username: string) => member.openRoom(await member.openLobby(), username);
const everything = (page: VisitorSocket) => JSON.stringify(page.received);

/** A room with one page of each audience that looks at the list. */
async function setUp() {
  const model = await site.join({ type: 'model', settings: { chat_allowed: 'all' } });
  const viewer = await site.join();
  const staff = await joinAs(null, 0, ['site_mod']);
  const guest = await site.visit();
  const pages = {
    viewer: await open(viewer, model.username),
    streamer: await open(model, model.username),
    staff: await open(staff, model.username),
    guest: await guest.openRoom(await guest.openLobby(), model.username),
  };
  for (const page of Object.values(pages)) page.send('v3.chat.userlist.start', {});
  for (const page of [pages.viewer, pages.streamer, pages.staff]) await page.waitFor('v3.chat.user_list');
  return { model, viewer, staff, guest, pages };
}

/** Comes into the room once these have been told of it. */
const comeIn = (member: Member, room: string, witnesses: readonly VisitorSocket[]) =>
  comeUntilTold({
    username: member.username,
    witnesses,
    enter: () => open(member, room),
    isGone: () => site.site.hub.find(room)!.presence.findByName(member.username) === undefined,
  });

/** The event by which a page was told that somebody came. */
const joinedOf = (page: VisitorSocket, name: string) =>
  page.waitFor('v3.chat.user_joined', ({ user }) => user.username === name);

/** Does something while a page is let in: its rights were read, the money of the person is not yet. */
const whileEntering = async (enter: () => Promise<VisitorSocket>, act: () => Promise<unknown>) => {
  const entered = await site.database.kysely.transaction().execute(async (held) => {
    await sql`lock table cards in access exclusive mode`.execute(held);
    const entering = Promise.allSettled([enter()]);
    await eventually(async () => {
      const { rows } = await sql`select 1 from pg_locks where not granted`.execute(site.database.kysely);
      expect(rows.length).toBeGreaterThan(0);
    });
    await act();
    return { entering };
  });
  return entered.entering;
};

describe('people who hide', () => {
  test('are in no event, list or number of those who may not see them: F2 W24 (CHAT-018) (CHAT-007) (CHAT-008) (CHAT-009) (CHAT-010) (SETTINGS-026)', async () => {
    const { model, staff, guest, pages } = await setUp();
    const one = await joinAs('vip', 1);
    const two = await joinAs('super_vip', 2);
    const three = await joinAs(null, 0, ['model_admin']);
    const entered = await Promise.all([
      comeIn(one, model.username, [pages.viewer, pages.streamer, pages.staff]),
      comeIn(two, model.username, [pages.streamer, pages.staff]),
      comeIn(three, model.username, [pages.staff]),
    ]);

    const seenByStaff = await Promise.all(
      [one, two, three].map(({ username }) => joinedOf(pages.staff, username)),
    );
    expect(seenByStaff.map(({ user }) => user.invisible_mode_level)).toEqual([1, 2, 3]);
    expect(seenByStaff[0]!.user).toMatchObject({ tokens: 50, has_cc: false, email_confirmed: false });
    for (const { username } of [one, two]) {
      const { user } = await joinedOf(pages.streamer, username);
      for (const hidden of ['tokens', 'email_confirmed', 'has_cc', 'socket_id'])
        expect(user).not.toHaveProperty(hidden);
    }
    // Level 1: the page says the line and lists nobody.
    expect((await joinedOf(pages.viewer, one.username)).user.invisible_mode_level).toBe(1);

    const count = (page: VisitorSocket, people: number) =>
      page.waitFor('v3.chat.user_count', ({ user_count: n }) => n === people);
    // Viewer, model, guest and level 1; for the model level 2 too; for staff the two of staff as well.
    await count(pages.viewer, 4);
    await count(pages.guest, 4);
    await count(pages.streamer, 5);
    await count(pages.staff, 7);

    const listOf = async (page: VisitorSocket) => {
      const lists = () => page.received.filter(({ name }) => name === 'v3.chat.user_list').length;
      const before = lists();
      page.send('v3.chat.userlist.stop', {});
      page.send('v3.chat.userlist.start', { sort: 'username' });
      await eventually(() => expect(lists()).toBeGreaterThan(before));
      const list = page.received.findLast(({ name }) => name === 'v3.chat.user_list')!.payload as {
        count: number;
        users: { username: string }[];
      };
      return { count: list.count, names: list.users.map(({ username }) => username) };
    };
    const hidden = [one.username, two.username, three.username];
    // A list that was on its way already may be of the moment before.
    const forViewer = await eventually(async () => {
      const list = await listOf(pages.viewer);
      expect(list.count).toBe(4);
      return list;
    });
    for (const name of hidden) expect(forViewer.names).not.toContain(name);
    expect((await listOf(pages.streamer)).names).toEqual(expect.arrayContaining(hidden.slice(0, 2)));
    expect((await listOf(pages.streamer)).names).not.toContain(three.username);
    expect((await listOf(pages.staff)).names).toEqual(expect.arrayContaining(hidden));

    for (const page of [pages.viewer, pages.streamer, pages.staff]) page.send('v3.room.resync', {});
    const snapshotOf = (page: VisitorSocket, people: number) =>
      page.waitFor('v3.room.snapshot', ({ user_count: n }) => n === people);
    await Promise.all([
      snapshotOf(pages.viewer, 4),
      snapshotOf(pages.streamer, 5),
      snapshotOf(pages.staff, 7),
    ]);
    const countByHttp = async (who: { call: Member['call'] }) =>
      (await who.call('getRoom', { params: { username: model.username } })).chatUserCount;
    expect(await countByHttp(guest)).toBe(4);
    expect(await countByHttp(two)).toBe(4);
    expect(await countByHttp(model)).toBe(5);
    expect(await countByHttp(staff)).toBe(7);

    const from = pages.viewer.received.length;
    const [fromStreamer, fromStaff] = [pages.streamer.received.length, pages.staff.received.length];
    for (const page of entered) page.close();
    const user = { username: one.username, invisible_mode_level: 1 };
    const left = await toldOf(pages.viewer, 'v3.chat.user_left', one.username, from);
    expect(left ?? { user }).toMatchObject({ user });
    await toldOf(pages.streamer, 'v3.chat.user_left', two.username, fromStreamer);
    await toldOf(pages.staff, 'v3.chat.user_left', three.username, fromStaff);
    await count(pages.viewer, 3);

    for (const name of [two.username, three.username]) {
      expect(everything(pages.viewer)).not.toContain(name);
      expect(everything(pages.guest)).not.toContain(name);
    }
    expect(everything(pages.guest)).not.toContain(one.username);
    expect(everything(pages.streamer)).not.toContain(three.username);
  });

  test('show their name with what they say and give, and nowhere else: F2', async () => {
    const { model, pages } = await setUp();
    const two = await joinAs('super_vip', 2);
    const page = await open(two, model.username);
    page.send('v3.chat.send', { client_id: uuidv7(), message: 'a line of my own' });
    expect(await pages.viewer.waitFor('v3.chat.message')).toMatchObject({ username: two.username });
    await two.call('sendTip', {
      params: { id: String(model.id) },
      body: { amount: 5 },
      idempotencyKey: uuidv7(),
    });
    expect((await pages.viewer.waitFor('v3.tip.received')).sender_name).toBe(two.username);
    const late = await site.join();
    const { messages } = await (await open(late, model.username)).waitFor('v3.chat.history');
    expect(messages).toHaveLength(1);
    expect(messages[0]).not.toHaveProperty('invisible_mode_level');
  });

  test.runIf(isLongRun)(
    'hide and show themselves at once: the list follows, nobody is told of coming or going: S3207',
    async () => {
      const { model, pages } = await setUp();
      const member = await joinAs('super_vip', 0);
      const lobby = await member.openLobby();
      const own = await comeUntilTold({
        username: member.username,
        witnesses: [pages.viewer],
        enter: () => member.openRoom(lobby, model.username),
        isGone: () => site.site.hub.find(model.username)!.presence.findByName(member.username) === undefined,
      });
      const told = () => pages.viewer.received.filter(({ name }) => name === 'v3.chat.user_left').length;
      const before = pages.viewer.received.length;

      await member.call('saveSettings', { body: { invisible_mode_level: 2 } });
      for (const page of [lobby, own, pages.staff])
        expect(await page.waitFor('v3.user.invisible-mode')).toMatchObject({
          username: member.username,
          invisible_mode_level: 2,
        });
      const listed = (isListed: boolean) =>
        eventually(() => {
          const last = pages.viewer.received.findLast(({ name }) => name === 'v3.chat.user_list')!;
          expect(JSON.stringify(last.payload).includes(member.username)).toBe(isListed);
        });
      await listed(false);
      await pages.viewer.waitFor('v3.chat.user_count', ({ user_count: n }) => n === 3);

      await member.call('saveSettings', { body: { invisible_mode_level: 0 } });
      await listed(true);
      expect(told()).toBe(0);
      expect(
        pages.viewer.received
          .slice(before)
          .filter(({ name }) => name === 'v3.chat.user_joined' || name === 'v3.user.invisible-mode'),
      ).toEqual([]);
    },
  );

  test('need the membership for it; nobody chooses to be staff (settings.not_allowed) (SETTINGS-026)', async () => {
    const save = async (membership: string | null, level: number, roles: readonly UserRole[] = []) => {
      const member = await site.join({ roles });
      await give(member, membership);
      return codeOf(member.call('saveSettings', { body: { invisible_mode_level: level } }));
    };
    expect(await save(null, 0)).toBe('not refused');
    expect(await save(null, 1)).toBe('settings.not_allowed');
    expect(await save('premium', 1)).toBe('settings.not_allowed');
    expect(await save('vip', 1)).toBe('not refused');
    expect(await save('vip', 2)).toBe('settings.not_allowed');
    expect(await save('super_vip', 2)).toBe('not refused');
    expect(await save('super_vip', 3, ['site_mod'])).toBe('settings.not_allowed');
    expect(await save('super_vip', 4)).toBe('common.invalid_input');
  });

  test.runIf(isFullRun)('who hides while a page is still on its way in is hidden in it (S3207)', async () => {
    const { model, pages } = await setUp();
    const member = await joinAs('super_vip', 0);
    const lobby = await member.openLobby();
    const before = pages.staff.received.length;
    const [entering] = await whileEntering(
      () => member.openRoom(lobby, model.username),
      () => member.call('saveSettings', { body: { invisible_mode_level: 2 } }),
    );
    expect(entering.status).toBe('fulfilled');
    await toldOf(pages.staff, 'v3.chat.user_joined', member.username, before);
    expect(everything(pages.viewer)).not.toContain(member.username);
  });

  test.runIf(isLongRun)('who lost the membership is seen again with the next visit', async () => {
    const { model, pages } = await setUp();
    const member = await joinAs('vip', 1);
    await give(member, null);
    await comeIn(member, model.username, [pages.viewer]);
    expect((await joinedOf(pages.viewer, member.username)).user).not.toHaveProperty('invisible_mode_level');
  });
});

describe('the list of people', () => {
  test.runIf(isFullRun)(
    'is for those who are logged in; hidden by the performer it is for the streamer and staff alone (CHAT-039) (CHAT-024)',
    async () => {
      const { model, pages } = await setUp();
      expect(await pages.guest.waitFor('v3.error')).toMatchObject({
        errorType: 'guest',
        event: 'v3.chat.userlist.start',
      });
      await model.call('saveSettings', { body: { show_viewer_list: false } });
      expect((await pages.viewer.waitFor('v3.chat.model_settings')).settings).toMatchObject({
        show_viewer_list: false,
      });
      const late = await site.join();
      const page = await comeIn(late, model.username, [pages.streamer]);
      expect(everything(pages.viewer)).not.toContain(late.username);
      page.send('v3.chat.userlist.start', {});
      expect(await page.waitFor('v3.error')).toMatchObject({ errorType: 'not_allowed' });

      await model.call('saveSettings', { body: { show_viewer_list: true } });
      const again = page.received.length;
      page.send('v3.chat.userlist.start', {});
      await eventually(() =>
        expect(page.received.slice(again).map(({ name }) => name)).toContain('v3.chat.user_list'),
      );
    },
  );

  test('that is hidden while somebody enters is hidden for them too (CHAT-039)', async () => {
    const { model } = await setUp();
    const late = await site.join();
    const lobby = await late.openLobby();
    const enter = () => late.openRoom(lobby, model.username);
    const [first] = await whileEntering(enter, () =>
      model.call('saveSettings', { body: { show_viewer_list: false } }),
    );
    const page = first.status === 'fulfilled' ? first.value : await enter();
    page.send('v3.chat.userlist.start', {});
    expect(await page.waitFor('v3.error')).toMatchObject({ errorType: 'not_allowed' });
  });

  test('a ban in the moment of entering keeps them out (MODERATION-ROLES-010)', async () => {
    const { model } = await setUp();
    const late = await site.join();
    const lobby = await late.openLobby();
    const [entered] = await whileEntering(
      () => late.openRoom(lobby, model.username),
      () =>
        model.call('moderate', {
          params: { username: model.username },
          body: { username: late.username, action: 'ban' },
        }),
    );
    expect(entered.status).toBe('rejected');
    expect(site.site.hub.find(model.username)!.presence.findByName(late.username)).toBeUndefined();
  });

  test('tells the own page everything about itself (IDENTITY-029) (REALTIME-007)', async () => {
    const model = await site.join({ type: 'model' });
    const member = await site.join({ tokens: 7 });
    const page = await open(member, model.username);
    expect(page.received[0]!.payload['user']).toMatchObject({
      username: member.username,
      tokens: 7,
      has_cc: false,
      email_confirmed: false,
      invisible_mode_level: 0,
    });
  });
});
