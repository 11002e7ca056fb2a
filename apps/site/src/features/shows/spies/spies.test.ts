import { uuidv7 } from '@klieg/kernel';
import { eventually } from '@klieg/testing/eventually';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { codeOf, type Member, useTestSite } from '#site/app/testing-site.ts';
import { liveFact } from '../../broadcast/testing-live.ts';
import { MEDIA_FACTS } from '@klieg/contract/media';
import { isFullRun } from '@klieg/testing/run-length';
import { inRoom, makeShowSteps } from '#site/app/testing-shows-store.ts';

const site = await useTestSite();
const { kysely } = site.database;
const steps = makeShowSteps(site);
afterAll(async () => expect((await site.site.ledger.reconcile('all')).findings).toEqual([]));

/** A private that runs, with a spy who is in the room. */
async function beside(options: { settings?: object; tokens?: number; wish?: object } = {}) {
  const model = await steps.model({
    private_cost: 60,
    spy_cost: 12,
    spy_preview_seconds: 10,
    ...options.settings,
  });
  const [payer, spy] = [
    await site.join({ tokens: 1_000 }),
    await site.join({ tokens: options.tokens ?? 500 }),
  ];
  const pages = {
    studio: await steps.enter(model, model),
    payer: await steps.enter(payer, model),
    spy: await steps.enter(spy, model),
  };
  const { request_id: showId } = await steps.request(payer, model, options.wish);
  await steps.accept(model, showId);
  steps.deliver(showId, 1);
  await pages.spy.waitFor('v3.private.started');
  return { model, payer, spy, pages, showId };
}
const stop = (spy: Member, model: Member) => spy.call('endSpy', { params: inRoom(model), body: {} });

test('a spy pays one sixth of a minute with the first picture, then by intervals, and reads status, message and cost_per_minute; the end takes the right to play (S404) (SHOWS-005, SHOWS-006, SHOWS-024)', async () => {
  const { model, payer, spy, pages, showId } = await beside();
  const answer = await steps.spy(spy, model);
  expect(answer).toMatchObject({
    status: 1,
    message: '',
    cost_per_minute: 12,
    free: false,
    preview_seconds: 0,
    startup_tip: 2,
    tokens: 498,
  });
  await pages.spy.waitFor('v3.room.snapshot', ({ mode }) => mode === 'spy');
  const id = await steps.spyIdOf(spy);
  steps.deliver(id, 1);
  expect(await pages.spy.waitFor('v3.spy.tick')).toMatchObject({ show_id: showId, tokens_charged: 2 });
  steps.deliver(id, 24);
  expect(await pages.spy.waitFor('v3.spy.tick', ({ seconds }) => seconds === 25)).toMatchObject({
    tokens_charged: 4,
    remaining_seconds: 2_480,
  });
  steps.deliver(showId, 10);
  expect(await pages.studio.waitFor('v3.private.tick')).toMatchObject({ spy_count: 1 });
  expect(await stop(spy, model)).toMatchObject({ tokens_charged: 5, duration_seconds: 25 });
  expect(await stop(spy, model)).toMatchObject({ tokens_charged: 5, duration_seconds: 25 });
  expect(await pages.spy.waitFor('v3.spy.end')).toMatchObject({ reason: 'user_ended', tokens_charged: 5 });
  // The show goes on under its name, which is theirs no more.
  expect([await steps.isRevoked(spy, model), await steps.isRevoked(payer, model)]).toEqual([true, false]);
  await pages.spy.waitFor('v3.room.snapshot', ({ mode }) => mode === 'public');
  expect(await steps.balanceOf(spy)).toEqual({ spendable: 495, held: 0 });
});

test('a first picture that was all there was is paid once in ten minutes, too (SHOWS-042)', async () => {
  const { model, spy } = await beside();
  await steps.spy(spy, model);
  // So short that it ended before a tick: its end charges it.
  steps.deliver(await steps.spyIdOf(spy), 1);
  expect(await stop(spy, model)).toMatchObject({ tokens_charged: 2 });
  expect(await steps.spy(spy, model)).toMatchObject({ startup_tip: 0 });
});

