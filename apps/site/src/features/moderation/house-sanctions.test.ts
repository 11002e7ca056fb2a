import { MEDIA_FACTS, verifyMediaToken } from '@klieg/contract/media';
import { uuidv7 } from '@klieg/kernel';
import { eventually } from '@klieg/testing/eventually';
import { describe, expect, test } from 'vitest';
import { openTestDesk } from '../../app/testing-desk-store.ts';
import { codeOf, type Member, useTestSite } from '../../app/testing-site.ts';
import { liveFact } from '../broadcast/testing-live.ts';

let ahead = 0;
const site = await useTestSite({ clock: { now: () => Date.now() + ahead } });
const boss = await openTestDesk(site).joinSuperAdmin();
const mod = await site.join({ roles: ['site_mod'] });
const statement = 'You have written the same in every room.';

const sanction = async (username: string, kind: string, scope: string, more: object = {}, by: Member = mod) =>
  (
    await by.call('sanctionPerson', {
      params: { username },
      body: { kind, scope, reason_code: 'rules', statement, ...more },
    } as never)
  ).sanction_id;
const autosilence = (username: string, on: boolean, by: Member = mod) =>
  by.call('setAutosilence', { params: { username }, body: { on } });
const lift = (id: string) =>
  mod.call('liftSanction', { params: { id }, body: { note: 'They have said sorry.' } });
const sanctionsOf = async ({ username }: Member) =>
  (await mod.call('getSanctioned', { params: { username } })).sanctions;
const noticesOf = async (who: Member) =>
  (await who.call('listNotifications', { query: {} as never })).items.map(({ title, body }) => [title, body]);
const deedsOf = async (who: Member) =>
  (await boss.call('listAudit', { query: { target: `account:${who.id}` } })).items.map(
    ({ action, detail }) => [action, detail],
  );
const openModel = () => site.join({ type: 'model', settings: { chat_allowed: 'all' } });
const enter = async (who: Member, model: Member) => who.openRoom(await who.openLobby(), model.username);
const write = async (room: Awaited<ReturnType<typeof enter>>, message = 'hello there') => {
  const id = uuidv7();
  room.send('v3.chat.send', { client_id: id, message });
  return room.waitFor('v3.ack', ({ client_id: answered }) => answered === id);
};
const enterCode = (who: Member, model: Member) =>
  codeOf(who.call('getRoom', { params: { username: model.username }, query: {} as never }));

