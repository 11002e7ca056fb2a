import { type AccountId, uuidv7 } from '@klieg/kernel';
import { MEDIA_FACTS } from '@klieg/contract/media';
import type { VisitorSocket } from '@klieg/testing';
import { eventually } from '@klieg/testing/eventually';
import { isFullRun } from '@klieg/testing/run-length';
import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import { codeOf, type Member, useTestSite } from '../../app/testing-site.ts';
import { liveFact } from '../broadcast/testing-live.ts';

const site = await useTestSite();
const { kysely } = site.database;
afterAll(async () => expect((await site.site.ledger.reconcile('all')).findings).toEqual([]));

const setStatus = (room: Member, status: string) =>
  sql`insert into rooms (account_id, status) values (${room.id}, ${status})
    on conflict (account_id) do update set status = excluded.status`.execute(kysely);
const liveModel = async (options: Parameters<typeof site.join>[0] = {}) => {
  const model = await site.join({ type: 'model', ...options });
  await setStatus(model, 'online');
  return model;
};
const viewers = (count: number, tokens = 1_000) =>
  Promise.all(Array.from({ length: count }, () => site.join({ tokens })));
const params = ({ username }: Member) => ({ username });

const propose = (viewer: Member, room: Member, wish: object = {}, key = uuidv7()) =>
  viewer.call('proposeTipSplit', {
    params: params(room),
    body: { amount: 100, target_splitters: 4, ...wish },
    idempotencyKey: key,
  } as never);
const join = (viewer: Member, room: Member, share = 25, key = uuidv7()) =>
  viewer.call('joinTipSplit', { params: params(room), body: { split_amount: share }, idempotencyKey: key });
const leave = (viewer: Member, room: Member) =>
  viewer.call('leaveTipSplit', { params: params(room), body: {} });
const cancel = (viewer: Member, room: Member) =>
  viewer.call('cancelTipSplit', { params: params(room), body: {} });
const stateOf = (viewer: Member, room: Member) => viewer.call('getTipSplit', { params: params(room) });
const tokensOf = async (viewer: Member) => (await viewer.call('getCurrentUser')).tokens;
const heldOf = async (viewer: Member) => (await site.site.ledger.balanceOf(viewer.id as AccountId)).held;
const enter = async (viewer: Member, room: Member): Promise<VisitorSocket> =>
  viewer.openRoom(await viewer.openLobby(), room.username);
const expire = (room: Member) =>
  sql`update tip_splits set expires_at = now() - interval '1 second' where room_id = ${room.id}`.execute(
    kysely,
  );

