import { type AccountId, type Uuid, uuidv7 } from '@klieg/kernel';
import { eventually } from '@klieg/testing/eventually';
import { isFullRun, isLongRun } from '@klieg/testing/run-length';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { makeGroupSteps } from '../../app/testing-groups-store.ts';
import { codeOf, useTestSite } from '../../app/testing-site.ts';
import { deriveTransferId } from '../ledger/index.ts';
import { makeGroupStore } from './group-store.ts';

/* What goes wrong around group shows: races, what is taken away, processes that end in the middle. */

const site = await useTestSite();
const { kysely } = site.database;
const steps = makeGroupSteps(site);
const { offer, join, running, memberRow, showRow, balanceOf, becomes } = steps;
afterAll(async () => expect((await site.site.ledger.reconcile('all')).findings).toEqual([]));

const viewersOf = (many: number) =>
  Promise.all(Array.from({ length: many }, () => site.join({ tokens: 600 })));

test('called off in the moment of its start, it does one of both, and holds nothing without a seat (GS6) (GS5)', async () => {
  const model = await steps.model();
  const viewers = await viewersOf(2);
  await Promise.all(viewers.map((viewer) => steps.enter(viewer, model)));
  await offer(model);
  for (const viewer of viewers) await join(viewer, model);
  await becomes(model, 'counting');
  const over = steps.countIsOver(model);
  const [code] = await Promise.all([codeOf(steps.cancelGroup(model)), over]);
  await eventually(async () => expect(['canceled', 'running']).toContain((await showRow(model)).state));
  const isRunning = (await showRow(model)).state === 'running';
  expect(code).toBe(isRunning ? 'shows.in_show' : 'not refused');
  if (isRunning) await steps.endGroup(model);
  for (const viewer of viewers)
    await eventually(async () => expect(await balanceOf(viewer)).toEqual({ spendable: 600, held: 0 }));
  expect(await steps.roomStatus(model)).toBe('online');
});

test('a start that goes on is not taken for one that was left: who is at work says so, and hears when it has ended', async () => {
  const model = await steps.model();
  await offer(model);
  const { show_id: id } = await showRow(model);
  const { prolongStart } = makeGroupStore(site.database);
  await sql`update group_shows set state = 'starting', starting_until = clock_timestamp() + interval '1 hour'
    where show_id = ${id}`.execute(kysely);
  expect(await prolongStart(id as Uuid)).toBe(true);
  const { rows } = await sql<{ seconds: number }>`
    select extract(epoch from starting_until - clock_timestamp())::float as seconds from group_shows
    where show_id = ${id}`.execute(kysely);
  expect(rows[0]!.seconds).toBeLessThanOrEqual(15);
  await becomes(model, 'open');
  expect(await prolongStart(id as Uuid)).toBe(false);
});

test.runIf(isFullRun)(
  'a start of more people than are held for at once holds for each once, and begins without who cannot pay (GS5)',
  async () => {
    const [model, other] = [await steps.model(), await steps.model()];
    const viewers = await viewersOf(55);
    const poor = viewers[20]!;
    await offer(model);
    for (const viewer of viewers) {
      await steps.enter(viewer, model);
      await join(viewer, model);
    }
    await poor.call('sendTip', {
      params: { id: String(other.id) },
      body: { amount: 590 },
      idempotencyKey: uuidv7(),
    });
    await becomes(model, 'counting');
    await steps.countIsOver(model);
    await becomes(model, 'running');
    const states = await Promise.all(viewers.map(async (viewer) => (await memberRow(viewer)).state));
    expect(states.filter((state) => state === 'seated')).toHaveLength(54);
    expect(await balanceOf(poor)).toEqual({ spendable: 10, held: 0 });
    for (const viewer of viewers)
      if (viewer !== poor) expect(await balanceOf(viewer)).toEqual({ spendable: 540, held: 60 });
    await steps.endGroup(model);
  },
);

test.runIf(isFullRun)(
  'a start that was left half done is undone, what it held goes back, and it starts anew (GS18)',
  async () => {
    const model = await steps.model();
    const viewers = await viewersOf(2);
    await offer(model);
    for (const viewer of viewers) await join(viewer, model);
    const { show_id: id } = await showRow(model);
    // The process held for the first of them, and ended.
    const meterId = uuidv7();
    const first = await memberRow(viewers[0]!);
    await kysely.transaction().execute(async (transaction) => {
      await sql`update group_members set meter_id = ${meterId} where member_id = ${first.member_id}`.execute(
        transaction,
      );
      await sql`update group_shows set state = 'starting', starting_until = clock_timestamp() + interval '3 seconds'
      where show_id = ${id}`.execute(transaction);
    });
    await site.site.ledger.hold({
      id: deriveTransferId('meter:hold', meterId),
      kind: 'private',
      from: viewers[0]!.id as AccountId,
      to: model.id as AccountId,
      amountTokens: 60,
      machine: `group:${meterId}`,
      expiresAt: Date.now() + 60_000,
    });
    await becomes(model, 'open');
    await eventually(async () => expect(await balanceOf(viewers[0]!)).toEqual({ spendable: 600, held: 0 }));
    await Promise.all(viewers.map((viewer) => steps.enter(viewer, model)));
    await becomes(model, 'counting');
    await steps.countIsOver(model);
    await becomes(model, 'running');
    for (const viewer of viewers) expect(await balanceOf(viewer)).toEqual({ spendable: 540, held: 60 });
    await steps.endGroup(model);
  },
);

