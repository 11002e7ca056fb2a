import { TICKET_SHOW_APP } from '@klieg/contract/features/ticket-shows/limits';
import { internalMediaKey } from '@klieg/contract/media';
import { uuidv7 } from '@klieg/kernel';
import { eventually } from '@klieg/testing/eventually';
import { isFullRun, isLongRun } from '@klieg/testing/run-length';
import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import { codeOf, type Member, useTestSite } from '../../app/testing-site.ts';
import { inRoom, makeShowSteps } from '../../app/testing-shows-store.ts';
import { makeTicketSteps } from '../../app/testing-tickets-store.ts';

const site = await useTestSite();
const { kysely } = site.database;
const steps = makeShowSteps(site);
afterAll(async () => expect((await site.site.ledger.reconcile('all')).findings).toEqual([]));

const { announce, buy, start, end, ticketOf, hasRun, watches, statusOf } = makeTicketSteps(site);
const showOf = async (who: Member, model: Member) =>
  (await who.call('getTicketShow', { params: inRoom(model) })).limitedShow;

describe('a ticket show', () => {
  test('is announced by installing app 14 with its terms, and everybody in the room is told (SHOWS-019) (SHOWS-033) (CHAT-004)', async () => {
    const model = await steps.model();
    const viewer = await site.join({ tokens: 500 });
    const page = await steps.enter(viewer, model);
    const startsAt = new Date(Date.now() + 3_600_000).toISOString();
    await announce(model, { starts_at: startsAt, refund_joined_minute_before_end: 10, min_sold: 3 });
    expect(await page.waitFor('v3.limited.update')).toMatchObject({
      status: 'selling',
      ticket_price: 100,
      recording_price: 0,
      limited_message: 'Piano by candlelight',
      refund_joined_minute_before_end: 10,
      starts_at: Date.parse(startsAt),
      sold: 0,
      target: 3,
    });
    await page.waitFor('v3.chat.app_changed_relayed', ({ app_id: id }) => id === TICKET_SHOW_APP);
    const terms = {
      purchased_ticket: false,
      purchased_recording: false,
      recording_price: 0,
      ticket_price: 100,
      limited_message: 'Piano by candlelight',
      refund_joined_minute_before_end: 10,
      starts_at: startsAt,
      started_at: null,
      sold: 0,
    };
    expect(await showOf(viewer, model)).toMatchObject(terms);
    const room = await viewer.call('getRoom', { params: inRoom(model) });
    expect(room).toMatchObject({ limitedShow: terms, chat: { installedAppId: TICKET_SHOW_APP } });
    const [app] = room.apps;
    expect(app).toMatchObject({ name: 'limited_show', config: { ticket_price: 100 }, state: { sold: 0 } });
    await site.site.catalog.reload();
    const { shows } = await viewer.call('listModelShows', { query: {} });
    expect(shows.find(({ username }) => username === model.username)).toMatchObject({
      type: 'limited',
      title: 'Piano by candlelight',
      starts_at: startsAt,
      ticket_price: 100,
      url: `/${model.username}`,
    });
    const again = await steps.enter(viewer, model);
    expect((await again.waitFor('v3.room.snapshot')).limitedShow).toMatchObject({
      sold: 0,
      purchased_ticket: false,
    });
  });

  test('is refused off the air, in a private, for a time that is over and with wrong terms', async () => {
    const offline = await site.join({ type: 'model' });
    expect(await codeOf(announce(offline))).toBe('broadcast.not_live');
    const model = await steps.model();
    const yesterday = new Date(Date.now() - 86_400_000).toISOString();
    for (const wrong of [
      { ticket_price: 49 },
      { ticket_price: 5_001 },
      { recording_price: 5_001 },
      { min_sold: -1 },
      { starts_at: yesterday },
    ])
      expect(await codeOf(announce(model, wrong))).toBe('room_games.config_invalid');
    await sql`update rooms set status = 'private' where account_id = ${model.id}`.execute(kysely);
    expect(await codeOf(announce(model))).toBe('shows.in_show');
    expect(await codeOf(start(model))).toBe('shows.no_limited_show');
    expect(await codeOf(end(model))).toBe('shows.not_running');
  });

  test('leaves no place for privates: open requests end, and none can be asked for (SHOWS-046)', async () => {
    const model = await steps.model();
    const viewer = await site.join({ tokens: 500 });
    const page = await steps.enter(viewer, model);
    const { request_id: id } = await steps.request(viewer, model);
    await announce(model);
    expect(await codeOf(steps.accept(model, id))).toBe('shows.request_gone');
    await page.lobby.waitFor('v3.private.expired', ({ reason }) => reason === 'offline');
    expect(await codeOf(steps.request(viewer, model))).toBe('shows.private_unavailable');
  });

  test('takes the slot of a goal, and gives it back when it is canceled: every ticket goes back (SHOWS-033)', async () => {
    const model = await steps.model();
    const viewer = await site.join({ tokens: 500 });
    const page = await steps.enter(viewer, model);
    await model.call('installApp', { body: { type: 1, config: { label: 'Lamps', target: 100 } } });
    await announce(model);
    await buy(viewer, model);
    expect(await steps.balanceOf(viewer)).toEqual({ spendable: 400, held: 100 });
    expect(await model.call('cancelTicketShow', { body: {} })).toMatchObject({ refunded: 1 });
    expect(await page.waitFor('v3.limited.end')).toMatchObject({ reason: 'canceled' });
    expect(await page.lobby.waitFor('v3.limited.result')).toMatchObject({
      ticket: 'returned',
      refunded_tokens: 100,
      seconds_watched: 0,
      can_rate: false,
      recording: 'none',
    });
    expect(await steps.balanceOf(viewer)).toEqual({ spendable: 500, held: 0 });
    await eventually(async () =>
      expect((await viewer.call('getRoom', { params: inRoom(model) })).chat.installedAppId).toBeNull(),
    );
    expect(await codeOf(model.call('cancelTicketShow', { body: {} }))).toBe('shows.not_running');
    expect(await showOf(viewer, model)).toBeNull();
  });

  test('is canceled by taking its app out or by another app, but not while it runs', async () => {
    const model = await steps.model();
    const viewer = await site.join({ tokens: 500 });
    await announce(model);
    await buy(viewer, model);
    await model.call('uninstallApp', { params: { type: String(TICKET_SHOW_APP) }, body: {} });
    await eventually(async () => expect(await steps.balanceOf(viewer)).toEqual({ spendable: 500, held: 0 }));
    await announce(model);
    await buy(viewer, model);
    await model.call('installApp', { body: { type: 1, config: { label: 'Lamps', target: 100 } } });
    await eventually(async () => expect(await steps.balanceOf(viewer)).toEqual({ spendable: 500, held: 0 }));
    await announce(model);
    await start(model);
    expect(
      await codeOf(model.call('uninstallApp', { params: { type: String(TICKET_SHOW_APP) }, body: {} })),
    ).toBe('shows.in_show');
    expect(await codeOf(announce(model))).toBe('shows.in_show');
    expect(await statusOf(model)).toBe('limited');
  });

  test('keeps its terms from the first ticket on; words may change', async () => {
    const model = await steps.model();
    const { app } = await announce(model);
    const change = (config: Record<string, unknown>, version: number) =>
      model.call('updateApp', { params: { type: String(TICKET_SHOW_APP) }, body: { config, version } });
    const cheaper = await change({ ticket_price: 80 }, app.version);
    const viewer = await site.join({ tokens: 500 });
    expect(await codeOf(buy(viewer, model, 100))).toBe('common.price_changed');
    await buy(viewer, model, 80);
    expect(await codeOf(change({ ticket_price: 60 }, cheaper.app.version))).toBe('room_games.config_invalid');
    await change({ ticket_price: 80, limited_message: 'Two pianos' }, cheaper.app.version);
    expect(await showOf(viewer, model)).toMatchObject({
      ticket_price: 80,
      limited_message: 'Two pianos',
      sold: 1,
    });
  });

  test('is canceled at its time where too few tickets are sold, and when it never starts', async () => {
    const [model, other] = [await steps.model(), await steps.model()];
    const viewer = await site.join({ tokens: 500 });
    const soon = new Date(Date.now() + 60_000).toISOString();
    await announce(model, { min_sold: 2, starts_at: soon });
    await announce(other);
    await buy(viewer, model);
    await buy(viewer, other);
    expect(await steps.balanceOf(viewer)).toEqual({ spendable: 300, held: 200 });
    await sql`update ticket_shows set starts_at = now() where room_id = ${model.id}`.execute(kysely);
    await sql`update ticket_shows set announced_at = now() - interval '1 day' where room_id = ${other.id}`.execute(
      kysely,
    );
    await eventually(async () => expect(await steps.balanceOf(viewer)).toEqual({ spendable: 500, held: 0 }));
  });
});

