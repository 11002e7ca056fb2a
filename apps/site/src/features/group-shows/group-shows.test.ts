import { uuidv7 } from '@klieg/kernel';
import { eventually } from '@klieg/testing/eventually';
import { TICKET_SHOW_APP } from '@klieg/contract/features/ticket-shows/limits';
import { howMany, isFullRun, isLongRun } from '@klieg/testing/run-length';
import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import { makeGroupSteps } from '../../app/testing-groups-store.ts';
import { inRoom } from '../../app/testing-shows-store.ts';
import { codeOf, useTestSite } from '../../app/testing-site.ts';

const site = await useTestSite();
const { kysely } = site.database;
const steps = makeGroupSteps(site);
const { offer, join, leave, running, memberRow, showRow, balanceOf, becomes } = steps;
afterAll(async () => expect((await site.site.ledger.reconcile('all')).findings).toEqual([]));

const viewersOf = (many: number, tokens = 600) =>
  Promise.all(Array.from({ length: many }, () => site.join({ tokens })));

describe('an offer', () => {
  test('is told to the room with its terms, stands once, and a repeat is the same (GS1) (GS19)', async () => {
    const model = await steps.model();
    const [viewer] = await viewersOf(1);
    const page = await steps.enter(viewer!, model);
    const showId = uuidv7();
    const terms = { show_id: showId, min_people: 3, max_people: 5, if_few: 'goes_on' };
    const { groupShow } = await offer(model, terms);
    const shown = { show_id: showId, status: 'open', cost_per_minute: 30, min_people: 3, joined: 0 };
    expect(groupShow).toMatchObject({ ...shown, max_people: 5, late_joiners: true, if_few: 'goes_on' });
    expect((await offer(model, terms)).groupShow).toEqual(groupShow);
    expect(await codeOf(offer(model))).toBe('shows.in_show');
    expect(await viewer!.call('getGroupShow', { params: inRoom(model) })).toMatchObject({
      groupShow: shown,
      can_join: true,
      reason: null,
    });
    const room = await viewer!.call('getRoom', { params: inRoom(model) });
    expect(room.groupShow).toMatchObject({ ...shown, is_in: false });
    const later = await steps.enter(viewer!, model);
    expect((await later.waitFor('v3.room.snapshot')).groupShow).toMatchObject(shown);
    expect(page).toBeDefined();
  });

  test('is refused off the air, with a limit below the number needed, and beside another show (GS1)', async () => {
    const offline = await site.join({ type: 'model' });
    expect(await codeOf(offer(offline))).toBe('broadcast.not_live');
    const model = await steps.model();
    expect(await codeOf(offer(model, { min_people: 4, max_people: 3 }))).toBe('common.invalid_input');
    for (const wrong of [{ cost_per_minute: 5 }, { min_people: 1 }, { min_people: 21 }, { wait_minutes: 4 }])
      expect(await codeOf(offer(model, wrong))).toBe('common.invalid_input');
    const announce = () =>
      model.call('installApp', { body: { type: TICKET_SHOW_APP, config: { ticket_price: 100 } } });
    await announce();
    expect(await codeOf(offer(model))).toBe('shows.in_show');
    await model.call('cancelTicketShow', { body: {} });
    await eventually(async () => expect(await codeOf(offer(model))).toBe('not refused'));
    expect(await codeOf(announce())).toBe('shows.in_show');
  });

  test.runIf(isFullRun)(
    'leaves no place for privates, and none of its people for another show (GS1) (GS2)',
    async () => {
      const [model, other] = [await steps.model(), await steps.model()];
      const [viewer, asker] = await viewersOf(2);
      await steps.request(asker!, model);
      const asked = await steps.enter(asker!, model);
      await offer(model);
      expect(await codeOf(steps.request(viewer!, model))).toBe('shows.private_unavailable');
      await asked.lobby.waitFor('v3.private.expired');
      await join(viewer!, model);
      expect(await codeOf(steps.request(viewer!, other))).toBe('shows.in_show');
      await offer(other);
      expect(await codeOf(join(viewer!, other))).toBe('shows.in_show');
      await leave(viewer!, model);
      expect(await codeOf(join(viewer!, other))).toBe('not refused');
    },
  );

  test('is called off with everybody out of the list, also while it counts down (GS6) (GS19)', async () => {
    const model = await steps.model();
    const viewers = await viewersOf(2);
    const pages = await Promise.all(viewers.map((viewer) => steps.enter(viewer, model)));
    await offer(model);
    for (const viewer of viewers) await join(viewer, model);
    await becomes(model, 'counting');
    await model.call('cancelGroupShow', { body: {} });
    expect(await pages[0]!.waitFor('v3.group.end')).toMatchObject({ reason: 'canceled' });
    expect(await showRow(model)).toMatchObject({ state: 'canceled' });
    expect(await memberRow(viewers[0]!)).toMatchObject({
      state: 'left',
      reason: 'canceled',
      tokens_charged: 0,
    });
    await steps.cancelGroup(model);
    expect(await codeOf(steps.endGroup(model))).toBe('shows.not_running');
    expect(await balanceOf(viewers[0]!)).toEqual({ spendable: 600, held: 0 });
  });
});