describe('a moderator of the house', () => {
  test('warns, which stands with the person and holds nothing', async () => {
    const viewer = await site.join();
    const id = await sanction(viewer.username, 'warn', 'site');
    expect(await sanctionsOf(viewer)).toMatchObject([
      { id, kind: 'warn', scope: 'site', room: null, by: mod.username, reason_code: 'rules' },
    ]);
    expect(await noticesOf(viewer)).toContainEqual(['A warning from our team', statement]);
    expect(await deedsOf(viewer)).toEqual([
      [
        'accounts.sanctioned',
        expect.objectContaining({ kind: 'warn', scope: 'site', reason_code: 'rules', statement }) as object,
      ],
    ]);
    expect(
      (await mod.call('listSanctionsInForce', { query: { username: viewer.username } as never })).items,
    ).toEqual([]);
  });

  test('silences in all rooms at once, those that are entered later too, until it is lifted (MODERATION-ROLES-001)', async () => {
    const [one, two, viewer] = [await openModel(), await openModel(), await site.join({ tokens: 5 })];
    const lobby = await viewer.openLobby();
    const room = await viewer.openRoom(lobby, one.username);
    expect(await write(room)).toMatchObject({ status: 1 });
    const id = await sanction(viewer.username, 'silence', 'chat');
    expect(await lobby.waitFor('v3.autosilenced')).toMatchObject({ isAutosilenced: true });
    await eventually(async () =>
      expect(await write(room)).toMatchObject({ status: 0, errorType: 'silenced' }),
    );
    expect(await write(await enter(viewer, two))).toMatchObject({ status: 0, errorType: 'silenced' });
    expect((await viewer.call('getCurrentUser', {})).isAutosilenced).toBe(true);
    // A page that is opened while it lasts is told too.
    expect(await (await viewer.openLobby()).waitFor('v3.autosilenced')).not.toHaveProperty('room');
    expect(await noticesOf(viewer)).toContainEqual(['Our team has silenced you in all rooms', statement]);
    await lift(id);
    await lobby.waitFor('v3.autosilenced', ({ isAutosilenced }) => !isAutosilenced);
    await eventually(async () => expect(await write(room, 'and again')).toMatchObject({ status: 1 }));
    expect((await viewer.call('getCurrentUser', {})).isAutosilenced).toBe(false);
    expect(await codeOf(lift(id))).toBe('common.not_found');
  });

  test('leaves the silence of a room when that of all rooms is lifted', async () => {
    const [model, viewer] = [await openModel(), await site.join({ tokens: 5 })];
    const room = await enter(viewer, model);
    await model.call('moderate', {
      params: { username: model.username },
      body: { username: viewer.username, action: 'silence', minutes: 30 },
    } as never);
    const id = await sanction(viewer.username, 'silence', 'chat');
    await lift(id);
    await eventually(async () => expect(await write(room)).toMatchObject({ errorType: 'silenced' }));
    // The other way round it is that of all rooms which stays.
    await sanction(viewer.username, 'silence', 'chat', { minutes: 60 });
    await model.call('moderate', {
      params: { username: model.username },
      body: { username: viewer.username, action: 'unsilence' },
    } as never);
    const again = await enter(viewer, model);
    expect(await write(again)).toMatchObject({ errorType: 'silenced' });
  });

  test('bans from all rooms: who is in one is out, and comes into none', async () => {
    const [one, two, viewer] = [await openModel(), await openModel(), await site.join()];
    const rooms = [await enter(viewer, one), await enter(viewer, two)];
    const id = await sanction(viewer.username, 'ban', 'chat', { minutes: 90 });
    for (const [at, room] of rooms.entries()) {
      expect(await room.waitForClose()).toBe(4403);
      expect(room.received.find(({ name }) => name === 'v3.chat.banned')?.payload).toMatchObject({
        room: [one, two][at]!.username,
        until: expect.any(Number) as number,
      });
    }
    expect(await enterCode(viewer, one)).toBe('rooms.banned');
    // The person goes on everywhere else.
    await viewer.call('getCurrentUser', {});
    ahead = 91 * 60_000;
    expect(await sanctionsOf(viewer)).toMatchObject([{ id, kind: 'ban', scope: 'chat', room: null }]);
    expect(
      (await mod.call('listSanctionsInForce', { query: { username: viewer.username } as never })).items,
    ).toEqual([]);
    ahead = 0;
    await lift(id);
    await enter(viewer, one);
  });

  test('bans a model from all rooms but her own, where her pages stay', async () => {
    const [model, other] = [await openModel(), await openModel()];
    const lobby = await model.openLobby();
    const own = await model.openRoom(lobby, model.username);
    const there = await model.openRoom(lobby, other.username);
    await sanction(model.username, 'ban', 'chat');
    expect(await there.waitForClose()).toBe(4403);
    expect(await write(own, 'still at home')).toMatchObject({ status: 1 });
    expect(own.closeCode).toBeUndefined();
    expect(await enterCode(model, other)).toBe('rooms.banned');
    await enter(model, model);
  });

  test('kicks from all rooms for an hour, and from every log-in', async () => {
    const [model, viewer] = [await openModel(), await site.join()];
    const room = await enter(viewer, model);
    await sanction(viewer.username, 'kick', 'chat');
    expect(await room.waitForClose()).toBe(4403);
    const [kick] = await sanctionsOf(viewer);
    expect(Date.parse(kick!.until!) - Date.parse(kick!.at)).toBe(3_600_000);
    const lobby = await viewer.openLobby();
    await sanction(viewer.username, 'kick', 'site');
    expect(await lobby.waitForClose()).toBe(4402);
    expect(await codeOf(viewer.call('listNotifications', { query: {} as never }))).toBe(
      'common.unauthenticated',
    );
    await viewer.arrive();
    await viewer.login(viewer.username, viewer.password);
    expect(await noticesOf(viewer)).toContainEqual(['Our team has put you out', statement]);
  });

  test('ends what somebody broadcasts, and nothing where nobody does', async () => {
    const model = await openModel();
    const { ingest } = await model.call('startBroadcast', { body: { streaming_tech: 'webrtc' } });
    const claims = verifyMediaToken(site.site.mediaSecret, ingest!.token, Date.now());
    if (claims?.use !== 'publish') throw new Error('no right to publish');
    const { broadcastId, streamName } = claims;
    site.bus.publish(MEDIA_FACTS, liveFact(model, { broadcastId, streamName }));
    const statusOf = async () => (await site.site.rooms.get(model.id as never)).status;
    await eventually(async () => expect(await statusOf()).toBe('online'));
    await sanction(model.username, 'kick', 'broadcast');
    await eventually(async () => expect(await statusOf()).toBe('offline'));
    await sanction(model.username, 'kick', 'broadcast');
  });

  test('suspends, with what the person reads, as with a report (IDENTITY-008)', async () => {
    const viewer = await site.join();
    const lobby = await viewer.openLobby();
    const id = await sanction(viewer.username, 'suspend', 'site', { minutes: 60 });
    expect(await lobby.waitForClose()).toBe(4402);
    expect(await sanctionsOf(viewer)).toMatchObject([{ id, kind: 'suspend', scope: 'site' }]);
    await viewer.arrive();
    await viewer.login(viewer.username, viewer.password);
    expect(await viewer.call('getSuspension', {})).toMatchObject({ reason_code: 'rules', statement });
    await lift(id);
    expect(await sanctionsOf(viewer)).toMatchObject([{ lifted_at: expect.any(String) as string }]);
  });

  test('is refused what does not go together, a short reason and times beyond a year', async () => {
    const viewer = await site.join();
    for (const [kind, scope, more] of [
      ['silence', 'site', {}],
      ['ban', 'site', {}],
      ['silence', 'broadcast', {}],
      ['suspend', 'chat', {}],
      ['content_removed', 'site', {}],
      ['payout_hold', 'payout', {}],
      ['warn', 'site', { statement: 'short' }],
      ['warn', 'site', { reason_code: 'because' }],
      ['silence', 'chat', { minutes: 525_601 }],
      ['silence', 'chat', { minutes: 0 }],
    ] as const)
      expect(await codeOf(sanction(viewer.username, kind, scope, more)), `${kind} ${scope}`).toBe(
        'common.invalid_input',
      );
    expect(await sanctionsOf(viewer)).toEqual([]);
  });
});