describe('a ticket', () => {
  test('needs the app and none bought yet, costs the price that was shown, and holds it; a repeat buys nothing more (SHOWS-048)', async () => {
    const model = await steps.model();
    const [viewer, poor] = [await site.join({ tokens: 150 }), await site.join({ tokens: 99 })];
    const why = async (who: Member) => (await who.call('getTicketShow', { params: inRoom(model) })).reason;
    expect(await codeOf(buy(viewer, model))).toBe('shows.no_limited_show');
    expect(await why(viewer)).toBe('shows.no_limited_show');
    await announce(model);
    const page = await steps.enter(viewer, model);
    const other = await steps.enter(poor, model);
    expect(await why(viewer)).toBeNull();
    expect(await codeOf(buy(viewer, model, 99))).toBe('common.price_changed');
    expect(await codeOf(buy(poor, model))).toBe('ledger.not_enough_tokens');
    expect(await codeOf(buy(model, model))).toBe('common.not_self');
    const key = uuidv7();
    const bought = await viewer.call('buyTicket', {
      params: inRoom(model),
      body: { ticket_price: 100 },
      idempotencyKey: key,
    });
    expect(bought).toMatchObject({ tokens: 50, limitedShow: { purchased_ticket: true, sold: 1 } });
    expect(await buy(viewer, model, 100, key)).toMatchObject({ tokens: 50, limitedShow: { sold: 1 } });
    expect(await codeOf(buy(viewer, model))).toBe('shows.ticket_owned');
    expect(await why(viewer)).toBe('shows.ticket_owned');
    const isSold = ({ sold }: { readonly sold?: number | null | undefined }) => sold === 1;
    expect(await page.waitFor('v3.limited.update', isSold)).toMatchObject({ purchased_ticket: true });
    expect(await other.waitFor('v3.limited.update', isSold)).not.toHaveProperty('purchased_ticket');
    expect(await steps.balanceOf(viewer)).toEqual({ spendable: 50, held: 100 });
    expect(await steps.earnedBy(model)).toBe(0);
  });

  test('is one of many that are bought at the same moment: each pays once, and all are counted', async () => {
    const model = await steps.model();
    await announce(model);
    const viewers = await Promise.all(Array.from({ length: 6 }, () => site.join({ tokens: 250 })));
    const codes = await Promise.all(
      viewers.flatMap((viewer) => [codeOf(buy(viewer, model)), codeOf(buy(viewer, model))]),
    );
    expect(codes.filter((code) => code === 'not refused')).toHaveLength(6);
    expect(codes.filter((code) => code === 'shows.ticket_owned')).toHaveLength(6);
    for (const viewer of viewers)
      expect(await steps.balanceOf(viewer)).toEqual({ spendable: 150, held: 100 });
    expect(await showOf(viewers[0]!, model)).toMatchObject({ sold: 6 });
  });
});