describe('the list', () => {
  test('takes who can pay two minutes, for the price that was shown, and holds nothing (GS2)', async () => {
    const model = await steps.model();
    const [viewer, poor] = [await site.join({ tokens: 60 }), await site.join({ tokens: 59 })];
    expect(await codeOf(join(viewer, model))).toBe('shows.no_group_show');
    await offer(model, { max_people: 2 });
    expect(await codeOf(join(poor, model))).toBe('ledger.not_enough_tokens');
    expect(await codeOf(join(viewer, model, 29))).toBe('common.price_changed');
    expect(await codeOf(join(model, model))).toBe('common.not_self');
    const key = uuidv7();
    expect(await join(viewer, model, 30, key)).toMatchObject({
      groupShow: { joined: 1, is_in: true },
      tokens: 60,
    });
    expect(await join(viewer, model, 30, key)).toMatchObject({ groupShow: { joined: 1, is_in: true } });
    // A second tab.
    expect(await join(viewer, model)).toMatchObject({ groupShow: { joined: 1, is_in: true } });
    expect(await balanceOf(viewer)).toEqual({ spendable: 60, held: 0 });
    const [second, third] = await viewersOf(2);
    await join(second!, model);
    expect(await codeOf(join(third!, model))).toBe('shows.group_full');
    expect(await steps.groupOf(third!, model)).toMatchObject({ can_join: false, reason: 'shows.group_full' });
  });

  test('is left by a press, and by who is blocked or put out, at no cost (GS3)', async () => {
    const model = await steps.model();
    const [first, second] = await viewersOf(2);
    await offer(model, { min_people: 3 });
    const page = await steps.enter(first!, model);
    for (const viewer of [first!, second!]) await join(viewer, model);
    const zeros = { status: 1, tokens_charged: 0, duration_seconds: 0 };
    expect(await first!.call('leaveGroupShow', { params: inRoom(model), body: {} })).toEqual(zeros);
    expect(await leave(first!, model)).toEqual(zeros);
    expect(await page.lobby.waitFor('v3.group.result')).toMatchObject({ reason: 'left', seconds: 0 });
    const ban = { params: inRoom(model), body: { username: second!.username, action: 'ban' } };
    await model.call('moderate', ban as never);
    await eventually(async () => expect(await memberRow(second!)).toMatchObject({ reason: 'removed' }));
    expect(await codeOf(join(second!, model))).toBe('rooms.banned');
    expect((await steps.groupOf(first!, model)).groupShow).toMatchObject({ joined: 0 });
  });

  test.runIf(isFullRun)(
    'counts down with enough who are there, and waits again when one goes (GS4)',
    async () => {
      const model = await steps.model();
      const viewers = await viewersOf(2);
      await offer(model);
      const page = await steps.enter(viewers[0]!, model);
      await join(viewers[0]!, model);
      await steps.enter(viewers[1]!, model);
      await join(viewers[1]!, model);
      expect(await page.waitFor('v3.group.update', ({ status }) => status === 'counting')).toMatchObject({
        joined: 2,
        starts_at: expect.any(Number),
      });
      await leave(viewers[1]!, model);
      await becomes(model, 'open');
    },
  );
});

