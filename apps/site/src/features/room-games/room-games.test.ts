import { MEDIA_FACTS } from '@klieg/contract/media';
import { AUTO_TIP_GOAL, TIP_GOAL } from '@klieg/contract/features/room-games/goal-limits';
import { type AccountId, uuidv7 } from '@klieg/kernel';
import type { VisitorSocket } from '@klieg/testing';
import { eventually } from '@klieg/testing/eventually';
import { isFullRun, isLongRun } from '@klieg/testing/run-length';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { codeOf, type Member, useTestSite } from '../../app/testing-site.ts';
import { liveFact } from '../broadcast/testing-live.ts';

const site = await useTestSite();

const model = () => site.join({ type: 'model', settings: { chat_allowed: 'all' } });
const install = (owner: Member, config: object, type = TIP_GOAL) =>
  owner.call('installApp', { body: { type, config } } as never);
const tip = (from: Member, to: Member, amount: number, more: object = {}) =>
  from.call('sendTip', {
    params: { id: String(to.id) },
    body: { amount, ...more },
    idempotencyKey: uuidv7(),
  } as never);
const appsOf = async (reader: Member, owner: Member) =>
  (await reader.call('listRoomApps', { params: { username: owner.username } })).apps;
const stateOf = async (owner: Member) => (await appsOf(owner, owner))[0]?.state;
const enter = async (visitor: Member, owner: Member): Promise<VisitorSocket> =>
  visitor.openRoom(await visitor.openLobby(), owner.username);
const goalsIn = (page: VisitorSocket) =>
  page.received.filter(({ name }) => name === 'v3.app.goal').map(({ payload }) => payload);

describe('the catalogue', () => {
  test('names every kind of app with the schema of its settings (GAMES-016)', async () => {
    const owner = await model();
    const { items } = await owner.call('listAppCatalog', {} as never);
    expect(items.map(({ type, name, exclusive }) => [type, name, exclusive])).toEqual([
      [1, 'tip_goal', true],
      [2, 'tip_goal_auto', true],
      [14, 'limited_show', true],
      [57, 'tip_menu', false],
    ]);
    expect(items[0]!.config_schema).toMatchObject({ type: 'object', required: ['label'] });
    const viewer = await site.join();
    expect(await codeOf(viewer.call('listAppCatalog', {} as never))).toBe('common.forbidden');
  });
});