describe('the recording of a ticket show', () => {
  const buyRecording = (viewer: Member, model: Member, price = 50, key = uuidv7()) =>
    viewer.call('buyShowRecording', {
      params: inRoom(model),
      body: { recording_price: price },
      idempotencyKey: key,
    });
  const recordingOf = async (model: Member) => {
    const { rows } = await sql<{ id: string; state: string; show_id: string }>`
      select id, state, show_id from recordings where account_id = ${model.id} and kind = 'limited'`.execute(
      kysely,
    );
    return rows[0];
  };
  const finish = (id: string) =>
    fetch(`${site.url}/internal/media/recordings/${id}/0/video`, {
      method: 'PUT',
      headers: {
        'content-type': 'application/octet-stream',
        'x-internal-secret': internalMediaKey(site.site.mediaSecret),
        'x-duration-ms': '1800000',
      },
      body: '0123456789',
    });
  /** A show with a recording that is sold, and the holder of a ticket in it. */
  const running = async (tokens = 200) => {
    const model = await steps.model();
    const viewer = await site.join({ tokens });
    await announce(model, { recording_price: 50, refund_joined_minute_before_end: 0 });
    await buy(viewer, model);
    await start(model);
    return { model, viewer, page: await steps.enter(viewer, model) };
  };

  test('needs a show that runs, a ticket, a price and none bought yet; a repeat buys nothing more (SHOWS-049)', async () => {
    const { model, viewer, page } = await running();
    const outside = await site.join({ tokens: 200 });
    expect(await recordingOf(model)).toMatchObject({ state: 'recording' });
    expect(await codeOf(buyRecording(outside, model))).toBe('shows.ticket_needed');
    expect(await codeOf(buyRecording(viewer, model, 40))).toBe('common.price_changed');
    const key = uuidv7();
    expect(await buyRecording(viewer, model, 50, key)).toMatchObject({
      tokens: 50,
      media_id: null,
      limitedShow: { purchased_ticket: true, purchased_recording: true },
    });
    expect(await buyRecording(viewer, model, 50, key)).toMatchObject({ tokens: 50 });
    await page.waitFor('v3.limited.update', ({ purchased_recording: has }) => has === true);
    expect(await codeOf(buyRecording(viewer, model))).toBe('shows.recording_owned');
    expect(await steps.balanceOf(viewer)).toEqual({ spendable: 50, held: 150 });
    expect(await viewer.call('getTicketShow', { params: inRoom(model) })).toMatchObject({
      can_buy_recording: false,
    });

    const plain = await steps.model();
    await announce(plain);
    expect(await codeOf(buyRecording(outside, plain))).toBe('shows.no_limited_show');
    await buy(outside, plain);
    await start(plain);
    expect(await codeOf(buyRecording(outside, plain, 0))).toBe('shows.no_recording');
    expect(await recordingOf(plain)).toBeUndefined();
  });

  test.runIf(isFullRun)(
    'is held until it is there, then paid for and opened by its buyer; with a ticket that goes back it goes back',
    async () => {
      const { model, viewer } = await running();
      await buyRecording(viewer, model);
      await hasRun(model, 30);
      await watches(viewer, 30);
      const { id, show_id: showId } = (await recordingOf(model))!;
      const open = (who: Member) => who.call('openShowRecording', { params: { show_id: showId } });
      await end(model);
      await eventually(async () => expect(await recordingOf(model)).toMatchObject({ state: 'processing' }));
      // The show is settled a moment after its end.
      await eventually(async () =>
        expect(await steps.balanceOf(viewer)).toEqual({ spendable: 50, held: 50 }),
      );
      expect((await finish(id)).status).toBe(204);
      await eventually(async () => expect(await steps.balanceOf(viewer)).toEqual({ spendable: 50, held: 0 }));
      await eventually(async () => expect((await open(viewer)).urls).toHaveLength(1));
      expect(await codeOf(open(await site.join()))).toBe('common.not_found');

      const short = await running();
      await buyRecording(short.viewer, short.model);
      await end(short.model);
      await eventually(async () =>
        expect(await steps.balanceOf(short.viewer)).toEqual({ spendable: 200, held: 0 }),
      );
    },
  );

  test.runIf(isLongRun)(
    'is paid for when it is there, and then opened by its buyer and its performer alone (SHOWS-049)',
    async () => {
      const { model, viewer, page } = await running();
      await buyRecording(viewer, model);
      await hasRun(model, 30);
      await watches(viewer, 30);
      const { id, show_id: showId } = (await recordingOf(model))!;
      const open = (who: Member) => who.call('openShowRecording', { params: { show_id: showId } });
      await end(model);
      await page.lobby.waitFor('v3.limited.result', ({ recording }) => recording === 'none');
      expect(await steps.balanceOf(viewer)).toEqual({ spendable: 50, held: 50 });
      await eventually(async () => expect(await recordingOf(model)).toMatchObject({ state: 'processing' }));
      expect(await codeOf(open(viewer))).toBe('common.not_found');
      expect((await finish(id)).status).toBe(204);
      expect(
        await page.lobby.waitFor('v3.limited.result', ({ recording }) => recording === 'ready'),
      ).toMatchObject({
        ticket: 'paid',
        refunded_tokens: 0,
        can_rate: false,
      });
      expect(await steps.balanceOf(viewer)).toEqual({ spendable: 50, held: 0 });
      expect(await steps.earnedBy(model)).toBe(90);
      for (const who of [viewer, model]) {
        const [url] = (await open(who)).urls;
        expect(await (await fetch(`${site.url}${url}`)).text()).toBe('0123456789');
      }
      expect(await codeOf(open(await site.join()))).toBe('common.not_found');
      const past = async (who: Member) => (await who.call('listShowHistory', {} as never)).items[0];
      expect(await past(viewer)).toMatchObject({ tokens: 150, recording_id: showId });
      expect(await past(model)).toMatchObject({ tokens: 90, recording_id: showId });
      // It belongs to its buyers, too.
      expect(await codeOf(model.call('deleteRecording', { params: { id }, body: {} }))).toBe(
        'common.not_found',
      );
    },
  );

  test.runIf(isLongRun)('goes back with the ticket, and where it never came', async () => {
    const short = await running();
    await buyRecording(short.viewer, short.model);
    await end(short.model);
    await eventually(async () =>
      expect(await steps.balanceOf(short.viewer)).toEqual({ spendable: 200, held: 0 }),
    );
    const lost = await running();
    await buyRecording(lost.viewer, lost.model);
    await hasRun(lost.model, 30);
    await watches(lost.viewer, 30);
    await end(lost.model);
    await sql`update recordings set state = 'failed' where account_id = ${lost.model.id}`.execute(kysely);
    const told = await lost.page.lobby.waitFor(
      'v3.limited.result',
      ({ recording }) => recording === 'failed',
    );
    expect(told).toMatchObject({ ticket: 'paid', refunded_tokens: 50 });
    expect(await steps.balanceOf(lost.viewer)).toEqual({ spendable: 100, held: 0 });
  });
});

