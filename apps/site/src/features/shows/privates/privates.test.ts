import { uuidv7 } from '@klieg/kernel';
import { eventually } from '@klieg/testing/eventually';
import { isFullRun } from '@klieg/testing/run-length';
import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import { codeOf, type Member, useTestSite } from '#site/app/testing-site.ts';
import { inRoom, makeShowSteps } from '#site/app/testing-shows-store.ts';
import { deriveTransferId } from '../../ledger/index.ts';

const site = await useTestSite();
const { kysely } = site.database;
const steps = makeShowSteps(site);
afterAll(async () => expect((await site.site.ledger.reconcile('all')).findings).toEqual([]));

/** A private that runs, with both in the room. */
async function running(
  options: { tokens?: number; settings?: object; seconds?: number; wish?: object } = {},
) {
  const model = await steps.model({ private_cost: 60, ...options.settings });
  const viewer = await site.join({ tokens: options.tokens ?? 1_000 });
  const [studio, page] = [await steps.enter(model, model), await steps.enter(viewer, model)];
  const { request_id: id } = await steps.request(viewer, model, options.wish);
  await steps.accept(model, id);
  steps.deliver(id, options.seconds ?? 1);
  await page.waitFor('v3.private.started');
  return { model, viewer, studio, page, id };
}
const charged = (id: string) =>
  eventually(async () => {
    const { rows } = await sql<{ state: string; reason: string; tokens_charged: number }>`
      select state, reason, tokens_charged from privates where show_id = ${id}`.execute(kysely);
    expect(rows[0]!.state).toBe('ended');
    return rows[0]!;
  });
const statusOf = async (model: Member) => {
  const { rows } = await sql<{
    status: string;
  }>`select status from rooms where account_id = ${model.id}`.execute(kysely);
  return rows[0]!.status;
};