describe('a tip goal (GAMES-017) (S1201) (S1210)', () => {
  test('is installed, shown to everybody, counts tips and is reached once (GAMES-002) (GAMES-003)', async () => {
    const [owner, viewer] = [await model(), await site.join({ tokens: 10_000 })];
    const page = await enter(viewer, owner);
    const { app } = await install(owner, { label: 'One song', target: 100 });
    expect(app).toMatchObject({
      type: TIP_GOAL,
      name: 'tip_goal',
      version: 1,
      config: { label: 'One song', target: 100, subject_done: null },
      state: { raised: 0, target: 100, reached_at: null, status: 'running' },
    });
    expect(await page.waitFor('v3.chat.app_changed_relayed')).toMatchObject({ app_id: 1, module_ids: [] });
    expect(await page.waitFor('v3.chat.update')).toMatchObject({ app_ids: [1], module_ids: [] });
    expect(await page.waitFor('v3.chat.app_panels')).toMatchObject({
      app_panel: { row1_value: 'One song', row2_value: '0 / 100' },
    });
    await tip(viewer, owner, 60);
    expect(await page.waitFor('v3.app.goal', ({ current }) => current === 60)).toMatchObject({
      status: 'running',
      title: 'One song',
      target: 100,
      round: 1,
      last_username: viewer.username,
    });
    await tip(viewer, owner, 50);
    const reached = await page.waitFor('v3.app.goal', ({ status }) => status === 'reached');
    expect(reached).toMatchObject({ last_username: viewer.username, target: 100 });
    await tip(viewer, owner, 5);
    await eventually(async () =>
      expect(await stateOf(owner)).toMatchObject({ raised: 115, status: 'reached' }),
    );
    const room = await viewer.call('getRoom', { params: { username: owner.username } });
    expect(room.chat.installedAppId).toBe(TIP_GOAL);
    expect(room.apps[0]).toMatchObject({ type: 1, state: { raised: 115, target: 100 } });
    expect(room.app_panels.app_panel).toMatchObject({ row2_value: '115 / 100' });
  });

  test('is in the snapshot of a page that comes in, and on the card (GAMES-003)', async () => {
    const [owner, viewer] = [await model(), await site.join({ tokens: 1_000 })];
    await install(owner, { label: 'Dance', target: 200 });
    await tip(viewer, owner, 50);
    await eventually(async () => expect(await stateOf(owner)).toMatchObject({ raised: 50 }));
    const page = await viewer.openRoom(await viewer.openLobby(), owner.username, { epoch: 'old', seq: 1 });
    expect(await page.waitFor('v3.room.snapshot')).toMatchObject({
      goal: { current: 50, target: 200, title: 'Dance', status: 'running' },
      apps: [{ type: 1 }],
    });
    await site.site.catalog.reload();
    expect(site.site.catalog.byName(owner.username)?.goal).toEqual({ label: 'Dance', percent: 25 });
  });

  test('becomes the subject of the room when it is reached, where that was wished', async () => {
    const [owner, viewer] = [await model(), await site.join({ tokens: 1_000 })];
    const page = await enter(viewer, owner);
    await install(owner, { label: 'Song', target: 10, subject_done: 'Thank you all' });
    await tip(viewer, owner, 10);
    expect(await page.waitFor('v3.chat.subject')).toMatchObject({ subject: 'Thank you all' });
    await eventually(async () =>
      expect((await viewer.call('getRoom', { params: { username: owner.username } })).chat.subjectText).toBe(
        'Thank you all',
      ),
    );
  });

  test('takes no news of who hides (F2)', async () => {
    const owner = await model();
    const hidden = await site.join({ tokens: 1_000, settings: { invisible_mode_level: 1 } });
    await sql`update accounts set membership = 'vip' where id = ${hidden.id}`.execute(site.database.kysely);
    await install(owner, { label: 'Song', target: 100 });
    await tip(hidden, owner, 20);
    await eventually(async () =>
      expect(await stateOf(owner)).toMatchObject({ raised: 20, last_username: null }),
    );
  });

  test('loses a tip that is refunded while it runs (S14)', async () => {
    const [owner, viewer] = [await model(), await site.join({ tokens: 1_000 })];
    await install(owner, { label: 'Song', target: 100 });
    const { tip_id: id } = await tip(viewer, owner, 30);
    await tip(viewer, owner, 20);
    await eventually(async () => expect(await stateOf(owner)).toMatchObject({ raised: 50 }));
    await site.site.ledger.refund({
      id: uuidv7(),
      kind: 'refund',
      transferId: id as never,
      amountTokens: 30,
    });
    await eventually(async () => expect(await stateOf(owner)).toMatchObject({ raised: 20 }));
  });

  test('counts only what was tipped since it was installed', async () => {
    const [owner, viewer] = [await model(), await site.join({ tokens: 1_000 })];
    await tip(viewer, owner, 40);
    await site.site.settled();
    await install(owner, { label: 'Song', target: 100 });
    await tip(viewer, owner, 10);
    await eventually(async () => expect(await stateOf(owner)).toMatchObject({ raised: 10 }));
  });
});

describe('goals that reset themselves (GAMES-018) (S1212)', () => {
  test('follow each other; a big tip closes several, each of which is told', async () => {
    const [owner, viewer] = [await model(), await site.join({ tokens: 10_000 })];
    const page = await enter(viewer, owner);
    const goals = [
      { label: 'First', target: 100 },
      { label: 'Second', target: 50 },
    ];
    await install(owner, { goals, repeat: true }, AUTO_TIP_GOAL);
    await tip(viewer, owner, 265);
    await page.waitFor('v3.app.goal', ({ round }) => round === 4);
    expect(
      goalsIn(page)
        .filter(({ status }) => status === 'reached')
        .map(({ round, title }) => [round, title]),
    ).toEqual([
      [1, 'First'],
      [2, 'Second'],
      [3, 'First'],
    ]);
    expect(goalsIn(page).at(-1)).toMatchObject({ current: 15, target: 50, step: 2, steps: 2, round: 4 });
    expect(await stateOf(owner)).toMatchObject({ index: 1, raised: 15, round: 4, target: 50 });
  });
});