test.runIf(isFullRun)(
  'a repeat of a look that is over begins nothing, though its answer was lost (S5)',
  async () => {
    const { model, spy, pages } = await beside();
    const key = uuidv7();
    await steps.spy(spy, model, {}, key);
    const id = await steps.spyIdOf(spy);
    steps.deliver(id, 1);
    await pages.spy.waitFor('v3.spy.tick');
    await stop(spy, model);
    // As where the process died before it could keep what it answered.
    await sql`delete from idempotent_answers`.execute(kysely);
    expect(await steps.spy(spy, model, {}, key)).toMatchObject({ status: 1, tokens: 498 });
    const { rows: seats } = await sql`select 1 from room_seats where meter_id = ${id}`.execute(kysely);
    const { rows: places } = await sql`select 1 from show_places where account_id = ${spy.id}`.execute(
      kysely,
    );
    expect([seats, places]).toEqual([[], []]);
  },
);

test('the first picture is not charged again within ten minutes (SHOWS-042) (CONSTANTS-076)', async () => {
  const { model, spy, pages } = await beside();
  await steps.spy(spy, model);
  steps.deliver(await steps.spyIdOf(spy), 1);
  await pages.spy.waitFor('v3.spy.tick');
  await stop(spy, model);
  expect(await steps.spy(spy, model)).toMatchObject({ startup_tip: 0 });
  await stop(spy, model);
  await sql`update spies set began_at = clock_timestamp() - interval '7 minutes'`.execute(kysely);
  expect(await steps.spy(spy, model)).toMatchObject({ startup_tip: 0 });
  await stop(spy, model);
  await sql`update spies set began_at = clock_timestamp() - interval '10 minutes'`.execute(kysely);
  expect(await steps.spy(spy, model)).toMatchObject({ startup_tip: 2 });
  // Nothing was delivered: nothing is charged.
  expect(await stop(spy, model)).toMatchObject({ tokens_charged: 0, duration_seconds: 0 });
});

test('spying needs status private, public mode, no exclusive show and spying switched on; the refusal says so (SHOWS-035, SHOWS-047)', async () => {
  const quiet = await steps.model({ spy_cost: 12 });
  const viewer = await site.join({ tokens: 100 });
  const refused: unknown = await steps.spy(viewer, quiet).catch((error: unknown) => error);
  expect(refused).toMatchObject({
    body: { status: 0, errorType: 'spy_unavailable', message: 'Spying is not available now' },
  });
  const exclusive = await beside({ wish: { type: 'exclusive' } });
  expect(await codeOf(steps.spy(exclusive.spy, exclusive.model))).toBe('shows.spy_unavailable');
  const off = await beside({ settings: { spy_cost: 0 } });
  expect(await codeOf(steps.spy(off.spy, off.model))).toBe('shows.spy_unavailable');
  const { model, payer, spy } = await beside();
  expect(await codeOf(steps.spy(payer, model))).toBe('shows.spy_unavailable');
  expect(await codeOf(steps.spy(spy, model, { cost_per_minute: 6 }))).toBe('common.price_changed');
  await steps.spy(spy, model);
  expect(await codeOf(steps.request(spy, quiet))).toBe('shows.in_show');
});