test('staff is for admins, nobody acts on themselves or on nobody (common.not_self) (common.not_found) (moderation.cannot_sanction)', async () => {
  const other = await site.join({ roles: ['site_mod'] });
  const each = (username: string, by: Member = mod) =>
    Promise.all([
      codeOf(sanction(username, 'warn', 'site', {}, by)),
      codeOf(autosilence(username, true, by)),
    ]);
  expect(await each(other.username)).toEqual(['moderation.cannot_sanction', 'moderation.cannot_sanction']);
  expect(await each(mod.username)).toEqual(['common.not_self', 'common.not_self']);
  expect(await each('nobody_here')).toEqual(['common.not_found', 'common.not_found']);
  for (const who of [await site.join(), await site.join({ roles: ['model_admin'] })])
    expect(await each(other.username, who)).toEqual(['common.forbidden', 'common.forbidden']);
  await sanction(other.username, 'warn', 'site', {}, boss);
});

test('of several at once one runs, and the others stand as lifted', async () => {
  const viewer = await site.join();
  await Promise.all(Array.from({ length: 6 }, () => sanction(viewer.username, 'ban', 'chat')));
  const all = await sanctionsOf(viewer);
  expect(all).toHaveLength(6);
  expect(all.filter(({ lifted_at: lifted }) => lifted === null)).toHaveLength(1);
});

describe('silenced by itself', () => {
  const lengths = async (who: Member) =>
    (await sanctionsOf(who)).map(({ at, until }) =>
      Math.round((Date.parse(until!) - Date.parse(at)) / 60_000),
    );

  test('lasts ten minutes, twice as long each time, and ends with what rooms did by themselves (MODERATION-ROLES-001)', async () => {
    const [model, viewer] = [await openModel(), await site.join({ tokens: 5 })];
    await autosilence(viewer.username, true);
    await autosilence(viewer.username, true);
    await autosilence(viewer.username, true);
    expect(await lengths(viewer)).toEqual([40, 20, 10]);
    await autosilence(viewer.username, false);
    await autosilence(viewer.username, false);
    const lobby = await viewer.openLobby();
    const room = await viewer.openRoom(lobby, model.username);
    for (let line = 0; line < 3; line++) await write(room, 'the same line');
    await lobby.waitFor('v3.autosilenced', ({ room: where }) => where === model.username);
    await autosilence(viewer.username, false);
    await lobby.waitFor('v3.autosilenced', ({ isAutosilenced }) => !isAutosilenced);
    await eventually(async () => expect(await write(room, 'another line')).toMatchObject({ status: 1 }));
  });

  test('never cuts a silence short that a person of the house has decided on', async () => {
    const viewer = await site.join();
    await sanction(viewer.username, 'silence', 'chat');
    const before = await sanctionsOf(viewer);
    expect(before).toHaveLength(1);
    await autosilence(viewer.username, true);
    expect(await sanctionsOf(viewer)).toEqual(before);
  });

  test('follows from every third upheld report, with the reason told (MODERATION-ROLES-001)', async () => {
    const subject = await site.join();
    const lobby = await subject.openLobby();
    const uphold = async (reason: string) => {
      const body = { kind: 'profile', target: subject.username, reason } as never;
      const { report_id: id } = await (await site.join()).call('createReport', { body });
      await mod.call('decideReport', {
        params: { id },
        body: { state: 'actioned', action: 'warn', note: 'Read it and warned the person.' } as never,
      });
    };
    await uphold('spam');
    await uphold('hate');
    expect(await sanctionsOf(subject)).toEqual([]);
    await uphold('other');
    expect(await sanctionsOf(subject)).toMatchObject([
      { kind: 'silence', scope: 'chat', room: null, by: 'automatic', reason_code: 'reports' },
    ]);
    expect(await lobby.waitFor('v3.autosilenced')).toMatchObject({ isAutosilenced: true, reason: 'reports' });
  });
});