test.runIf(isFullRun)(
  'an end that was left half done is settled by the sweep, each once (GS17) (GS18)',
  async () => {
    const model = await steps.model();
    const viewers = await viewersOf(2);
    await running(model, viewers);
    await steps.watches(viewers[0]!, 15);
    await eventually(async () => expect((await balanceOf(viewers[0]!)).spendable).toBe(535));
    await steps.endGroup(model);
    await becomes(model, 'ended');
    // As a process leaves it that has settled, and did not say so any more.
    await sql`update group_members set state = 'settling', left_at = now() - interval '1 minute'
    where account_id = ${viewers[0]!.id}`.execute(kysely);
    await sql`update group_shows set state = 'settling' where room_id = ${model.id}`.execute(kysely);
    await becomes(model, 'ended');
    expect(await memberRow(viewers[0]!)).toMatchObject({ state: 'left', tokens_charged: 7 });
    expect(await balanceOf(viewers[0]!)).toEqual({ spendable: 593, held: 0 });
  },
);

test.runIf(isLongRun)(
  'whose tokens were taken back from outside loses the seat, and what was paid stays paid (GS9)',
  async () => {
    const model = await steps.model();
    const viewers = await viewersOf(3);
    await running(model, viewers);
    await steps.watches(viewers[0]!, 10);
    await eventually(async () => expect((await balanceOf(viewers[0]!)).spendable).toBe(535));
    const { meter_id: meterId } = await memberRow(viewers[0]!);
    await site.site.ledger.void({ holdId: deriveTransferId('meter:hold', meterId as never) });
    await steps.watches(viewers[0]!, 10);
    await eventually(async () =>
      expect(await memberRow(viewers[0]!)).toMatchObject({
        state: 'left',
        reason: 'no_tokens',
        tokens_charged: 5,
      }),
    );
    expect(await steps.seatsOf(model)).toHaveLength(2);
    await steps.endGroup(model);
  },
);

test.runIf(isFullRun)(
  'ends by a room that closes, and by a performer who is suspended (GS11) (S9)',
  async () => {
    const rooms = [await steps.model(), await steps.model()];
    const viewers = await viewersOf(4);
    await running(rooms[0]!, viewers.slice(0, 2));
    await running(rooms[1]!, viewers.slice(2));
    await rooms[0]!.call('stopBroadcast', { body: {} } as never);
    await sql`update accounts set suspended_at = now() where id = ${rooms[1]!.id}`.execute(kysely);
    for (const [at, reason] of ['unpublish', 'removed'].entries())
      await eventually(async () =>
        expect(await showRow(rooms[at]!)).toMatchObject({ state: 'ended', reason }),
      );
    for (const viewer of viewers)
      await eventually(async () => expect(await balanceOf(viewer)).toEqual({ spendable: 600, held: 0 }));
  },
);

test.runIf(isLongRun)(
  'two ends at the same moment have one answer, and one charge (GS11) (GS19)',
  async () => {
    const model = await steps.model();
    const viewers = await viewersOf(2);
    await running(model, viewers);
    await steps.watches(viewers[0]!, 20);
    await eventually(async () => expect((await balanceOf(viewers[0]!)).spendable).toBe(530));
    const ends = await Promise.all([steps.endGroup(model), steps.endGroup(model)]);
    expect(ends[0]).toEqual(ends[1]);
    await becomes(model, 'ended');
    expect(await balanceOf(viewers[0]!)).toEqual({ spendable: 590, held: 0 });
  },
);

test.runIf(isLongRun)(
  'one who joins twice at the same moment has one place and one hold (GS14) (GS19)',
  async () => {
    const model = await steps.model();
    const viewers = await viewersOf(2);
    await running(model, viewers);
    const late = await site.join({ tokens: 600 });
    await steps.enter(late, model);
    await Promise.all([join(late, model), join(late, model)].map((joining) => codeOf(joining)));
    await eventually(async () => expect(await balanceOf(late)).toEqual({ spendable: 540, held: 60 }));
    expect((await steps.groupOf(late, model)).groupShow).toMatchObject({ joined: 3, is_in: true });
    await steps.endGroup(model);
  },
);