describe('a performer changes the app', () => {
  test('words at once, what has to be reached with a new round (S1201)', async () => {
    const [owner, viewer] = [await model(), await site.join({ tokens: 1_000 })];
    await install(owner, { label: 'Song', target: 100 });
    await tip(viewer, owner, 40);
    await eventually(async () => expect(await stateOf(owner)).toMatchObject({ raised: 40 }));
    const update = (config: object, version: number) =>
      owner.call('updateApp', { params: { type: '1' }, body: { config, version } } as never);
    expect((await update({ label: 'Two songs', target: 100 }, 1)).app).toMatchObject({
      version: 2,
      state: { raised: 40 },
    });
    expect((await update({ label: 'Two songs', target: 300 }, 2)).app).toMatchObject({
      version: 3,
      state: { raised: 0, target: 300 },
    });
    expect(await codeOf(update({ label: 'Old page', target: 300 }, 1))).toBe('room_games.stale');
    await tip(viewer, owner, 7);
    await eventually(async () => expect(await stateOf(owner)).toMatchObject({ raised: 7 }));
    const reset = await owner.call('resetApp', { params: { type: '1' }, body: {} } as never);
    expect(reset.app.state).toMatchObject({ raised: 0 });
  });

  test('words that change while people tip take no tip away (S14)', async () => {
    const [owner, viewer] = [await model(), await site.join({ tokens: 1_000 })];
    await install(owner, { label: 'Words 0', target: 500 });
    const tips = Array.from({ length: 40 }, () => tip(viewer, owner, 1));
    for (let version = 1; version <= 12; version++)
      await owner.call('updateApp', {
        params: { type: String(TIP_GOAL) },
        body: { config: { label: `Words ${version}`, target: 500 }, version },
      } as never);
    await Promise.all(tips);
    await site.site.settled();
    expect(await stateOf(owner)).toMatchObject({ raised: 40 });
  });

  test('a new round has no tip of the old one, also of those that were not counted yet (S1201)', async () => {
    const [owner, viewer] = [await model(), await site.join({ tokens: 1_000 })];
    await install(owner, { label: 'Again', target: 500 });
    for (let round = 0; round < 8; round++) {
      await tip(viewer, owner, 3);
      await owner.call('resetApp', { params: { type: String(TIP_GOAL) }, body: {} } as never);
    }
    await tip(viewer, owner, 2);
    await eventually(async () => expect(await stateOf(owner)).toMatchObject({ raised: 2 }));
  });

  test('and removes it: pages are told, and nothing is left (room_games.not_installed)', async () => {
    const [owner, viewer] = [await model(), await site.join()];
    await install(owner, { label: 'Song', target: 100 });
    const page = await enter(viewer, owner);
    const remove = () => owner.call('uninstallApp', { params: { type: '1' }, body: {} } as never);
    await remove();
    await page.waitFor('v3.app.goal', ({ status }) => status === 'ended');
    await page.waitFor('v3.chat.app_changed_relayed', ({ app_id: id }) => id === 0);
    expect(await appsOf(viewer, owner)).toEqual([]);
    for (const again of [
      remove,
      () => owner.call('resetApp', { params: { type: '1' }, body: {} } as never),
      () =>
        owner.call('updateApp', {
          params: { type: '1' },
          body: { config: { label: 'x', target: 10 }, version: 1 },
        } as never),
    ])
      expect(await codeOf(again())).toBe('room_games.not_installed');
  });

  test('an app that is installed again goes on counting its versions: a page of the former one is stale (room_games.stale)', async () => {
    const owner = await model();
    const config = { label: 'Song', target: 100 };
    expect((await install(owner, config)).app).toMatchObject({ version: 1 });
    const update = (version: number) =>
      owner.call('updateApp', { params: { type: '1' }, body: { config, version } } as never);
    expect(await update(1)).toMatchObject({ app: { version: 2 } });
    await owner.call('uninstallApp', { params: { type: '1' }, body: {} } as never);
    expect((await install(owner, config)).app).toMatchObject({ version: 3 });
    for (const old of [1, 2]) expect(await codeOf(update(old))).toBe('room_games.stale');
    // In place of itself, too.
    expect((await install(owner, config)).app).toMatchObject({ version: 4 });
    expect(await update(4)).toMatchObject({ app: { version: 5 } });
  });

  test('one that takes the slot makes room for the other', async () => {
    const owner = await model();
    await install(owner, { label: 'Song', target: 100 });
    await install(owner, { goals: [{ label: 'Song', target: 50 }] }, AUTO_TIP_GOAL);
    expect((await appsOf(owner, owner)).map(({ type }) => type)).toEqual([AUTO_TIP_GOAL]);
  });

  test('of two that are installed at the same moment one is refused (room_games.conflict)', async () => {
    const owner = await model();
    let refused: Promise<string> | undefined;
    await site.database.kysely.transaction().execute(async (transaction) => {
      await sql`insert into room_apps (room_id, type, is_exclusive, config, state, feed_number)
        values (${owner.id}, 2, true, '{"goals":[{"label":"x","target":10}],"repeat":false}', '{}', 0)`.execute(
        transaction,
      );
      refused = codeOf(install(owner, { label: 'Song', target: 100 }));
      await eventually(async () => {
        const { rows } = await sql<{ n: number }>`
          select count(*) n from pg_stat_activity where wait_event_type = 'Lock' and query like '%room_apps%'`.execute(
          site.database.kysely,
        );
        expect(rows[0]!.n).toBeGreaterThan(0);
      });
    });
    expect(await refused).toBe('room_games.conflict');
    await sql`delete from room_apps where room_id = ${owner.id}`.execute(site.database.kysely);
  });

  test('settings that make no sense are refused with the field that is wrong (room_games.config_invalid)', async () => {
    const owner = await model();
    for (const [config, type] of [
      [{ label: '', target: 100 }, 1],
      [{ label: 'x', target: 9 }, 1],
      [{ label: 'x', target: 1_000_001 }, 1],
      [{ label: 'x', target: 10.5 }, 1],
      [{ label: 'x'.repeat(61), target: 100 }, 1],
      [{ label: 'x', target: 100, more: 1 }, 1],
      [{ goals: [] }, 2],
      [{ goals: Array.from({ length: 21 }, () => ({ label: 'x', target: 10 })) }, 2],
      [{}, 999],
    ] as const)
      expect(await codeOf(install(owner, config, type)), JSON.stringify(config)).toBe(
        'room_games.config_invalid',
      );
    const fieldsOf = async (config: object, type = TIP_GOAL) =>
      (
        (await install(owner, config, type).catch((error: unknown) => error)) as {
          body: { fields: object[] };
        }
      ).body.fields;
    const long = 'x'.repeat(61);
    expect(await fieldsOf({ label: long, target: 9, more: 1 })).toEqual([
      { path: 'label', reason: 'too_long', message: 'This is too long' },
      { path: 'target', reason: 'too_small', message: 'This is too small' },
      { path: 'more', reason: 'unknown', message: 'This field is not known' },
    ]);
    expect(await fieldsOf({ goals: [{ label: '\u200b', target: '10' }] }, AUTO_TIP_GOAL)).toEqual([
      { path: 'goals.0.label', reason: 'required', message: 'Please fill in this field' },
      { path: 'goals.0.target', reason: 'type', message: 'This value has the wrong type' },
    ]);
    const newcomer = await site.join({ type: 'model', isApproved: false });
    expect(await codeOf(install(newcomer, { label: 'x', target: 100 }))).toBe('broadcast.not_approved');
  });
});

