import { TICKET_SHOW_APP } from '@klieg/contract/features/ticket-shows/limits';
import { eventually } from '@klieg/testing/eventually';
import { isFullRun } from '@klieg/testing/run-length';
import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import { BEHIND_PROXY, codeOf, type Member, useTestSite } from '../../app/testing-site.ts';
import { makeShowSteps } from '../../app/testing-shows-store.ts';
import { makeTicketSteps } from '../../app/testing-tickets-store.ts';
import { deriveTransferId } from '../ledger/index.ts';

/* What goes wrong around ticket shows: races, who is kept out, what is taken away, processes that end in the middle. */

const site = await useTestSite({ env: BEHIND_PROXY });
const { kysely } = site.database;
const { model, balanceOf, earnedBy } = makeShowSteps(site);
const steps = makeTicketSteps(site);
const { announce, buy, start, end, cancel, hold, statusOf, ticketOf } = steps;
afterAll(async () => expect((await site.site.ledger.reconcile('all')).findings).toEqual([]));

const showLock = (roomId: number) => sql`select 1 from ticket_shows where room_id = ${roomId} for update`;
/** Those who wait for a lock of another transaction. */
const waitFor = (waiters: number) =>
  eventually(async () => {
    const { rows } = await sql<{ waiting: number }>`
      select count(*)::int waiting from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(kysely);
    expect(rows[0]!.waiting).toBeGreaterThanOrEqual(waiters);
  });

describe('at the same moment', () => {
  test('a cancel that comes after the start ends nothing, and the room has the show (S19)', async () => {
    const room = await model();
    await announce(room);
    const release = await hold(showLock(room.id));
    const starting = codeOf(start(room));
    await waitFor(1);
    const canceling = codeOf(cancel(room));
    await waitFor(2);
    await release();
    expect([await starting, await canceling]).toEqual(['not refused', 'shows.not_running']);
    expect([await statusOf(room), (await steps.showRow(room)).state]).toEqual(['limited', 'running']);
    await end(room);
    expect(await statusOf(room)).toBe('online');
  });

  test('an installation and a start wait for each other in one order', async () => {
    const room = await model();
    await announce(room);
    const release = await hold(showLock(room.id));
    const again = codeOf(announce(room));
    await waitFor(1);
    const starting = codeOf(start(room));
    await waitFor(2);
    await release();
    const codes = [await again, await starting];
    expect(codes).not.toContain('common.internal');
    const isOn = (await statusOf(room)) === 'limited';
    expect((await steps.showRow(room)).state).toBe(isOn ? 'running' : 'announced');
  });

  test.runIf(isFullRun)('many announcements take no more connections than each its own', async () => {
    const rooms = await Promise.all(Array.from({ length: 24 }, () => model()));
    expect(await Promise.all(rooms.map((room) => codeOf(announce(room))))).toEqual(
      rooms.map(() => 'not refused'),
    );
  });

  test('who is put out while it starts has neither a seat nor a ticket', async () => {
    const room = await model();
    const viewer = await site.join({ tokens: 100 });
    await announce(room);
    await buy(viewer, room);
    const seat = sql`insert into room_seats (room_id, person_key, seat) values (${room.id}, ${`a${viewer.id}`}, 'member')`;
    const release = await hold(seat);
    const starting = start(room);
    await waitFor(1);
    await steps.moderate(room, viewer, 'kick');
    await release();
    await starting;
    await eventually(async () => expect(await ticketOf(viewer)).toMatchObject({ state: 'returned' }));
    await eventually(async () => {
      const { rows } = await sql`select 1 from room_seats where room_id = ${room.id}`.execute(kysely);
      expect(rows).toEqual([]);
    });
    expect(await balanceOf(viewer)).toEqual({ spendable: 100, held: 0 });
  });
});

describe('who is kept out', () => {
  test.each([
    ['by a password', { cam_password: 'a secret word' }],
    ['by the country', { blocked_countries: ['DE', 'SE'] }],
  ])('%s after the sale has the ticket back, unless half of it was seen', async (_how, settings) => {
    const room = await model();
    const [never, watching] = [await site.join({ tokens: 100 }), await site.join({ tokens: 100 })];
    await announce(room, { refund_joined_minute_before_end: 0 });
    for (const viewer of [never, watching]) await buy(viewer, room);
    await steps.boughtLongAgo(never, watching);
    await start(room);
    await steps.hasRun(room, 30);
    await steps.watches(watching, 20);
    await room.call('saveSettings', { body: settings } as never);
    expect(await end(room)).toMatchObject({ sold: 2, refunded: 1 });
    await eventually(async () => expect(await ticketOf(never)).toMatchObject({ state: 'returned' }));
    await eventually(async () => expect(await ticketOf(watching)).toMatchObject({ state: 'paid' }));
    expect(await earnedBy(room)).toBe(60);
  });

  /** A show of half an hour that nobody came to ends. @returns what became of the tickets */
  const endUnseen = async (room: Member, ...viewers: readonly Member[]) => {
    await steps.boughtLongAgo(...viewers);
    await start(room);
    await steps.hasRun(room, 30);
    await end(room);
    await eventually(async () =>
      expect((await Promise.all(viewers.map(ticketOf))).map(({ state }) => state)).not.toContain('held'),
    );
    return Promise.all(viewers.map(async (viewer) => (await ticketOf(viewer)).state));
  };

  test('by nothing new pays: the password was there at the sale, and the blocks are of elsewhere', async () => {
    const room = await model({
      cam_password: 'sesame',
      blocked_countries: ['SE'],
      blocked_states: ['US-FL'],
    });
    const california = { address: '203.0.113.5', country: 'US', region: 'CA' };
    const [viewer, roaming] = [
      await site.join({ tokens: 100, from: california }),
      await site.join({ tokens: 100, from: california }),
    ];
    await announce(room, { refund_joined_minute_before_end: 0 });
    for (const one of [viewer, roaming]) {
      await one.call('enterRoomPassword', {
        params: { username: room.username },
        body: { password: 'sesame' },
      });
      await buy(one, room);
    }
    // A log-in from where the room is shut gives nothing back.
    await sql`update accounts set last_login_country = 'SE' where id = ${roaming.id}`.execute(kysely);
    expect(await endUnseen(room, viewer, roaming)).toEqual(['paid', 'paid']);
    expect(await earnedBy(room)).toBe(120);
  });

  test('by a new password pays who has given it, also after logging out', async () => {
    const room = await model();
    const [inside, outside] = [await site.join({ tokens: 100 }), await site.join({ tokens: 100 })];
    await announce(room, { refund_joined_minute_before_end: 0 });
    for (const viewer of [inside, outside]) await buy(viewer, room);
    await room.call('saveSettings', { body: { cam_password: 'sesame' } } as never);
    await inside.call('enterRoomPassword', {
      params: { username: room.username },
      body: { password: 'sesame' },
    });
    await inside.call('logout', { body: {} } as never);
    expect(await endUnseen(room, inside, outside)).toEqual(['paid', 'returned']);
  });

  test('by a suspension has it back before the start, and does not count as sold', async () => {
    const room = await model();
    const [viewer, other] = [await site.join({ tokens: 100 }), await site.join({ tokens: 100 })];
    await announce(room);
    for (const buyer of [viewer, other]) await buy(buyer, room);
    await sql`update accounts set suspended_at = now() where id = ${viewer.id}`.execute(kysely);
    await start(room);
    expect(await ticketOf(viewer)).toMatchObject({ state: 'returned' });
    expect(await steps.showRow(room)).toMatchObject({ sold: 1 });
    await end(room);
  });

  test('whose tokens were taken back from outside loses seat and picture', async () => {
    const room = await model();
    const viewer = await site.join({ tokens: 100 });
    await announce(room);
    await buy(viewer, room);
    await start(room);
    await site.site.ledger.void({ holdId: (await ticketOf(viewer)).ticket_id as never });
    await eventually(async () =>
      expect(await codeOf(steps.streamOf(viewer, room))).toBe('broadcast.not_entitled'),
    );
    await eventually(async () => expect(await ticketOf(viewer)).toMatchObject({ state: 'returned' }));
    await end(room);
  });

  test('was refunded before: a cancel and a repeated end count each ticket once', async () => {
    const room = await model();
    const viewer = await site.join({ tokens: 100 });
    await announce(room);
    await buy(viewer, room);
    await steps.moderate(room, viewer, 'ban');
    await eventually(async () => expect(await ticketOf(viewer)).toMatchObject({ state: 'returned' }));
    expect(await cancel(room)).toMatchObject({ refunded: 0 });
    await eventually(() => announce(room));
    const next = await site.join({ tokens: 100 });
    await buy(next, room);
    await start(room);
    expect(await end(room)).toMatchObject({ sold: 1, refunded: 1 });
    await eventually(async () => expect(await ticketOf(next)).toMatchObject({ state: 'returned' }));
    expect(await end(room)).toMatchObject({ sold: 1, refunded: 1 });
  });
});

describe('time', () => {
  test('until the very end is counted', async () => {
    const room = await model();
    const viewer = await site.join({ tokens: 100 });
    await announce(room, { refund_joined_minute_before_end: 0 });
    await buy(viewer, room);
    await steps.boughtLongAgo(viewer);
    await start(room);
    await sql`update ticket_shows set delivered_ms = 299000, counted_at = clock_timestamp() - interval '2 seconds'
      where room_id = ${room.id}`.execute(kysely);
    expect(await end(room)).toMatchObject({ refunded: 0 });
    expect(Number((await steps.showRow(room)).delivered_ms)).toBeGreaterThan(300_000);
  });

  test('of a start is within a day, and a show that is over before it costs nobody who had not come', async () => {
    const room = await model();
    const far = new Date(Date.now() + 25 * 3_600_000).toISOString();
    expect(await codeOf(announce(room, { starts_at: far }))).toBe('room_games.config_invalid');
    const viewer = await site.join({ tokens: 100 });
    const later = new Date(Date.now() + 3_600_000).toISOString();
    await announce(room, { starts_at: later, refund_joined_minute_before_end: 0 });
    await buy(viewer, room);
    await steps.boughtLongAgo(viewer);
    await start(room);
    await steps.hasRun(room, 30);
    expect(await end(room)).toMatchObject({ sold: 1, refunded: 1 });
  });
});

describe('a process that ends in the middle', () => {
  test.runIf(isFullRun)(
    'leaves a private whose late end takes nothing from the ticket show that has begun since',
    async () => {
      const room = await model();
      const [payer, holder] = [await site.join({ tokens: 500 }), await site.join({ tokens: 500 })];
      const shows = makeShowSteps(site);
      const { request_id: id } = await shows.request(payer, room);
      await shows.accept(room, id);
      // Nobody gets to its end while the room closes and opens again.
      const release = await hold(sql`select 1 from privates where show_id = ${id} for update`);
      await sql`update rooms set status = 'online' where account_id = ${room.id}`.execute(kysely);
      await announce(room);
      await buy(holder, room);
      await start(room);
      await release();
      await eventually(async () => {
        const { rows } = await sql<{
          state: string;
        }>`select state from privates where show_id = ${id}`.execute(kysely);
        expect(rows[0]!.state).toBe('ended');
      });
      expect([await statusOf(room), (await steps.showRow(room)).state]).toEqual(['limited', 'running']);
      const { rows: seats } = await sql<{
        person_key: string;
      }>`select person_key from room_seats where room_id = ${room.id}`.execute(kysely);
      expect(seats).toEqual([{ person_key: `a${holder.id}` }]);
      await end(room);
    },
  );

  const settling = (roomId: number) =>
    sql`update ticket_shows set state = 'settling', reason = 'model_ended', started_at = now() - interval '30 minutes',
      ended_at = now(), delivered_ms = 1800000 where room_id = ${roomId}`.execute(kysely);

  test('after a ticket was to go back and before it did counts it back once (T7)', async () => {
    const room = await model();
    const [viewer, other] = [await site.join({ tokens: 100 }), await site.join({ tokens: 100 })];
    await announce(room);
    for (const buyer of [viewer, other]) await buy(buyer, room);
    await sql`update tickets set outcome = 'returned' where account_id = ${viewer.id}`.execute(kysely);
    await sql`update ticket_shows set sold = 1 where room_id = ${room.id}`.execute(kysely);
    await steps.moderate(room, viewer, 'kick');
    await eventually(async () => expect(await ticketOf(viewer)).toMatchObject({ state: 'returned' }));
    expect(await steps.showRow(room)).toMatchObject({ sold: 1 });
    expect(await balanceOf(viewer)).toEqual({ spendable: 100, held: 0 });
    await cancel(room);
  });

  test('after a payment and before its note has paid once, and says so', async () => {
    const room = await model();
    const viewer = await site.join({ tokens: 100 });
    await announce(room);
    await buy(viewer, room);
    const { ticket_id: id, show_id: showId } = await ticketOf(viewer);
    await sql`update tickets set outcome = 'paid' where ticket_id = ${id}`.execute(kysely);
    const captured = await site.site.ledger.capture({
      id: deriveTransferId('ticket:paid', id as never),
      holdId: id as never,
      kind: 'ticket',
      amountTokens: 100,
      isLast: true,
      note: { ref: { type: 'ticket', id: showId } },
    });
    expect(captured.status).toBe('applied');
    await settling(room.id);
    await eventually(async () => expect(await ticketOf(viewer)).toMatchObject({ state: 'paid' }));
    expect(await balanceOf(viewer)).toEqual({ spendable: 0, held: 0 });
    expect(await earnedBy(room)).toBe(60);
  });

  test('with a ticket that cannot be settled holds up no other', async () => {
    const rooms = [await model(), await model()];
    const viewers = [await site.join({ tokens: 100 }), await site.join({ tokens: 100 })];
    for (const [at, room] of rooms.entries()) {
      await announce(room, { refund_joined_minute_before_end: 0 });
      await buy(viewers[at]!, room);
    }
    await steps.boughtLongAgo(...viewers);
    // More than is held for it: the ledger refuses.
    await sql`update tickets set price = 101 where account_id = ${viewers[0]!.id}`.execute(kysely);
    for (const room of rooms) await settling(room.id);
    await eventually(async () => expect(await ticketOf(viewers[1]!)).toMatchObject({ state: 'paid' }));
    expect(await earnedBy(rooms[1]!)).toBe(60);
  });

  test('after the app was taken out tells the room that the show is canceled', async () => {
    const room = await model();
    const viewer = await site.join({ tokens: 100 });
    const page = await makeShowSteps(site).enter(viewer, room);
    await announce(room);
    await buy(viewer, room);
    await room.call('uninstallApp', { params: { type: String(TICKET_SHOW_APP) }, body: {} });
    expect(await page.waitFor('v3.limited.end')).toMatchObject({ reason: 'canceled' });
    expect(await page.lobby.waitFor('v3.limited.result')).toMatchObject({ ticket: 'returned' });
  });
});