describe('a request', () => {
  test('tells both what it costs, and holds nothing (SHOWS-016) (SHOWS-030)', async () => {
    const model = await steps.model({ private_min_minutes: 2 });
    const viewer = await site.join({ tokens: 100 });
    const [studio, page] = [await steps.enter(model, model), await steps.enter(viewer, model)];
    const answer = await steps.request(viewer, model, { message: ' Hello \u202ethere ' });
    expect(answer).toMatchObject({ cost_per_minute: 30, min_minutes: 2, tokens: 100 });
    const told = {
      request_id: answer.request_id,
      username: viewer.username,
      to: model.username,
      cost_per_minute: 30,
      prepaid_seconds: 120,
      type: 'private',
      sharecam: false,
      status: 'pending',
    };
    expect(await studio.lobby.waitFor('v3.private.request')).toMatchObject(told);
    expect(await page.lobby.waitFor('v3.private.request')).toMatchObject(told);
    expect(await steps.balanceOf(viewer)).toEqual({ spendable: 100, held: 0 });
    const { items } = await model.call('listPrivateRequests');
    expect(items).toMatchObject([
      { message: 'Hello there', user: { username: viewer.username }, history: { shows: 0, tokens: 0 } },
    ]);
    const { requests } = await (await steps.enter(viewer, model)).waitFor('v3.room.snapshot');
    expect(requests).toMatchObject([told]);
  });

  test('is possible only when online or standby and enabled, by who can pay the first minutes (SHOWS-046)', async () => {
    const model = await steps.model();
    const [viewer, poor] = [await site.join({ tokens: 100 }), await site.join({ tokens: 29 })];
    expect(await codeOf(steps.request(poor, model))).toBe('ledger.not_enough_tokens');
    for (const status of ['offline', 'connected', 'private', 'limited', 'reconnecting']) {
      await sql`update rooms set status = ${status} where account_id = ${model.id}`.execute(kysely);
      expect(await codeOf(steps.request(viewer, model))).toBe('shows.private_unavailable');
    }
    await sql`update rooms set status = 'standby' where account_id = ${model.id}`.execute(kysely);
    await steps.request(viewer, model);
    const off = await steps.model({ private_enabled: false });
    expect(await codeOf(steps.request(await site.join({ tokens: 100 }), off))).toBe(
      'shows.private_unavailable',
    );
  });

  test('is one per viewer, names another price, and is the same when its key comes again', async () => {
    const [model, other] = [await steps.model(), await steps.model()];
    const viewer = await site.join({ tokens: 500 });
    expect(await codeOf(steps.request(viewer, model, { cost_per_minute: 29 }))).toBe('common.price_changed');
    const key = uuidv7();
    const first = await steps.request(viewer, model, {}, key);
    expect((await steps.request(viewer, model, {}, key)).request_id).toBe(first.request_id);
    for (const room of [model, other])
      expect(await codeOf(steps.request(viewer, room))).toBe('shows.already_requested');
    expect(await codeOf(steps.request(model, other))).toBe('ledger.model_cannot_spend');
  });

  test('ends by the viewer, by the performer, by time and by a room that closes, each told to both (SHOWS-008, SHOWS-015) (SHOWS-030)', async () => {
    const model = await steps.model();
    const viewer = await site.join({ tokens: 500 });
    const [studio, page] = [await steps.enter(model, model), await steps.enter(viewer, model)];
    const ask = async () => (await steps.request(viewer, model)).request_id;
    const cancel = (id: string) =>
      viewer.call('cancelPrivate', { params: inRoom(model), body: { request_id: id } });

    const canceled = await ask();
    await cancel(canceled);
    await cancel(canceled);
    const byViewer = { request_id: canceled, reason: 'canceled' };
    expect(await studio.lobby.waitFor('v3.private.expired')).toMatchObject({
      ...byViewer,
      username: viewer.username,
    });
    expect(await page.lobby.waitFor('v3.private.expired')).toMatchObject({
      ...byViewer,
      username: model.username,
    });
    expect(await codeOf(steps.accept(model, canceled))).toBe('shows.request_gone');

    const declined = await ask();
    await model.call('declinePrivate', { params: { id: declined }, body: { reason: 'later' } });
    expect(await page.lobby.waitFor('v3.private.declined')).toMatchObject({
      request_id: declined,
      username: model.username,
    });
    expect(await codeOf(cancel(declined))).toBe('shows.request_gone');

    const late = await ask();
    await sql`update privates set expires_at = now() - interval '1 second' where show_id = ${late}`.execute(
      kysely,
    );
    await page.lobby.waitFor('v3.private.expired', ({ reason }) => reason === 'timeout');
    await ask();
    await sql`update rooms set status = 'offline' where account_id = ${model.id}`.execute(kysely);
    await page.lobby.waitFor('v3.private.expired', ({ reason }) => reason === 'offline');
    expect(await steps.balanceOf(viewer)).toEqual({ spendable: 500, held: 0 });
  });

  test('waits with a room whose picture is missing, and costs what is seen when it is accepted then (S303) (S305)', async () => {
    const model = await steps.model({ private_cost: 60 });
    const viewer = await site.join({ tokens: 500 });
    const page = await steps.enter(viewer, model);
    const { request_id: id } = await steps.request(viewer, model);
    const show = (status: string) =>
      sql`update rooms set status = ${status}, previous_status = 'online', gone_at = now() where account_id = ${model.id}`.execute(
        kysely,
      );
    await show('reconnecting');
    expect(await codeOf(steps.accept(model, id))).toBe('shows.request_gone');
    expect(await steps.balanceOf(viewer)).toEqual({ spendable: 500, held: 0 });
    await show('online');
    await steps.accept(model, id);
    steps.deliver(id, 25);
    await page.waitFor('v3.private.tick', ({ tokens_charged }) => tokens_charged === 20);
    expect(await steps.end(viewer, model)).toMatchObject({ reason_ended: 'user_ended', tokens_charged: 25 });
  });

  test('that cannot be paid any more fails for the viewer with the reason, and says only that to the performer (SHOWS-013) (SHOWS-030)', async () => {
    const model = await steps.model();
    const viewer = await site.join({ tokens: 40 });
    const page = await steps.enter(viewer, model);
    const { request_id: id } = await steps.request(viewer, model);
    await viewer.call('sendTip', {
      params: { id: String(model.id) },
      body: { amount: 20 },
      idempotencyKey: uuidv7(),
    });
    expect(await codeOf(steps.accept(model, id))).toBe('shows.viewer_cannot_pay');
    expect(await page.lobby.waitFor('v3.private.request_failed')).toMatchObject({
      request_id: id,
      errorType: 'not_enough_tokens',
    });
    expect(await statusOf(model)).toBe('online');
    expect(await steps.balanceOf(viewer)).toEqual({ spendable: 20, held: 0 });
  });
});