describe('a show', () => {
  test.runIf(isFullRun)(
    'starts for those who can pay, with a hold, a seat and a meter each, and nobody else sees it (GS5) (GS13) (GS16)',
    async () => {
      const model = await steps.model();
      const viewers = await viewersOf(3);
      const outside = await site.join({ tokens: 600 });
      const pages = await running(model, viewers);
      expect(await steps.roomStatus(model)).toBe('limited');
      expect(await steps.seatsOf(model)).toEqual(viewers.map(({ id }) => `a${id}`).toSorted());
      await pages[0]!.waitFor('v3.group.update', ({ status }) => status === 'running');
      const streamOf = (who: typeof outside) =>
        who.call('getStreamToken', { params: inRoom(model) } as never);
      expect(await codeOf(streamOf(viewers[0]!))).toBe('not refused');
      expect(await codeOf(streamOf(outside))).toBe('broadcast.not_entitled');
      expect(await codeOf(steps.spy(outside, model))).toBe('shows.spy_unavailable');
      for (const viewer of viewers) expect(await balanceOf(viewer)).toEqual({ spendable: 540, held: 60 });
      await steps.endGroup(model);
      await eventually(async () => expect(await balanceOf(viewers[0]!)).toEqual({ spendable: 600, held: 0 }));
    },
  );

  test.runIf(isFullRun)(
    'begins without who cannot pay any more, and waits again where too few are left (GS5)',
    async () => {
      const model = await steps.model();
      const [rich, poor] = [await site.join({ tokens: 600 }), await site.join({ tokens: 60 })];
      const pages = await Promise.all([rich, poor].map((viewer) => steps.enter(viewer, model)));
      await offer(model);
      for (const viewer of [rich, poor]) await join(viewer, model);
      await becomes(model, 'counting');
      await poor.call('sendTip', {
        params: { id: String(model.id) },
        body: { amount: 10 },
        idempotencyKey: uuidv7(),
      } as never);
      await steps.countIsOver(model);
      expect(await pages[1]!.lobby.waitFor('v3.group.result')).toMatchObject({
        reason: 'no_tokens',
        seconds: 0,
      });
      await becomes(model, 'open');
      expect((await steps.groupOf(rich, model)).groupShow).toMatchObject({ joined: 1, is_in: true });
      await eventually(async () => expect(await balanceOf(rich)).toEqual({ spendable: 600, held: 0 }));
      expect(await steps.roomStatus(model)).toBe('online');
    },
  );

  test.runIf(isFullRun)(
    'charges each for the own delivered seconds, and tells them and the performer (GS7) (GS11) (GS15)',
    async () => {
      const model = await steps.model();
      const [long, short, never] = await viewersOf(3);
      const pages = await running(model, [long!, short!, never!]);
      const studio = await steps.enter(model, model);
      await steps.watches(long!, 25);
      await steps.watches(short!, 7);
      expect(await pages[0]!.waitFor('v3.group.tick', ({ seconds }) => seconds === 25)).toMatchObject({
        tokens_charged: 10,
        remaining_seconds: expect.any(Number),
      });
      expect(await studio.waitFor('v3.group.tick', ({ tokens_charged: all }) => all === 10)).toMatchObject({
        people: 3,
        tokens_earned: 6,
      });
      expect(await steps.endGroup(model)).toMatchObject({ people: 3, tokens_charged: 15 });
      expect(await pages[2]!.waitFor('v3.group.end')).toMatchObject({ reason: 'model_ended' });
      expect(await pages[0]!.lobby.waitFor('v3.group.result')).toMatchObject({
        reason: 'model_ended',
        username: model.username,
        seconds: 25,
        tokens_charged: 12,
        can_rate: false,
      });
      await becomes(model, 'ended');
      expect(await steps.endGroup(model)).toMatchObject({ people: 3, tokens_charged: 15 });
      const after = [long!, short!, never!].map(balanceOf);
      expect(await Promise.all(after)).toEqual([
        { spendable: 588, held: 0 },
        { spendable: 597, held: 0 },
        { spendable: 600, held: 0 },
      ]);
      expect(await steps.roomStatus(model)).toBe('online');
      expect(await steps.seatsOf(model)).toEqual([]);
    },
  );

  test.runIf(isFullRun)('stands in both histories, and its transfers name it (GS15)', async () => {
    const model = await steps.model();
    const viewers = await viewersOf(2);
    await running(model, viewers);
    await steps.watches(viewers[0]!, 120);
    await eventually(async () => expect((await balanceOf(viewers[0]!)).spendable).toBeLessThanOrEqual(480));
    await steps.endGroup(model);
    await becomes(model, 'ended');
    const { show_id: id } = await showRow(model);
    const { items } = await viewers[0]!.call('listShowHistory', { query: {} } as never);
    expect(items[0]).toMatchObject({
      show_id: id,
      kind: 'group',
      username: model.username,
      duration_seconds: 120,
      tokens: 60,
    });
    const own = await model.call('listShowHistory', { query: {} } as never);
    expect(own.items[0]).toMatchObject({ show_id: id, kind: 'group', tokens: 36 });
    const { items: rows } = await viewers[0]!.call('listHistory', { query: {} } as never);
    const spent = rows.filter(({ ref }: { ref?: { id: string } | null }) => ref?.id === id);
    expect(spent.length).toBeGreaterThan(0);
    expect(spent.reduce((sum: number, { tokens }: { tokens: number }) => sum + tokens, 0)).toBe(-60);
  });

  test.runIf(isFullRun)(
    'lets one in later at the same price, once and only where the performer said so (GS8)',
    async () => {
      const model = await steps.model();
      const viewers = await viewersOf(2);
      const [late, poor] = [await site.join({ tokens: 60 }), await site.join({ tokens: 59 })];
      await running(model, viewers, { max_people: 3 });
      expect(await codeOf(join(poor, model))).toBe('ledger.not_enough_tokens');
      await steps.enter(late, model);
      const key = uuidv7();
      await join(late, model, 30, key);
      await join(late, model, 30, key);
      expect(await balanceOf(late)).toEqual({ spendable: 0, held: 60 });
      expect(await steps.seatsOf(model)).toContain(`a${late.id}`);
      const more = await site.join({ tokens: 600 });
      expect(await codeOf(join(more, model))).toBe('shows.group_full');
      await steps.endGroup(model);
      const closed = await steps.model();
      await eventually(async () => expect((await memberRow(viewers[0]!)).state).toBe('left'));
      await running(closed, viewers, { late_joiners: false });
      expect(await codeOf(join(more, closed))).toBe('shows.no_group_show');
    },
  );
});