describe('a tip split', () => {
  test('is proposed with mode, splitters, target_splitters, remaining and split_amount, which call, room and socket say (LEDGER-TIP-004)', async () => {
    const model = await liveModel();
    const [anna, bert] = await viewers(2);
    const page = await enter(bert!, model);
    const { tipSplit, tokens } = await propose(anna!, model, {
      amount: 101,
      // Signs that turn the rest of a line around are left out, as of every tip.
      comment: ' the \u202eblue\n dress ',
    });
    const fields = { mode: 'proposed', target_splitters: 4, remaining: 3, split_amount: 26 };
    const splitters = [{ username: anna!.username, paid: false }];
    expect(tipSplit).toMatchObject({ ...fields, splitters, joined: true, comment: 'the blue dress' });
    expect([tokens, await heldOf(anna!)]).toEqual([974, 26]);
    expect(await stateOf(bert!, model)).toMatchObject({ ...fields, splitters, joined: false });
    const { tipSplit: inRoom } = await bert!.call('getRoom', { params: params(model) });
    expect(inRoom).toMatchObject({ ...fields, splitters });
    const names = [anna!.username];
    expect(await page.waitFor('v3.tip_split.update')).toMatchObject({ ...fields, splitters: names });
    const later = await enter(anna!, model);
    const { tipSplit: inSnapshot } = await later.waitFor('v3.room.snapshot');
    expect(inSnapshot).toMatchObject({ ...fields, splitters: names, joined: true });
  });

  test.runIf(isFullRun)(
    'goes from available to proposed, then to success or canceled, and is available again (LEDGER-TIP-005)',
    async () => {
      const model = await liveModel();
      const people = await viewers(4);
      const page = await enter(people[3]!, model);
      const modeNow = async () => (await stateOf(people[3]!, model)).mode;
      expect(await modeNow()).toBe('available');
      await propose(people[0]!, model);
      expect(await modeNow()).toBe('proposed');
      await cancel(people[0]!, model);
      expect(await modeNow()).toBe('canceled');
      await page.waitFor('v3.tip_split.update', ({ mode }) => mode === 'canceled');
      await sql`update tip_splits set ended_at = now() - interval '11 seconds'
      where room_id = ${model.id}`.execute(kysely);
      await site.site.doChores();
      await page.waitFor('v3.tip_split.update', ({ mode }) => mode === 'available');
      expect(await modeNow()).toBe('available');

      await propose(people[0]!, model);
      for (const one of people.slice(1)) await join(one, model);
      expect(await modeNow()).toBe('success');
      expect(await page.waitFor('v3.tip_split.update', ({ mode }) => mode === 'success')).toMatchObject({
        remaining: 0,
        splitters: people.map(({ username }) => username),
      });
      expect((await stateOf(people[0]!, model)).splitters.every(({ paid }) => paid)).toBe(true);
    },
  );

  test('that is full is paid by all at once: one tip by the proposer with the sum, each part in the own recent tips, the goal moves by the sum (S805) (LEDGER-TIP-003) (S1214)', async () => {
    const model = await liveModel();
    await model.call('installApp', { body: { type: 1, config: { label: 'Song', target: 1_000 } } } as never);
    const people = await viewers(4);
    const page = await enter(people[2]!, model);
    const lobby = await people[0]!.openLobby();
    const { tipSplit } = await propose(people[0]!, model, { comment: 'for all of us' });
    await join(people[1]!, model);
    await join(people[2]!, model);
    expect(await model.call('getCurrentUser')).toMatchObject({ earnings: 0 });
    const last = await join(people[3]!, model);
    expect(last).toMatchObject({ tokens: 975, tipSplit: { mode: 'success', remaining: 0, joined: true } });
    const news = {
      tokens: 100,
      sender_name: people[0]!.username,
      receiver_name: model.username,
      type: 'split',
      comment: 'for all of us',
      id: tipSplit.split_id,
    };
    expect(await page.waitFor('v3.tip.received')).toMatchObject(news);
    expect(await lobby.waitFor('v3.tip.received')).toMatchObject(news);
    await site.site.settled();
    expect(page.received.filter(({ name }) => name === 'v3.tip.received')).toHaveLength(1);
    expect(await model.call('getCurrentUser')).toMatchObject({ earnings: 60 });
    const { apps } = await people[0]!.call('listRoomApps', { params: params(model) });
    expect(apps[0]!.state['raised']).toBe(100);
    for (const one of people) {
      expect([await tokensOf(one), await heldOf(one)]).toEqual([975, 0]);
      const { viewer } = await one.call('getRoom', { params: params(model) });
      expect(viewer.recentTips).toBe(25);
      expect((await one.call('listHistory')).items[0]).toMatchObject({ kind: 'tip', tokens: -25 });
    }
  });
});