describe('a private', () => {
  test('starts with the first delivered picture, which its people and the others are told in their own words (SHOWS-010, SHOWS-025) (SHOWS-030) (LIVE-VIDEO-009)', async () => {
    const model = await steps.model({ private_cost: 60, spy_cost: 6, spy_preview_seconds: 15 });
    const [viewer, onlooker] = [await site.join({ tokens: 1_000 }), await site.join()];
    const pages = {
      studio: await steps.enter(model, model),
      payer: await steps.enter(viewer, model),
      other: await steps.enter(onlooker, model),
    };
    const { request_id: id } = await steps.request(viewer, model);
    expect((await steps.accept(model, id)).show_id).toBe(id);
    expect((await steps.accept(model, id)).show_id).toBe(id);
    expect(await statusOf(model)).toBe('private');
    expect(await steps.balanceOf(viewer)).toEqual({ spendable: 940, held: 60 });
    const coming = await pages.payer.waitFor('v3.preloader.start');
    expect(coming).toMatchObject({ mode: 'private', stream: { quality_renditions: 4 } });
    const { stream_name: streamName, token } = coming.stream as Record<string, unknown>;
    expect([streamName, token]).toEqual([expect.stringMatching(/./u), expect.stringMatching(/^st_/u)]);
    await pages.payer.waitFor('v3.room.snapshot', ({ mode }) => mode === 'private');
    await pages.other.waitFor('v3.chat.update', ({ status }) => status === 'private');
    expect(pages.other.received.map(({ name }) => name)).not.toContain('v3.preloader.start');
    steps.deliver(id, 1);
    const outside = {
      cost_per_minute: 60,
      type: 'private',
      broadcaster: model.username,
      show_id: id,
      spy_cost_per_minute: 6,
      freeSpyPreviewDuration: 15,
    };
    const inside = {
      ...outside,
      username: viewer.username,
      prepaid_seconds: 60,
      tokens_charged: 0,
      source: 'room',
    };
    expect(await pages.payer.waitFor('v3.private.started')).toMatchObject({
      ...inside,
      remaining_seconds: 1_000,
    });
    const toStreamer = await pages.studio.waitFor('v3.private.started');
    expect(toStreamer).toMatchObject(inside);
    expect(toStreamer).not.toHaveProperty('remaining_seconds');
    const toOthers = await pages.other.waitFor('v3.private.started');
    expect(toOthers).toMatchObject(outside);
    for (const key of ['username', 'tokens_charged', 'remaining_seconds', 'prepaid_seconds'])
      expect(toOthers).not.toHaveProperty(key);
    const { privateStats } = await viewer.call('getRoom', { params: inRoom(model) });
    expect(privateStats).toMatchObject({ cost_per_minute: 60, type: 'private', with_cam2cam: false });
    expect((await onlooker.call('getRoom', { params: inRoom(model) })).privateStats).toBeNull();
  });

  test('ticks with absolute sums for payer and performer, and each interval is a payment in the ledger (SHOWS-011, SHOWS-026) (SHOWS-030)', async () => {
    const { model, viewer, studio, page, id } = await running({ tokens: 100 });
    steps.deliver(id, 9);
    expect(await page.waitFor('v3.private.tick')).toMatchObject({
      show_id: id,
      duration: 10,
      tokens_charged: 10,
      remaining_seconds: 90,
      privatePrepaidTimeLeftSeconds: 50,
      metered: true,
    });
    const tick = await studio.waitFor('v3.private.tick');
    expect(tick).toMatchObject({ tokens_charged: 10, tokens_earned: 6, spy_count: 0 });
    expect(tick).not.toHaveProperty('remaining_seconds');
    steps.deliver(id, 25);
    await page.waitFor('v3.private.tick', ({ tokens_charged }) => tokens_charged === 30);
    expect(await steps.earnedBy(model)).toBe(18);
    const { items } = await viewer.call('listHistory', { query: {} });
    expect(items.filter(({ kind }) => kind === 'private').map(({ tokens }) => tokens)).toEqual([
      -10, -10, -10,
    ]);
  });

  test('tells a member of the performer’s fan club what went back, also when it is asked again (SHOWS-012)', async () => {
    const { model, viewer, page, id } = await running({
      settings: { private_cost: 36, fanclub_enabled: true },
      tokens: 1_100,
    });
    await viewer.call('joinFanClub', {
      params: inRoom(model),
      body: { level: 'supporter', price: 100 },
      idempotencyKey: uuidv7(),
    });
    steps.deliver(id, 24);
    await page.waitFor('v3.private.tick');
    const answer = await steps.end(viewer, model);
    expect(answer).toMatchObject({ tokens_charged: 15, refunded_tokens: 21, fanclub_refund: 21 });
    expect(await steps.end(viewer, model)).toEqual(answer);
    expect(await page.waitFor('v3.private.end')).toMatchObject({ tokens_returned: 21, fanclub_refund: 21 });
  });

  test('ended by the viewer costs the delivered seconds, gives the rest back, and answers the same again (SHOWS-007, SHOWS-012, SHOWS-034) (SHOWS-022) (SHOWS-030)', async () => {
    const { model, viewer, studio, page, id } = await running({ settings: { private_cost: 36 } });
    steps.deliver(id, 24);
    await page.waitFor('v3.private.tick');
    const answer = await steps.end(viewer, model);
    // 25 seconds at 36 a minute: 15 tokens of the 36 that were held first.
    expect(answer).toMatchObject({
      reason_ended: 'user_ended',
      duration_seconds: 25,
      tokens_charged: 15,
      refunded_tokens: 21,
      fanclub_refund: 0,
    });
    expect(await steps.end(viewer, model)).toEqual(answer);
    expect(await steps.end(model, model)).toEqual(answer);
    const told = { reason_ended: 'user_ended', show_id: id, duration: 25, tokens_charged: 15 };
    expect(await page.waitFor('v3.private.end')).toMatchObject({
      ...told,
      tokens_returned: 21,
      fanclub_refund: 0,
      can_rate: true,
    });
    expect(await studio.waitFor('v3.private.end')).toMatchObject(told);
    await page.waitFor('v3.chat.update', ({ status }) => status === 'online');
    await page.waitFor('v3.room.snapshot', ({ mode }) => mode === 'public');
    expect(await steps.balanceOf(viewer)).toEqual({ spendable: 985, held: 0 });
    expect(await steps.earnedBy(model)).toBe(9);
    expect(await codeOf(steps.end(await site.join(), model))).toBe('shows.not_running');
  });

  test('ends when the tokens are used up, never in the middle of what is paid (SHOWS-022)', async () => {
    const { viewer, page, id } = await running({ tokens: 65 });
    for (const seconds of [9, 20, 30]) steps.deliver(id, seconds);
    expect(await page.waitFor('v3.private.end')).toMatchObject({ reason_ended: 'out_of_tokens' });
    expect(await charged(id)).toMatchObject({ reason: 'out_of_tokens', tokens_charged: 60 });
    expect(await steps.balanceOf(viewer)).toEqual({ spendable: 5, held: 0 });
  });

  test('that gets no picture fails for both and costs nothing', async () => {
    const model = await steps.model();
    const viewer = await site.join({ tokens: 100 });
    const [studio, page] = [await steps.enter(model, model), await steps.enter(viewer, model)];
    const { request_id: id } = await steps.request(viewer, model);
    await steps.accept(model, id);
    await sql`update privates set starts_by = now() where show_id = ${id}`.execute(kysely);
    for (const one of [studio, page])
      expect(await one.lobby.waitFor('v3.private.request_failed')).toMatchObject({
        errorType: 'media_failed',
      });
    await eventually(async () => expect(await steps.balanceOf(viewer)).toEqual({ spendable: 100, held: 0 }));
    expect(await statusOf(model)).toBe('online');
    await steps.request(viewer, model);
  });

  test('is extended by the payer, all or none, and what is not delivered goes back (S318) (SHOWS-022)', async () => {
    const { model, viewer, id } = await running({ tokens: 200 });
    const extend = (minutes: number, who = viewer) =>
      who.call('extendPrivate', { params: inRoom(model), body: { minutes }, idempotencyKey: uuidv7() });
    expect(await extend(2)).toMatchObject({ prepaid_seconds: 180, tokens: 20 });
    expect(await codeOf(extend(1))).toBe('ledger.not_enough_tokens');
    expect(await codeOf(extend(1, await site.join({ tokens: 100 })))).toBe('shows.not_running');
    steps.deliver(id, 59);
    expect(await steps.end(model, model)).toMatchObject({
      reason_ended: 'model_ended',
      tokens_charged: 60,
      refunded_tokens: 120,
    });
    expect(await steps.balanceOf(viewer)).toEqual({ spendable: 140, held: 0 });
  });

  test('that is extended again under the same key, because the answer was lost, holds and counts it once (S318)', async () => {
    const { model, viewer } = await running({ tokens: 400 });
    const [key, body] = [uuidv7(), { minutes: 2 }];
    const extend = () => viewer.call('extendPrivate', { params: inRoom(model), body, idempotencyKey: key });
    expect(await extend()).toMatchObject({ prepaid_seconds: 180, tokens: 220 });
    // The process died before it kept its answer.
    await sql`delete from idempotent_answers where key = ${key}`.execute(kysely);
    expect(await extend()).toMatchObject({ prepaid_seconds: 180, tokens: 220 });
    expect(await steps.balanceOf(viewer)).toEqual({ spendable: 220, held: 180 });
  });

  test('that is extended at once, also on another node, holds the time of all (S318)', async () => {
    const { model, viewer, id } = await running({ tokens: 400 });
    const extend = () =>
      viewer.call('extendPrivate', {
        params: inRoom(model),
        body: { minutes: 1 },
        idempotencyKey: uuidv7(),
      });
    // Another node has held one more minute.
    const holdId = deriveTransferId('meter:hold', id as never);
    await site.site.ledger.raise({ holdId, raiseToTokens: 120 });
    await Promise.all([extend(), extend()]);
    expect(await steps.balanceOf(viewer)).toEqual({ spendable: 160, held: 240 });
  });

  test('closes all other requests of its room (SHOWS-030)', async () => {
    const model = await steps.model();
    const [first, second] = [await site.join({ tokens: 100 }), await site.join({ tokens: 100 })];
    await steps.enter(model, model);
    await steps.enter(first, model);
    const waiting = await steps.enter(second, model);
    const { request_id: id } = await steps.request(first, model);
    const { request_id: other } = await steps.request(second, model);
    await steps.accept(model, id);
    expect(await waiting.lobby.waitFor('v3.private.expired')).toMatchObject({
      request_id: other,
      reason: 'taken',
    });
    expect(await codeOf(steps.accept(model, other))).toBe('shows.request_gone');
    expect(await codeOf(steps.request(second, model))).toBe('shows.private_unavailable');
  });

  test.runIf(isFullRun)(
    'ends within two seconds where the payer is put out of the room or suspended (S9)',
    async () => {
      const banned = await running();
      await banned.model.call('moderate', {
        params: inRoom(banned.model),
        body: { username: banned.viewer.username, action: 'ban' },
      } as never);
      expect(await charged(banned.id)).toMatchObject({ reason: 'model_ended' });
      const suspended = await running();
      await sql`update accounts set suspended_at = now() where id = ${suspended.viewer.id}`.execute(kysely);
      expect(await charged(suspended.id)).toMatchObject({ reason: 'unpublish' });
    },
  );

  test('loses nothing when its hold is taken from outside: it ends, and what was paid stays paid', async () => {
    const { viewer, page, id } = await running();
    steps.deliver(id, 10);
    await page.waitFor('v3.private.tick');
    expect((await steps.balanceOf(viewer)).held).toBe(60);
    const [hold] = await site.site.ledger.openHoldsOfMachine(`private:${id}`);
    await site.site.ledger.void({ holdId: hold!.id });
    steps.deliver(id, 10);
    expect(await charged(id)).toMatchObject({ reason: 'out_of_tokens', tokens_charged: 10 });
  });
});