describe('somebody inside', () => {
  test.runIf(isFullRun)(
    'leaves by a press, pays what was delivered, and has no seat any more (GS9)',
    async () => {
      const model = await steps.model();
      const viewers = await viewersOf(3);
      await running(model, viewers);
      await steps.watches(viewers[0]!, 13);
      await eventually(async () => expect((await balanceOf(viewers[0]!)).spendable).toBeLessThan(540));
      const left = { status: 1, tokens_charged: 6, duration_seconds: 13 };
      expect(await leave(viewers[0]!, model)).toEqual(left);
      expect(await leave(viewers[0]!, model)).toEqual(left);
      expect(await steps.seatsOf(model)).toHaveLength(2);
      await eventually(async () => expect(await balanceOf(viewers[0]!)).toEqual({ spendable: 594, held: 0 }));
      const stream = viewers[0]!.call('getStreamToken', { params: inRoom(model) } as never);
      expect(await codeOf(stream)).toBe('broadcast.not_entitled');
      expect(await Promise.all(viewers.map((one) => steps.isRevoked(one, model)))).toEqual([
        true,
        false,
        false,
      ]);
    },
  );

  test.runIf(isFullRun)('goes without tokens, never within an interval that is paid (GS9)', async () => {
    const model = await steps.model();
    const [rich, poor] = [await site.join({ tokens: 600 }), await site.join({ tokens: 60 })];
    const [, page] = await running(model, [rich, poor], { if_few: 'goes_on' });
    await steps.watches(poor, 119);
    await eventually(async () => expect((await balanceOf(poor)).held).toBe(5));
    expect((await memberRow(poor)).state).toBe('seated');
    await steps.watches(poor, 1);
    expect(await page!.lobby.waitFor('v3.group.result')).toMatchObject({
      reason: 'no_tokens',
      seconds: 120,
      tokens_charged: 60,
      can_rate: true,
    });
    expect(await balanceOf(poor)).toEqual({ spendable: 0, held: 0 });
  });

  test.runIf(isFullRun).each((['ban', 'suspend', 'kick', 'block'] as const).slice(0, howMany(2, 4)))(
    'is out of it by %s, and pays what was delivered (GS9) (S9)',
    async (how) => {
      const model = await steps.model();
      const viewers = await viewersOf(3);
      await running(model, viewers);
      const out = viewers[1]!;
      await steps.watches(out, 10);
      await eventually(async () => expect((await balanceOf(out)).spendable).toBe(535));
      if (how === 'suspend')
        await sql`update accounts set suspended_at = now() where id = ${out.id}`.execute(kysely);
      else if (how === 'block')
        await sql`insert into ignored_people (account_id, ignored_id) values (${model.id}, ${out.id})`.execute(
          kysely,
        );
      else
        await model.call('moderate', {
          params: inRoom(model),
          body: { username: out.username, action: how },
        } as never);
      await eventually(async () =>
        expect(await memberRow(out)).toMatchObject({ state: 'left', reason: 'removed' }),
      );
      expect(await balanceOf(out)).toEqual({ spendable: 595, held: 0 });
      expect(await steps.seatsOf(model)).not.toContain(`a${out.id}`);
      expect((await showRow(model)).state).toBe('running');
    },
  );

  test.runIf(isLongRun)(
    'who closes the last page has left after a while, and pays what was delivered (GS9)',
    async () => {
      const model = await steps.model();
      const viewers = await viewersOf(3);
      const pages = await running(model, viewers);
      await steps.watches(viewers[2]!, 20);
      await eventually(async () => expect((await balanceOf(viewers[2]!)).spendable).toBeLessThan(540));
      pages[2]!.close();
      await eventually(async () =>
        expect(await memberRow(viewers[2]!)).toMatchObject({
          state: 'left',
          reason: 'left',
          tokens_charged: 10,
        }),
      );
    },
  );
});