describe('the end of a broadcast (S1202)', () => {
  test.runIf(isFullRun)(
    'pauses the goal, the next one lets it go on, and after an hour it has ended',
    async () => {
      const [owner, viewer] = [await model(), await site.join({ tokens: 1_000 })];
      const goLive = async () => {
        const started = await owner.call('startBroadcast', { body: { streaming_tech: 'webrtc' } });
        const broadcast = { broadcastId: started.broadcast_id, streamName: started.stream_name };
        site.bus.publish(MEDIA_FACTS, liveFact(owner, broadcast));
        await eventually(async () => expect((await owner.call('getBroadcast')).status).toBe('online'));
      };
      await goLive();
      await install(owner, { label: 'Song', target: 100 });
      await tip(viewer, owner, 10);
      await eventually(async () => expect(await stateOf(owner)).toMatchObject({ raised: 10 }));
      await owner.call('stopBroadcast', { body: {} });
      await eventually(async () => expect(await stateOf(owner)).toMatchObject({ status: 'paused' }));
      await tip(viewer, owner, 10);
      await site.site.settled();
      expect(await stateOf(owner)).toMatchObject({ raised: 10 });
      await goLive();
      await eventually(async () => expect(await stateOf(owner)).toMatchObject({ status: 'running' }));
      await tip(viewer, owner, 5);
      await eventually(async () => expect(await stateOf(owner)).toMatchObject({ raised: 15 }));
      await owner.call('stopBroadcast', { body: {} });
      await eventually(async () => expect(await stateOf(owner)).toMatchObject({ status: 'paused' }));
      await sql`update room_apps set state = jsonb_set(state, '{pausedAt}', to_jsonb(${Date.now() - 3_700_000}::bigint))
      where room_id = ${owner.id}`.execute(site.database.kysely);
      await site.site.doChores();
      expect(await stateOf(owner)).toMatchObject({ status: 'ended' });
    },
  );
});