test('guests are asked to log in, viewers cannot answer requests, and nobody asks for the own room', async () => {
  const { model, viewer } = await running();
  const guest = await site.visit();
  const at = { params: inRoom(model), idempotencyKey: uuidv7() };
  expect(await codeOf(guest.call('requestPrivate', { ...at, body: {} }))).toBe('common.unauthenticated');
  expect(await codeOf(guest.call('startSpy', { ...at, body: {} }))).toBe('common.unauthenticated');
  expect(await codeOf(guest.call('endPrivate', { params: inRoom(model), body: {} }))).toBe(
    'common.unauthenticated',
  );
  const answer = { params: { id: uuidv7() }, body: {} };
  expect(await codeOf(viewer.call('acceptPrivate', answer))).toBe('common.forbidden');
  expect(await codeOf(model.call('acceptPrivate', answer))).toBe('shows.request_gone');
  expect(await codeOf(model.call('declinePrivate', answer))).toBe('shows.request_gone');
  expect(await codeOf(model.call('requestPrivate', { ...at, body: {} }))).toBe('common.not_self');
});

describe('what goes with privates', () => {
  test('a discount sets the price of requests for its time, and is told to the room (SHOWS-009, SHOWS-021) (SHOWS-030)', async () => {
    const model = await steps.model({ private_cost: 30 });
    const viewer = await site.join({ tokens: 100 });
    const page = await steps.enter(viewer, model);
    const set = (body: object) => model.call('setPrivateDiscount', { body } as never);
    const shown = { discountRate: 25, timeLeftInSecond: 600, privatePricePerMinuteInToken: 22 };
    expect((await set({ discountRate: 25, seconds: 600 })).privateDiscount).toEqual(shown);
    expect(await page.waitFor('v3.private.discount')).toMatchObject(shown);
    expect(await codeOf(set({ discountRate: 10, seconds: 60 }))).toBe('shows.discount_running');
    expect(await codeOf(set({ discountRate: 10 }))).toBe('common.invalid_input');
    const { privateDiscount } = await viewer.call('getRoom', { params: inRoom(model) });
    expect(privateDiscount).toMatchObject({ discountRate: 25, privatePricePerMinuteInToken: 22 });
    expect(await steps.request(viewer, model)).toMatchObject({ cost_per_minute: 22 });
    expect((await set({ discountRate: 0 })).privateDiscount).toBeNull();
    await page.waitFor('v3.private.discount', ({ discountRate }) => discountRate === 0);
  });

  test('who waits in line keeps the place, moves up, and is nudged when the room is free (SHOWS-014)', async () => {
    const { model, viewer } = await running();
    const [first, second] = [await site.join({ tokens: 100 }), await site.join({ tokens: 100 })];
    const page = await steps.enter(first, model);
    const join = (who: Member) => who.call('joinPrivateLine', { params: inRoom(model), body: {} });
    expect(await join(first)).toMatchObject({ place: 1, length: 1 });
    expect(await join(second)).toMatchObject({ place: 2, length: 2 });
    expect(await join(first)).toMatchObject({ place: 1, length: 2 });
    await page.lobby.waitFor('v3.private.place', ({ length }) => length === 2);
    await steps.end(viewer, model);
    expect(await page.lobby.waitFor('v3.private.ping')).toMatchObject({
      from: model.username,
      kind: 'model_invites',
    });
    await first.call('leavePrivateLine', { params: inRoom(model), body: {} });
    expect((await second.call('getPrivateState', { params: inRoom(model) })).place).toBe(1);
    expect((await model.call('listPrivateRequests')).line).toBe(1);
  });

  const join = (who: Member, model: Member) =>
    who.call('joinPrivateLine', { params: inRoom(model), body: {} });
  const leave = (who: Member, model: Member) =>
    who.call('leavePrivateLine', { params: inRoom(model), body: {} });

  test('who waits and is away or suspended is passed over when the room is free (SHOWS-014)', async () => {
    const { model, viewer } = await running();
    const [away, suspended, here] = [
      await site.join({ tokens: 100 }),
      await site.join({ tokens: 100 }),
      await site.join({ tokens: 100 }),
    ];
    const page = await steps.enter(here, model);
    await join(away, model);
    await join(suspended, model);
    await join(here, model);
    await sql`update accounts set suspended_at = now() where id = ${suspended.id}`.execute(kysely);
    await steps.end(viewer, model);
    expect(await page.lobby.waitFor('v3.private.ping')).toMatchObject({ kind: 'model_invites' });
    // The next look takes out who is suspended.
    await page.lobby.waitFor('v3.private.place', ({ place }) => place === 2);
  });

  test('who leaves the line tells those behind that they have moved up, and nobody in front; fifty may wait (SHOWS-014)', async () => {
    const { model } = await running();
    const [first, second, third] = [
      await site.join({ tokens: 100 }),
      await site.join({ tokens: 100 }),
      await site.join({ tokens: 100 }),
    ];
    const [front, behind] = [await steps.enter(first, model), await steps.enter(third, model)];
    for (const who of [first, second, third]) await join(who, model);
    await leave(second, model);
    expect(await behind.lobby.waitFor('v3.private.place', ({ place }) => place === 2)).toMatchObject({
      length: 2,
    });
    const told = front.lobby.received.filter(({ name }) => name === 'v3.private.place');
    expect(told.map(({ payload }) => payload)).toMatchObject([{ place: 1, length: 1 }]);
    await sql`
      with people as (
        insert into accounts (username, display_name, email, password_hash, gender, type, birth_date)
        select 'waits_' || i, 'waits', 'waits_' || i || '@example.org', '', 'f', 'other', '1990-01-01'
        from generate_series(3, 50) i returning id)
      insert into private_line (room_id, account_id) select ${model.id}, id from people`.execute(kysely);
    expect(await codeOf(join(second, model))).toBe('shows.private_unavailable');
    expect(await join(third, model)).toMatchObject({ place: 2, length: 50 });
  });

  test('a nudge goes to the other side once a minute (SHOWS-030)', async () => {
    const model = await steps.model();
    const viewer = await site.join({ tokens: 100 });
    const lobby = await viewer.openLobby();
    const invite = () =>
      model.call('pingPrivate', { params: inRoom(model), body: { viewer: viewer.username } });
    await invite();
    expect(await lobby.waitFor('v3.private.ping')).toMatchObject({
      from: model.username,
      kind: 'model_invites',
      cost_per_minute: 30,
    });
    expect(await codeOf(invite())).toBe('shows.ping_limit');
  });

  test('the state says after a reload what runs and what waits, and the history what was (SHOWS-020)', async () => {
    const { model, viewer, id } = await running({ tokens: 100 });
    steps.deliver(id, 9);
    const state = await eventually(async () => {
      const now = await viewer.call('getPrivateState', { params: inRoom(model) });
      expect(now.privateStats).toMatchObject({ privatePrepaidTimeLeftSeconds: 50, duration_seconds: 10 });
      return now;
    });
    expect(state).toMatchObject({ request: { request_id: id, state: 'running' }, low_time: false });
    await steps.end(viewer, model);
    const past = { show_id: id, kind: 'private', duration_seconds: 10 };
    expect((await viewer.call('listShowHistory', { query: {} })).items).toMatchObject([
      { ...past, username: model.username, tokens: 10 },
    ]);
    expect((await model.call('listShowHistory', { query: {} })).items).toMatchObject([
      { ...past, username: viewer.username, tokens: 6 },
    ]);
  });
});