test('spies end with the private, each paid to the second (SHOWS-017, SHOWS-029)', async () => {
  const { model, payer, spy, pages } = await beside();
  const other = await site.join({ tokens: 500 });
  await steps.enter(other, model);
  await steps.spy(spy, model);
  await steps.spy(other, model);
  steps.deliver(await steps.spyIdOf(spy), 35);
  steps.deliver(await steps.spyIdOf(other), 20);
  await pages.spy.waitFor('v3.spy.tick', ({ tokens_charged }) => tokens_charged === 6);
  await steps.end(payer, model);
  expect(await pages.spy.waitFor('v3.spy.end')).toMatchObject({ reason: 'private_ended', tokens_charged: 7 });
  await eventually(async () => {
    expect(await steps.balanceOf(spy)).toEqual({ spendable: 493, held: 0 });
    expect(await steps.balanceOf(other)).toEqual({ spendable: 496, held: 0 });
  });
  const { items } = await spy.call('listShowHistory', { query: {} });
  expect(items).toMatchObject([{ kind: 'spy', username: model.username, duration_seconds: 35, tokens: 7 }]);
});

test('a spy without tokens for the next interval drops back to the public room (SHOWS-036)', async () => {
  const { model, spy, pages } = await beside({ tokens: 5 });
  await steps.spy(spy, model);
  const id = await steps.spyIdOf(spy);
  for (const seconds of [1, 10, 10, 20]) steps.deliver(id, seconds);
  expect(await pages.spy.waitFor('v3.spy.end')).toMatchObject({ reason: 'out_of_tokens', tokens_charged: 4 });
  await eventually(async () => expect(await steps.balanceOf(spy)).toEqual({ spendable: 1, held: 0 }));
});

test('a free look gives its seconds once, costs nothing, and a second press begins the paid one', async () => {
  const { model, spy, pages, showId } = await beside();
  const { rows } = await sql<{ broadcast_id: string; stream_name: string }>`
    select broadcast_id, stream_name from rooms where account_id = ${model.id}`.execute(kysely);
  const [row] = rows;
  site.bus.publish(
    MEDIA_FACTS,
    liveFact(
      model,
      { broadcastId: row!.broadcast_id, streamName: row!.stream_name },
      {
        renditions: ['source', '240p'],
      },
    ),
  );
  const preview = await eventually(() => steps.spy(spy, model, { preview: true }, uuidv7()));
  expect(preview).toMatchObject({ free: true, preview_seconds: 10, startup_tip: 0, tokens: 500 });
  expect(await pages.spy.waitFor('v3.stream.token', ({ mode }) => mode === 'spy')).toMatchObject({
    renditions: ['240p'],
  });
  expect(await steps.spy(spy, model)).toMatchObject({ free: false, startup_tip: 2 });
  expect(await pages.spy.waitFor('v3.spy.end')).toMatchObject({ show_id: showId, reason: 'preview_over' });
  await stop(spy, model);
  expect(await codeOf(steps.spy(spy, model, { preview: true }))).toBe('shows.spy_unavailable');
});

test.runIf(isFullRun)(
  'insiders and legends of the performer’s fan club look for free, supporters pay as everybody does (SHOWS-054)',
  async () => {
    const prices = { supporter: 50, insider: 60, legend: 70 };
    const { model, spy: stranger } = await beside({
      settings: { fanclub_enabled: true, fanclub_prices: prices },
    });
    expect(await steps.spy(stranger, model)).toMatchObject({ free: false });
    for (const level of ['supporter', 'insider', 'legend'] as const) {
      const member = await site.join({ tokens: 100 });
      await member.call('joinFanClub', {
        params: inRoom(model),
        body: { level, price: prices[level] },
        idempotencyKey: uuidv7(),
      });
      const page = await steps.enter(member, model);
      const isFree = level !== 'supporter';
      expect(await steps.spy(member, model)).toMatchObject({ free: isFree });
      await page.waitFor('v3.room.snapshot', ({ mode }) => mode === 'spy');
      steps.deliver(await steps.spyIdOf(member), 20);
      expect(await page.waitFor('v3.spy.tick', ({ seconds }) => seconds === 20)).toMatchObject({
        tokens_charged: isFree ? 0 : 4,
      });
      const left = 100 - prices[level] - (isFree ? 0 : 4);
      expect((await stop(member, model)).tokens_charged).toBe(isFree ? 0 : 4);
      expect((await member.call('getCurrentUser')).tokens).toBe(left);
    }
  },
);