test('what a process that died had counted and not told is told by the next look (S1)', async () => {
  const [owner, viewer] = [await model(), await site.join({ tokens: 1_000 })];
  await install(owner, { label: 'Song', target: 100 });
  const page = await enter(viewer, owner);
  const before = goalsIn(page).length;
  await sql`update room_apps set state = jsonb_set(state, '{raised}', '33'), feed_number = feed_number + 1,
    changed_at = now() - interval '10 seconds' where room_id = ${owner.id as AccountId}`.execute(
    site.database.kysely,
  );
  await page.waitFor('v3.app.goal', ({ current }) => current === 33);
  expect(goalsIn(page).length).toBeGreaterThan(before);
});

test.runIf(isLongRun)(
  'a pause that is committed only after the room was told is told too (S1202)',
  async () => {
    const [owner, viewer] = [await model(), await site.join({ tokens: 1_000 })];
    const started = await owner.call('startBroadcast', { body: { streaming_tech: 'webrtc' } });
    const broadcast = { broadcastId: started.broadcast_id, streamName: started.stream_name };
    site.bus.publish(MEDIA_FACTS, liveFact(owner, broadcast));
    await eventually(async () => expect((await owner.call('getBroadcast')).status).toBe('online'));
    await install(owner, { label: 'Song', target: 100 });
    const page = await enter(viewer, owner);
    // The commit of the pause waits for a lock. An advisory one, since facts wait for older transactions that write.
    const { kysely } = site.database;
    const lock = sql`select pg_advisory_xact_lock(1202)`;
    await sql`create function wait_for_lock() returns trigger language plpgsql as $$
    begin perform pg_advisory_xact_lock(1202); return null; end $$`.execute(site.owner.kysely);
    await sql`create constraint trigger slow_commit after update on room_apps deferrable initially deferred
    for each row execute function wait_for_lock()`.execute(site.owner.kysely);
    const told = goalsIn(page).length;
    await kysely.transaction().execute(async (transaction) => {
      await lock.execute(transaction);
      await owner.call('stopBroadcast', { body: {} });
      // The room is told of the goal as it still is.
      await eventually(() => expect(goalsIn(page).length).toBeGreaterThan(told));
    });
    await sql`drop trigger slow_commit on room_apps`.execute(site.owner.kysely);
    await page.waitFor('v3.app.goal', ({ status }) => status === 'paused');
    expect(await stateOf(owner)).toMatchObject({ status: 'paused' });
  },
);