describe('who joins', () => {
  test('twice keeps the one seat, also under the same key; another share than shown is refused (tipping.split_changed)', async () => {
    const model = await liveModel();
    const [anna, bert] = await viewers(2);
    await propose(anna!, model);
    const key = uuidv7();
    expect(await codeOf(join(bert!, model, 24))).toBe('tipping.split_changed');
    const first = await join(bert!, model, 25, key);
    expect(await join(bert!, model, 25, key)).toEqual(first);
    expect(await join(bert!, model)).toEqual(first);
    expect(await join(anna!, model)).toMatchObject({ tipSplit: { remaining: 2 } });
    expect([await heldOf(anna!), await heldOf(bert!)]).toEqual([25, 25]);
  });

  test('several times at once in several windows has one seat and one hold', async () => {
    const model = await liveModel();
    const [anna, bert] = await viewers(2);
    await propose(anna!, model);
    const answers = await Promise.all(Array.from({ length: 8 }, () => join(bert!, model)));
    expect(answers.every(({ tipSplit }) => tipSplit.joined)).toBe(true);
    expect(await stateOf(bert!, model)).toMatchObject({ remaining: 2 });
    expect(await heldOf(bert!)).toBe(25);
  });

  test('and takes it back has the tokens again, and may come back (S807) (tipping.split_gone)', async () => {
    const model = await liveModel();
    const [anna, bert, stranger] = await viewers(3);
    expect(await codeOf(leave(bert!, model))).toBe('tipping.split_gone');
    await propose(anna!, model);
    await join(bert!, model);
    expect(await leave(bert!, model)).toMatchObject({
      tokens: 1_000,
      tipSplit: { remaining: 3, joined: false },
    });
    expect(await codeOf(leave(bert!, model))).toBe('tipping.split_gone');
    expect(await codeOf(leave(stranger!, model))).toBe('tipping.split_gone');
    expect(await join(bert!, model)).toMatchObject({ tokens: 975, tipSplit: { remaining: 2 } });
  });

  test('without tokens, over the own limit, as a model or a guest is refused and has no seat (ledger.not_enough_tokens) (ledger.user_daily_limit) (ledger.model_cannot_spend)', async () => {
    const model = await liveModel();
    const [anna, careful] = await viewers(2);
    const poor = await site.join({ tokens: 24 });
    const colleague = await site.join({ type: 'model' });
    const guest = await site.visit();
    await careful!.call('saveSettings', { body: { daily_limit: 20 } });
    const short: unknown = await propose(poor, model).catch((error: unknown) => error);
    expect(short).toMatchObject({
      code: 'ledger.not_enough_tokens',
      body: { params: { missing_tokens: 1 } },
    });
    expect(await codeOf(propose(careful!, model))).toBe('ledger.user_daily_limit');
    expect(await codeOf(propose(colleague, model))).toBe('ledger.model_cannot_spend');
    expect((await stateOf(poor, model)).mode).toBe('available');
    await propose(anna!, model);
    expect(await codeOf(join(poor, model))).toBe('ledger.not_enough_tokens');
    expect(await codeOf(join(careful!, model))).toBe('ledger.user_daily_limit');
    expect(await codeOf(join(colleague, model))).toBe('ledger.model_cannot_spend');
    expect(await codeOf(join(guest as Member, model))).toBe('common.unauthenticated');
    expect(await codeOf(join(model, model))).toBe('common.not_self');
    expect(await codeOf(propose(model, model))).toBe('common.not_self');
    expect(await stateOf(poor, model)).toMatchObject({ remaining: 3 });
  });

  test('from a country that may not tip, a room that is not there or keeps one out is refused (compliance.tip_geo_block_sender) (compliance.tip_geo_block_receiver) (rooms.not_found) (rooms.banned)', async () => {
    const model = await liveModel();
    const [anna, bert] = await viewers(2);
    const inSweden = await liveModel({ country: 'SE' });
    expect(await codeOf(propose(anna!, inSweden))).toBe('compliance.tip_geo_block_receiver');
    await propose(anna!, model);
    await sql`update accounts set last_login_country = 'SE' where id = ${bert!.id}`.execute(kysely);
    expect(await codeOf(join(bert!, model))).toBe('compliance.tip_geo_block_sender');
    const nobody = { username: 'nobody_at_all' } as Member;
    for (const call of [propose, join, leave, cancel, stateOf])
      expect(await codeOf(call(anna!, nobody) as Promise<unknown>)).toBe('rooms.not_found');
    const banned = (await viewers(1))[0]!;
    await model.call('moderate', {
      params: params(model),
      body: { username: banned.username, action: 'ban' },
    });
    expect(await codeOf(join(banned, model))).toBe('rooms.banned');
    expect(await codeOf(stateOf(banned, model))).toBe('rooms.banned');
  });
});