describe('a ticket show that runs', () => {
  test('seats its holders, lets late ones in at once and keeps all others out (SHOWS-018) (SHOWS-033)', async () => {
    const model = await steps.model();
    const [early, late, none] = [
      await site.join({ tokens: 200 }),
      await site.join({ tokens: 200 }),
      await site.join(),
    ];
    await announce(model);
    await buy(early, model);
    const pages = [
      await steps.enter(early, model),
      await steps.enter(late, model),
      await steps.enter(none, model),
    ];
    expect(await start(model)).toMatchObject({
      status: 'limited',
      limitedShow: { status: 'running', sold: 1 },
    });
    expect(await model.call('startTicketShow', { body: {} })).toMatchObject({ status: 'limited' });
    expect(await statusOf(model)).toBe('limited');
    await pages[0]!.waitFor('v3.room.snapshot', ({ mode }) => mode === 'limited');
    const token = (who: Member) => codeOf(who.call('getStreamToken', { params: inRoom(model) } as never));
    expect(await token(early)).toBe('not refused');
    expect(await token(late)).toBe('broadcast.not_entitled');
    await buy(late, model);
    await pages[1]!.waitFor('v3.room.snapshot', ({ mode }) => mode === 'limited');
    expect(await token(late)).toBe('not refused');
    expect(await token(none)).toBe('broadcast.not_entitled');
    await model.call('endTicketShow', { body: {} });
    expect(await pages[2]!.waitFor('v3.limited.end')).toMatchObject({ reason: 'model_ended' });
    expect(await statusOf(model)).toBe('online');
    const { rows } = await sql`select 1 from room_seats where room_id = ${model.id}`.execute(kysely);
    expect(rows).toEqual([]);
  });

  test('pays for those who were there, and gives back to who came in the last minutes; each is told, and may rate after max(120 s, window) (SHOWS-018) (SHOWS-040)', async () => {
    const model = await steps.model();
    const [stayed, brief, late, never, lateBuyer] = await Promise.all(
      Array.from({ length: 5 }, () => site.join({ tokens: 100 })),
    );
    const all = [stayed!, brief!, late!, never!, lateBuyer!];
    await announce(model, { refund_joined_minute_before_end: 5 });
    for (const viewer of all) await buy(viewer, model);
    const pages = await Promise.all(all.map((viewer) => steps.enter(viewer, model)));
    await start(model);
    await hasRun(model, 30);
    await watches(stayed!, 30);
    await watches(brief!, 6);
    await watches(late!, 2);
    await sql`update tickets set watched_ms = 299000 where account_id = ${brief!.id}`.execute(kysely);
    await sql`update tickets set bought_at = now() - interval '1 hour' where account_id = ${never!.id}`.execute(
      kysely,
    );
    expect(await end(model)).toMatchObject({ sold: 5, refunded: 2 });
    const results = await Promise.all(pages.map((page) => page.lobby.waitFor('v3.limited.result')));
    expect(results).toMatchObject([
      { ticket: 'paid', refunded_tokens: 0, seconds_watched: 1_800, can_rate: true },
      { ticket: 'paid', refunded_tokens: 0, can_rate: true },
      { ticket: 'returned', refunded_tokens: 100, seconds_watched: 120, can_rate: false },
      { ticket: 'paid', refunded_tokens: 0, seconds_watched: 0, can_rate: false },
      { ticket: 'returned', refunded_tokens: 100, seconds_watched: 0, can_rate: false },
    ]);
    const balances = await Promise.all(all.map((viewer) => steps.balanceOf(viewer)));
    expect(balances.map(({ spendable, held }) => spendable + held)).toEqual([0, 0, 100, 0, 100]);
    expect(await steps.earnedBy(model)).toBe(180);
    const past = (who: Member) => who.call('listShowHistory', {} as never);
    expect((await past(stayed!)).items).toMatchObject([
      { kind: 'limited', username: model.username, duration_seconds: 1_800, tokens: 100 },
    ]);
    expect((await past(late!)).items).toMatchObject([{ kind: 'limited', duration_seconds: 120, tokens: 0 }]);
    expect((await past(model)).items).toMatchObject([
      { kind: 'limited', username: model.username, tokens: 180 },
    ]);
    // The same answer again, and a new show is free to be announced.
    expect(await end(model)).toMatchObject({ sold: 5 });
    await eventually(() => announce(model));
  });

  test('costs nobody anything where it delivered less than five minutes', async () => {
    const model = await steps.model();
    const viewer = await site.join({ tokens: 100 });
    await announce(model, { refund_joined_minute_before_end: 0 });
    await buy(viewer, model);
    await start(model);
    await hasRun(model, 4);
    await watches(viewer, 4);
    expect(await end(model)).toMatchObject({ sold: 1, refunded: 1 });
    await eventually(async () => expect(await steps.balanceOf(viewer)).toEqual({ spendable: 100, held: 0 }));
  });

  test.runIf(isFullRun)(
    'ends by a room that closes, by a suspension and by time, and by the first of them',
    async () => {
      const [closed, removed, long] = [await steps.model(), await steps.model(), await steps.model()];
      const viewer = await site.join({ tokens: 300 });
      for (const model of [closed, removed, long]) {
        await announce(model, { refund_joined_minute_before_end: 0 });
        await buy(viewer, model);
        await start(model);
        await hasRun(model, 20);
        await sql`update tickets set bought_at = now() - interval '1 hour' where account_id = ${viewer.id}`.execute(
          kysely,
        );
      }
      await sql`update rooms set status = 'offline', last_online_at = now() where account_id = ${closed.id}`.execute(
        kysely,
      );
      await sql`update accounts set suspended_at = now() where id = ${removed.id}`.execute(kysely);
      await sql`update ticket_shows set started_at = now() - interval '4 hours' where room_id = ${long.id}`.execute(
        kysely,
      );
      const ended = async (model: Member) => {
        const { rows } = await sql<{ state: string; reason: string }>`
        select state, reason from ticket_shows where room_id = ${model.id}`.execute(kysely);
        return rows[0];
      };
      await eventually(async () =>
        expect(await ended(closed)).toEqual({ state: 'settled', reason: 'unpublish' }),
      );
      await eventually(async () =>
        expect(await ended(removed)).toEqual({ state: 'settled', reason: 'removed' }),
      );
      await eventually(async () =>
        expect(await ended(long)).toEqual({ state: 'settled', reason: 'time_over' }),
      );
      // The one that staff took away goes back.
      expect(await steps.balanceOf(viewer)).toEqual({ spendable: 100, held: 0 });
    },
  );

  test('gives the ticket back to who is put out of the room, and the seat away', async () => {
    const model = await steps.model();
    const viewer = await site.join({ tokens: 100 });
    await announce(model);
    await buy(viewer, model);
    await start(model);
    await steps.enter(viewer, model);
    await model.call('moderate', {
      params: { username: model.username },
      body: { username: viewer.username, action: 'ban' },
    } as never);
    await eventually(async () => expect(await steps.balanceOf(viewer)).toEqual({ spendable: 100, held: 0 }));
    await eventually(async () => expect(await ticketOf(viewer)).toMatchObject({ state: 'returned' }));
    await eventually(async () => expect(await steps.isRevoked(viewer, model)).toBe(true));
  });

  test('is settled once although its process was cut off in the middle, and a lost hold is not charged (S507)', async () => {
    const model = await steps.model();
    const viewers = await Promise.all(Array.from({ length: 3 }, () => site.join({ tokens: 100 })));
    await announce(model, { refund_joined_minute_before_end: 0 });
    for (const viewer of viewers) await buy(viewer, model);
    await sql`update tickets set bought_at = now() - interval '1 hour'
      where account_id = any(${viewers.map(({ id }) => id)})`.execute(kysely);
    // As a process leaves it that dies right after the end.
    await sql`update ticket_shows set state = 'settling', reason = 'model_ended', started_at = now() - interval '30 minutes',
      ended_at = now(), delivered_ms = 1800000 where room_id = ${model.id}`.execute(kysely);
    await eventually(async () => expect(await steps.earnedBy(model)).toBe(180));
    for (const viewer of viewers) expect(await steps.balanceOf(viewer)).toEqual({ spendable: 0, held: 0 });
    await eventually(async () =>
      expect((await viewers[0]!.call('getRoom', { params: inRoom(model) })).chat.installedAppId).toBeNull(),
    );
  });
});