describe('with too few people', () => {
  const isFewSince = (roomId: number, seconds: number) =>
    sql`update group_shows set few_since = now() - make_interval(secs => ${seconds})
      where room_id = ${roomId} and few_since is not null returning 1`.execute(kysely);
  const isFew = async (roomId: number) =>
    eventually(async () => expect((await isFewSince(roomId, 60)).rows).toHaveLength(1));

  test.runIf(isFullRun)('it ends after a minute, where that was said (GS10)', async () => {
    const model = await steps.model();
    const viewers = await viewersOf(2);
    const pages = await running(model, viewers);
    await leave(viewers[0]!, model);
    await pages[1]!.waitFor('v3.group.update', ({ few_until: until }) => until !== undefined);
    await isFew(model.id);
    expect(await pages[1]!.waitFor('v3.group.end')).toMatchObject({ reason: 'too_few' });
    await becomes(model, 'ended');
  });

  test.runIf(isLongRun)('it goes on where that was said, until nobody is left (GS10)', async () => {
    const model = await steps.model();
    const viewers = await viewersOf(2);
    await running(model, viewers, { if_few: 'goes_on' });
    await leave(viewers[0]!, model);
    await isFew(model.id);
    await steps.watches(viewers[1]!, 10);
    await eventually(async () => expect((await balanceOf(viewers[1]!)).spendable).toBe(535));
    expect((await showRow(model)).state).toBe('running');
    await leave(viewers[1]!, model);
    await eventually(async () => expect(await showRow(model)).toMatchObject({ reason: 'too_few' }));
  });
});