describe('proposing', () => {
  test('is refused while one runs, offline, and in a private or limited show (tipping.split_running) (tipping.split_in_private) (rooms.offline)', async () => {
    const model = await liveModel();
    const [anna, bert] = await viewers(2);
    for (const status of ['private', 'limited']) {
      await setStatus(model, status);
      expect(await codeOf(propose(anna!, model))).toBe('tipping.split_in_private');
    }
    await setStatus(model, 'offline');
    expect(await codeOf(propose(anna!, model))).toBe('rooms.offline');
    await setStatus(model, 'online');
    await propose(anna!, model);
    expect(await codeOf(propose(bert!, model))).toBe('tipping.split_running');
    expect(await codeOf(propose(anna!, model))).toBe('tipping.split_running');
    expect([await heldOf(anna!), await heldOf(bert!)]).toEqual([25, 0]);
  });

  test('of wild numbers is refused before anything happens', async () => {
    const model = await liveModel();
    const [anna] = await viewers(1);
    for (const wish of [
      { amount: 19 },
      { amount: 100_001 },
      { amount: 20.5 },
      { target_splitters: 1 },
      { target_splitters: 21 },
      { comment: 'x'.repeat(201) },
    ])
      expect(await codeOf(propose(anna!, model, wish))).toBe('common.invalid_input');
    expect(await heldOf(anna!)).toBe(0);
  });

  test('by many at the same moment opens one and holds the tokens of one', async () => {
    const model = await liveModel();
    const people = await viewers(12);
    const codes = await Promise.all(people.map((one) => codeOf(propose(one, model))));
    expect(codes.filter((code) => code === 'not refused')).toHaveLength(1);
    expect(codes.filter((code) => code === 'tipping.split_running')).toHaveLength(11);
    const held = await Promise.all(people.map(heldOf));
    expect(held.reduce((sum, tokens) => sum + tokens, 0)).toBe(25);
  });
});

describe('a split ends without a payment, and everybody has the tokens again', () => {
  const running = async () => {
    const model = await liveModel();
    const people = await viewers(3);
    await propose(people[0]!, model);
    await join(people[1]!, model);
    const page = await enter(people[2]!, model);
    const hasEnded = async () => {
      await eventually(async () => {
        for (const one of people) expect([await tokensOf(one), await heldOf(one)]).toEqual([1_000, 0]);
      });
      expect(await codeOf(join(people[2]!, model))).toBe('tipping.split_gone');
    };
    return { model, people, page, hasEnded };
  };
  const isCanceled = (page: VisitorSocket) =>
    page.waitFor('v3.tip_split.update', ({ mode }) => mode === 'canceled');

  test('after five minutes, by the sweep (S806)', async () => {
    const { model, page, hasEnded } = await running();
    await expire(model);
    expect(await codeOf(join((await viewers(1))[0]!, model))).toBe('tipping.split_gone');
    await site.site.doChores();
    await isCanceled(page);
    await hasEnded();
  });

  test.runIf(isFullRun)(
    'when the proposer or a moderator of the room cancels, and by nobody else (tipping.split_gone) (common.forbidden)',
    async () => {
      const first = await running();
      for (const stranger of [first.people[1]!, first.people[2]!])
        expect(await codeOf(cancel(stranger, first.model))).toBe('common.forbidden');
      expect(await cancel(first.people[0]!, first.model)).toMatchObject({ tipSplit: { mode: 'canceled' } });
      await isCanceled(first.page);
      await first.hasEnded();
      expect(await codeOf(cancel(first.people[0]!, first.model))).toBe('tipping.split_gone');

      const second = await running();
      const helper = second.people[2]!;
      await second.model.call('setModerator', {
        params: params(second.model),
        body: { username: helper.username, moderator: true },
      });
      await cancel(helper, second.model);
      await second.hasEnded();
      const third = await running();
      await cancel(third.model, third.model);
      await third.hasEnded();
    },
  );

  test('by no moderator who was put out of the room', async () => {
    const { model, people } = await running();
    const helper = people[2]!;
    const named = { params: params(model), body: { username: helper.username } };
    await model.call('setModerator', { ...named, body: { ...named.body, moderator: true } });
    await model.call('moderate', { ...named, body: { ...named.body, action: 'ban' } });
    expect(await codeOf(cancel(helper, model))).toBe('common.forbidden');
    expect(await cancel(people[0]!, model)).toMatchObject({ tipSplit: { mode: 'canceled' } });
  });

  test('when the proposer takes the own part back', async () => {
    const { model, people, hasEnded } = await running();
    expect(await leave(people[0]!, model)).toMatchObject({ tipSplit: { mode: 'canceled' } });
    await hasEnded();
  });

  test('when a private begins, and it is hidden from everybody while that runs (LEDGER-TIP-010)', async () => {
    const { model, people, page, hasEnded } = await running();
    await setStatus(model, 'private');
    const before = page.received.length;
    await site.site.hub.seat(model.username, {
      mode: 'private',
      seats: { [`a${people[1]!.id}`]: 'member' },
    });
    for (const one of [...people, model]) {
      expect((await stateOf(one, model)).mode).toBe('available');
      expect((await one.call('getRoom', { params: params(model) })).tipSplit).toBeNull();
    }
    await site.site.doChores();
    await hasEnded();
    const inside = await enter(people[1]!, model);
    expect((await inside.waitFor('v3.room.snapshot')).tipSplit).toBeUndefined();
    const told = page.received.slice(before).map(({ name }) => name);
    expect(told).toContain('v3.room.snapshot');
    expect(told).not.toContain('v3.tip_split.update');
  });

  test('when the broadcast ends, at once (S806)', async () => {
    const model = await site.join({ type: 'model' });
    const started = await model.call('startBroadcast', { body: { streaming_tech: 'webrtc' } });
    const broadcast = { broadcastId: started.broadcast_id, streamName: started.stream_name };
    site.bus.publish(MEDIA_FACTS, liveFact(model, broadcast));
    await eventually(async () => expect((await model.call('getBroadcast')).status).toBe('online'));
    const [anna] = await viewers(1);
    await propose(anna!, model);
    const page = await enter(anna!, model);
    await model.call('stopBroadcast', { body: {} });
    await isCanceled(page);
    await eventually(async () => expect(await heldOf(anna!)).toBe(0));
    expect(await codeOf(propose(anna!, model))).toBe('rooms.offline');
  });

  test.runIf(isFullRun)('when a limited show begins', async () => {
    const { model, page, hasEnded } = await running();
    await setStatus(model, 'limited');
    await site.site.doChores();
    await isCanceled(page);
    await hasEnded();
  });

  test('when the room’s status is told to be private, before the sweep', async () => {
    const { model, hasEnded } = await running();
    await setStatus(model, 'private');
    site.bus.publish('room-status', {
      username: model.username,
      status: 'private',
      thumbSmall: null,
      userCount: 1,
    });
    await hasEnded();
  });
});

describe('who may not be in the room any more', () => {
  const act = (model: Member, who: Member, action: string) =>
    model.call('moderate', { params: params(model), body: { username: who.username, action } } as never);
  const suspend = (who: Member) =>
    sql`update accounts set suspended_at = now() where id = ${who.id}`.execute(kysely);

  test.runIf(isFullRun)(
    'loses the seat and has the tokens again: banned, kicked, suspended, or ignoring each other (S807)',
    async () => {
      const model = await liveModel();
      const people = await viewers(6);
      const [anna, banned, kicked, suspended, ignoring, stays] = people as [
        Member,
        Member,
        Member,
        Member,
        Member,
        Member,
      ];
      await propose(anna, model, { amount: 200, target_splitters: 8 });
      for (const one of people.slice(1)) await join(one, model);
      expect(await stateOf(anna, model)).toMatchObject({ remaining: 2 });
      await act(model, banned, 'ban');
      await act(model, kicked, 'kick');
      await suspend(suspended);
      await ignoring.call('ignorePerson', { params: params(model), body: { ignored: true } });
      await site.site.doChores();
      await eventually(async () => expect(await stateOf(anna, model)).toMatchObject({ remaining: 6 }));
      for (const one of [banned, kicked, suspended, ignoring]) expect(await heldOf(one)).toBe(0);
      expect(await heldOf(stays)).toBe(25);
    },
  );

  test('pays nothing also where the last seat is taken at that moment, and the next one completes it (S805)', async () => {
    const model = await liveModel();
    const people = await viewers(4);
    await propose(people[0]!, model, { amount: 75, target_splitters: 3 });
    await join(people[1]!, model);
    await act(model, people[1]!, 'ban');
    expect(await join(people[2]!, model)).toMatchObject({ tipSplit: { mode: 'proposed', remaining: 1 } });
    expect(await model.call('getCurrentUser')).toMatchObject({ earnings: 0 });
    expect(await join(people[3]!, model)).toMatchObject({ tipSplit: { mode: 'success' } });
    expect(await tokensOf(people[1]!)).toBe(1_000);
  });

  test('has paid where that was done before, such as before a crash: the split succeeds once (S805)', async () => {
    const model = await liveModel();
    const [anna, bert] = await viewers(2);
    await propose(anna!, model, { amount: 50, target_splitters: 2 });
    expect(await join(bert!, model)).toMatchObject({ tipSplit: { mode: 'success' } });
    const { earnings } = await model.call('getCurrentUser');
    // The ledger's batch is there, the split's own row is not.
    await sql`update tip_splits set state = 'settling', ended_at = null, changed_at = now() - interval '1 hour'
      where room_id = ${model.id}`.execute(kysely);
    await act(model, bert!, 'ban');
    await site.site.doChores();
    const states = () =>
      sql<{ state: string }>`select state from tip_splits where room_id = ${model.id}`.execute(kysely);
    await eventually(async () => expect((await states()).rows).toEqual([{ state: 'success' }]));
    expect(await model.call('getCurrentUser')).toMatchObject({ earnings });
    expect([await tokensOf(anna!), await tokensOf(bert!)]).toEqual([975, 975]);
  });

  test.runIf(isFullRun)('and proposed it: the split is over (S806)', async () => {
    const model = await liveModel();
    const [anna, bert] = await viewers(2);
    await propose(anna!, model);
    await join(bert!, model);
    await act(model, anna!, 'ban');
    await eventually(async () => expect((await stateOf(bert!, model)).mode).toBe('canceled'));
    await eventually(async () => expect([await heldOf(anna!), await heldOf(bert!)]).toEqual([0, 0]));
  });
});

describe('a hold that was voided from outside (S807)', () => {
  const voidHold = async (viewer: Member) => {
    const [hold] = await site.site.ledger.openHoldsOf(viewer.id as AccountId);
    await site.site.ledger.void({ holdId: hold!.id });
  };

  test('frees the seat, and the split goes on', async () => {
    const model = await liveModel();
    const [anna, bert] = await viewers(2);
    await propose(anna!, model);
    await join(bert!, model);
    await voidHold(bert!);
    await eventually(async () => expect(await stateOf(bert!, model)).toMatchObject({ remaining: 3 }));
    expect((await stateOf(bert!, model)).joined).toBe(false);
    expect(await join(bert!, model)).toMatchObject({ tipSplit: { remaining: 2 } });
  });

  test('of the proposer cancels (S806)', async () => {
    const model = await liveModel();
    const [anna] = await viewers(1);
    await propose(anna!, model);
    await voidHold(anna!);
    await eventually(async () => expect((await stateOf(anna!, model)).mode).toBe('canceled'));
  });

  test('and met only when all is paid: nobody pays, the seat is free, and the next one completes it (S805)', async () => {
    const model = await liveModel();
    const people = await viewers(4);
    await propose(people[0]!, model, { amount: 75, target_splitters: 3 });
    await join(people[1]!, model);
    const [hold] = await site.site.ledger.openHoldsOf(people[1]!.id as AccountId);
    // The last join and the void race; whoever is first, the outcome is the same.
    const voided = site.site.ledger.void({ holdId: hold!.id });
    const third = await join(people[2]!, model);
    await voided;
    expect(third.tipSplit.joined).toBe(true);
    await eventually(async () => expect(await stateOf(people[0]!, model)).toMatchObject({ remaining: 1 }));
    expect(await tokensOf(people[0]!)).toBe(975);
    expect(await model.call('getCurrentUser')).toMatchObject({ earnings: 0 });
    expect(await join(people[3]!, model)).toMatchObject({ tipSplit: { mode: 'success' } });
    expect(await tokensOf(people[1]!)).toBe(1_000);
  });
});
