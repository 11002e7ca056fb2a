import type { Payload } from '@klieg/contract';
import { MEDIA_COMMANDS, MEDIA_FACTS, type MediaClaims, type MediaCommand } from '@klieg/contract/media';
import { VOYEUR_CAMERAS, type VoyeurCamera } from '@klieg/contract/features/voyeur/limits';
import { uuidv7 } from '@klieg/kernel';
import { eventually } from '@klieg/testing/eventually';
import { isFullRun } from '@klieg/testing/run-length';
import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import { codeOf, type Member, useTestSite } from '../../app/testing-site.ts';
import { inRoom, makeShowSteps } from '../../app/testing-shows-store.ts';

/* Voyeur rooms, against the database; what media says is told here in its words. */

const site = await useTestSite();
const { kysely } = site.database;
const steps = makeShowSteps(site);
const commands: MediaCommand[] = [];
afterAll(site.bus.subscribe(MEDIA_COMMANDS, (command) => void commands.push(command as MediaCommand)));
afterAll(async () => expect((await site.site.ledger.reconcile('all')).findings).toEqual([]));

const claimsOf = (token: string) =>
  JSON.parse(Buffer.from(token.slice(3).split('.')[0]!, 'base64url').toString()) as MediaClaims;
const cameraOf = async (model: Member, name: VoyeurCamera) => {
  const { rows } = await sql<{ camera_id: string; stream_name: string; state: string }>`
    select c.camera_id, c.stream_name, c.state from voyeur_cameras v join cameras c using (camera_id)
    where v.room_id = ${model.id} and v.name = ${name}`.execute(kysely);
  return rows[0]!;
};
const open = (model: Member, name: VoyeurCamera) =>
  model.call('openVoyeurCamera', { params: { name }, body: {} });
const close = (model: Member, name: VoyeurCamera) =>
  model.call('closeVoyeurCamera', { params: { name }, body: {} });
const look = (viewer: Pick<Member, 'call'>, model: Member) =>
  viewer.call('getVoyeur', { params: inRoom(model) });
const token = (viewer: Pick<Member, 'call'>, model: Member, camera?: VoyeurCamera) =>
  viewer.call('getStreamToken', { params: inRoom(model), body: { ...(camera && { camera }) } });
const buy = (viewer: Member, model: Member, minutes = 1, key = uuidv7(), cost = 6) =>
  viewer.call('buyVoyeurTime', {
    params: inRoom(model),
    body: { minutes, cost_per_minute: cost },
    idempotencyKey: key,
  } as never);
const control = (viewer: Member, model: Member, camera: VoyeurCamera, key = uuidv7(), cost = 30) =>
  viewer.call('takeVoyeurControl', {
    params: inRoom(model),
    body: { camera, cost },
    idempotencyKey: key,
  } as never);
const stopTime = (viewer: Member, model: Member) =>
  viewer.call('stopVoyeurTime', { params: inRoom(model), body: {} });
const stopControl = (viewer: Member, model: Member) =>
  viewer.call('stopVoyeurControl', { params: inRoom(model), body: {} });
const timeOf = async ({ id }: Member) => {
  const { rows } = await sql<{ time_id: string; state: string; reason: string | null; seconds: number }>`
    select time_id, state, reason, seconds from voyeur_times
    where viewer_id = ${id} order by began_at desc limit 1`.execute(kysely);
  return rows[0]!;
};
const turnsIn = async ({ id }: Member) => {
  const { rows } = await sql<{ state: string; reason: string | null; charged: number | null }>`
    select state, reason, tokens_charged charged from voyeur_turns
    where room_id = ${id} order by asked_at`.execute(kysely);
  return rows;
};
const statusOf = async (model: Member) =>
  (await (await site.visit()).call('getRoom', { params: inRoom(model) })).user.status;

/** A media process has a camera's picture, or has it no more. */
async function picture(model: Member, name: VoyeurCamera, kind: 'live' | 'gone' = 'live') {
  const { camera_id: broadcastId, stream_name: streamName } = await cameraOf(model, name);
  const about = { node: 'm1', broadcastId, streamName, isCamera: true };
  const figures = { username: 'v', width: 640, height: 480, hasAudio: true, tech: 'webrtc', renditions: [] };
  site.bus.publish(
    MEDIA_FACTS,
    kind === 'live' ? { kind, ...about, ...figures } : { kind, ...about, reason: 'silent' },
  );
}

async function voyeur(cameras: readonly VoyeurCamera[] = ['bedroom', 'kitchen']) {
  const model = await site.join({ type: 'model' });
  await sql`update accounts set is_voyeur_cam = true where id = ${model.id}`.execute(kysely);
  for (const name of cameras) {
    await open(model, name);
    await picture(model, name);
  }
  await eventually(async () => expect((await look(model, model)).rooms).toHaveLength(cameras.length));
  if (cameras.length > 0) await eventually(async () => expect(await statusOf(model)).toBe('online'));
  return model;
}
const shownIn = async (model: Member) => (await look(model, model)).rooms.find(({ active }) => active)?.name;
/** Media has delivered so much of somebody's free look. */
async function freely(grantId: string, deliveredMs: number, node = 'm1') {
  const isOver = deliveredMs >= 60_000;
  site.bus.publish(MEDIA_FACTS, { kind: 'preview', node, grantId, deliveredMs, isOver });
}
const previewOf = (granted: { readonly token: string }) => {
  const claims = claimsOf(granted.token);
  return claims.use === 'play' ? claims.preview : undefined;
};

describe('a house', () => {
  test('is open with its first picture and shut with its last; each camera is sent by the performer alone', async () => {
    const model = await voyeur([]);
    expect(await statusOf(model)).toBe('offline');
    const sent = await open(model, 'kitchen');
    expect(claimsOf(sent.token)).toMatchObject({
      use: 'publish',
      camera: { hasSound: true, hasThumbnails: true },
    });
    expect(claimsOf((await open(model, 'kitchen')).token)).toMatchObject({
      broadcastId: (await cameraOf(model, 'kitchen')).camera_id,
    });
    expect((await look(model, model)).rooms).toEqual([]);
    await picture(model, 'kitchen');
    await eventually(async () => expect(await statusOf(model)).toBe('online'));
    const { cameras } = await model.call('getVoyeurHouse');
    expect(cameras.map(({ name, state, shown }) => [name, state, shown])).toEqual([
      ['bedroom', 'off', false],
      ['kitchen', 'live', true],
      ['shower', 'off', false],
      ['living', 'off', false],
    ]);
    const streamName = (await cameraOf(model, 'kitchen')).stream_name;
    expect((await close(model, 'kitchen')).cameras.every(({ state }) => state === 'off')).toBe(true);
    await eventually(async () => expect(await statusOf(model)).toBe('offline'));
    expect(commands).toContainEqual(expect.objectContaining({ kind: 'revoke', streamName }));
    expect((await close(model, 'kitchen')).cameras[1]).toMatchObject({ state: 'off' });
  });

  test('is of performers whose room staff has made one; others are refused, and no private is asked for there (SHOWS-046)', async () => {
    const [model, viewer] = [await steps.model(), await site.join({ tokens: 500 })];
    const refused = 'shows.no_voyeur_room';
    expect(await codeOf(look(viewer, model))).toBe(refused);
    expect(await codeOf(buy(viewer, model))).toBe(refused);
    expect(await codeOf(control(viewer, model, 'kitchen'))).toBe(refused);
    expect(await codeOf(open(model, 'kitchen'))).toBe(refused);
    expect(await codeOf(close(model, 'kitchen'))).toBe(refused);
    expect(await codeOf(model.call('getVoyeurHouse'))).toBe(refused);
    expect(await codeOf(model.call('showVoyeurCamera', { params: { name: 'living' }, body: {} }))).toBe(
      refused,
    );
    const house = await voyeur();
    const room = await viewer.call('getRoom', { params: inRoom(house) });
    expect(room.user).toMatchObject({ is_voyeur: true, status: 'online' });
    expect(await codeOf(steps.request(viewer, house))).toBe('shows.private_unavailable');
    expect(await codeOf(viewer.call('joinPrivateLine', { params: inRoom(house), body: {} }))).toBe(
      'shows.private_unavailable',
    );
    const group = { show_id: uuidv7(), cost_per_minute: 30, min_people: 2 };
    expect(await codeOf(house.call('offerGroupShow', { body: group } as never))).toBe('shows.in_show');
    expect(await codeOf(viewer.call('getVoyeur', { params: { username: 'nobody_here' } }))).toBe(
      'rooms.not_found',
    );
    const started = house.call('startBroadcast', { body: { streaming_tech: 'webrtc' } });
    expect(await codeOf(started)).toBe('broadcast.already_live');
    expect((await house.call('getCurrentUser')).user.isVoyeurCam).toBe(true);
  });

  test('is made and ended by an administrator alone, who is written down (IDENTITY-019)', async () => {
    const [model, admin] = [await site.join({ type: 'model' }), await site.join()];
    const set = (who: Member, isVoyeurCam: boolean, username = model.username) =>
      who.call('setVoyeurRoom', { params: { username }, body: { isVoyeurCam } });
    expect(await codeOf(set(admin, true))).toBe('common.forbidden');
    await sql`update accounts set is_admin = true where id = ${admin.id}`.execute(kysely);
    const made = await set(admin, true);
    expect(made.items).toContainEqual(expect.objectContaining({ username: model.username, live: false }));
    expect(await codeOf(set(admin, true, 'nobody_here'))).toBe('rooms.not_found');
    await open(model, 'living');
    await picture(model, 'living');
    await eventually(async () => expect(await statusOf(model)).toBe('online'));
    expect((await set(admin, false)).items.map(({ username }) => username)).not.toContain(model.username);
    await eventually(async () => expect(await statusOf(model)).toBe('offline'));
    expect((await admin.call('listVoyeurRooms')).items.map(({ username }) => username)).not.toContain(
      model.username,
    );
    const { rows } = await sql<{ action: string }>`
      select action from audit_entries where target = ${`account:${model.id}`} order by number`.execute(
      kysely,
    );
    expect(rows.map(({ action }) => action)).toEqual(['voyeur.room_made', 'voyeur.room_ended']);
    expect(await codeOf(set(admin, true, (await steps.model()).username))).toBe('broadcast.already_live');
  });

  test('shows the performer’s choice, else the first camera with a picture; who sees another has to ask again', async () => {
    const model = await voyeur(['kitchen', 'living']);
    const viewer = await site.join();
    const page = await steps.enter(viewer, model);
    expect(await shownIn(model)).toBe('kitchen');
    const before = (await cameraOf(model, 'kitchen')).stream_name;
    expect((await token(viewer, model, 'kitchen')).stream_name).toBe(before);
    expect(await codeOf(token(viewer, model, 'living'))).toBe('broadcast.not_entitled');
    await model.call('showVoyeurCamera', { params: { name: 'living' }, body: {} });
    expect(
      await page.waitFor('v3.voyeurcam.control_start', ({ cameras }) => cameras?.[0] === 'living'),
    ).toMatchObject({ seconds: 0 });
    // The origin itself closes the name that viewers had tokens of.
    const { camera_id: broadcastId, stream_name: after } = await cameraOf(model, 'kitchen');
    expect(after).not.toBe(before);
    expect(commands).toContainEqual({ kind: 'rename', broadcastId, streamName: after });
    expect(await codeOf(token(viewer, model, 'kitchen'))).toBe('broadcast.not_entitled');
    await picture(model, 'living', 'gone');
    await eventually(async () => expect(await shownIn(model)).toBe('kitchen'));
  });

  test('takes an encoder by the key of a camera, of which only its end is shown again', async () => {
    const model = await voyeur([]);
    const { stream_key: key } = await model.call('createVoyeurKey', { params: { name: 'shower' }, body: {} });
    const { cameras } = await model.call('getVoyeurHouse');
    expect(cameras.find(({ name }) => name === 'shower')?.stream_key_masked).toBe(`••••••••${key.slice(-4)}`);
    const { rows } = await sql<{ key_hash: Buffer }>`
      select key_hash from voyeur_cameras where room_id = ${model.id} and name = 'shower'`.execute(kysely);
    expect(rows[0]!.key_hash.toString()).not.toContain(key);
    const again = await model.call('createVoyeurKey', { params: { name: 'shower' }, body: {} });
    expect(again.stream_key).not.toBe(key);
  });

  test('has its answer for every camera that it knows of', () => {
    expect(VOYEUR_CAMERAS).toEqual(['bedroom', 'kitchen', 'shower', 'living']);
  });
});

describe('free time', () => {
  test('is sixty delivered seconds of a day for a member, by one grant for all pages; guests have none (S3101)', async () => {
    const model = await voyeur();
    const viewer = await site.join();
    const guest = await site.visit();
    expect(await look(guest, model)).toMatchObject({ free_seconds_left: 0, paid_seconds_left: 0 });
    expect(await codeOf(token(guest, model))).toBe('broadcast.not_entitled');
    expect(await look(viewer, model)).toMatchObject({ free_seconds_left: 60, cost_per_minute: 6 });
    const [one, other] = await Promise.all([token(viewer, model), token(viewer, model, 'bedroom')]);
    const preview = previewOf(one)!;
    expect(preview).toMatchObject({ seconds: 60 });
    expect(previewOf(other)).toEqual(preview);
    const page = await steps.enter(viewer, model);
    await freely(preview.grantId, 20_000);
    await eventually(async () => expect((await look(viewer, model)).free_seconds_left).toBe(40));
    expect(await page.waitFor('v3.voyeurcam.time_left')).toMatchObject({ seconds_left: 40, is_free: true });
    // Told twice or late it counts once; what another process has delivered counts besides.
    await freely(preview.grantId, 10_000);
    await freely(preview.grantId, 15_000, 'm2');
    await eventually(async () => expect((await look(viewer, model)).free_seconds_left).toBe(25));
    await freely(preview.grantId, 45_000);
    await eventually(async () => expect((await look(viewer, model)).free_seconds_left).toBe(0));
    expect(await codeOf(token(viewer, model))).toBe('broadcast.not_entitled');
  });

  test('goes on later that day with what is left of it', async () => {
    const model = await voyeur();
    const viewer = await site.join();
    const first = previewOf(await token(viewer, model))!;
    await freely(first.grantId, 22_500);
    await eventually(async () => expect((await look(viewer, model)).free_seconds_left).toBe(37));
    await sql`update voyeur_looks set token_at = token_at - interval '2 minutes'`.execute(kysely);
    const second = previewOf(await token(viewer, model))!;
    expect(second.grantId).not.toBe(first.grantId);
    expect(second.seconds).toBe(37);
    await sql`update voyeur_looks set day = day - 1`.execute(kysely);
    expect((await look(viewer, model)).free_seconds_left).toBe(60);
  });
});

describe('bought time', () => {
  test('is held by the minute, paid by intervals as it is delivered, and the rest goes back (LIVE-VIDEO-011) (S3101)', async () => {
    const model = await voyeur();
    const viewer = await site.join({ tokens: 100 });
    const page = await steps.enter(viewer, model);
    expect(await codeOf(buy(viewer, model, 1, uuidv7(), 5))).toBe('common.price_changed');
    const key = uuidv7();
    expect(await buy(viewer, model, 2, key)).toMatchObject({ seconds_left: 120, tokens: 88 });
    expect(await buy(viewer, model, 2, key)).toMatchObject({ seconds_left: 120, tokens: 88 });
    expect(await buy(viewer, model, 1)).toMatchObject({ seconds_left: 180, tokens: 82 });
    const { time_id: id } = await timeOf(viewer);
    const claims = claimsOf((await token(viewer, model)).token);
    expect(claims).toMatchObject({ use: 'play', mode: 'spy', meter: { meterId: id } });
    steps.deliver(id, 25);
    expect(
      await page.waitFor('v3.voyeurcam.time_left', ({ seconds_left: left }) => left < 180),
    ).toMatchObject({ is_free: false, cost_per_minute: 6 });
    await eventually(async () => expect(await steps.balanceOf(viewer)).toEqual({ spendable: 82, held: 16 }));
    expect(await stopTime(viewer, model)).toMatchObject({ tokens_charged: 2, tokens: 98 });
    expect(await stopTime(viewer, model)).toMatchObject({ tokens_charged: 2, tokens: 98 });
    expect(await steps.balanceOf(viewer)).toEqual({ spendable: 98, held: 0 });
    expect(commands).toContainEqual(expect.objectContaining({ kind: 'revoke', session: claims.session }));
  });

  test('ends when it is used up, and never takes more than was bought', async () => {
    const model = await voyeur();
    const viewer = await site.join({ tokens: 100 });
    await steps.enter(viewer, model);
    await buy(viewer, model);
    const { time_id: id } = await timeOf(viewer);
    steps.deliver(id, 200);
    await eventually(async () =>
      expect(await timeOf(viewer)).toMatchObject({ state: 'ended', reason: 'out_of_time' }),
    );
    expect(await steps.balanceOf(viewer)).toEqual({ spendable: 94, held: 0 });
    expect(await steps.earnedBy(model)).toBe(3);
  });

  test('is refused to who cannot pay, to performers and for a house without a picture', async () => {
    const model = await voyeur();
    const [poor, viewer] = [await site.join({ tokens: 5 }), await site.join({ tokens: 100 })];
    expect(await codeOf(buy(poor, model))).toBe('ledger.not_enough_tokens');
    expect(await codeOf(buy(await steps.model(), model))).toBe('ledger.model_cannot_spend');
    expect(await codeOf(buy(model, model))).toBe('common.not_self');
    const shut = await voyeur([]);
    expect(await codeOf(buy(viewer, shut))).toBe('rooms.offline');
    expect(await codeOf(control(viewer, shut, 'living'))).toBe('rooms.offline');
    expect(await steps.balanceOf(viewer)).toEqual({ spendable: 100, held: 0 });
  });

  test('of two purchases at once both count, each once', async () => {
    const model = await voyeur();
    const viewer = await site.join({ tokens: 100 });
    await steps.enter(viewer, model);
    await Promise.all([buy(viewer, model), buy(viewer, model, 3), buy(viewer, model, 2)]);
    expect((await timeOf(viewer)).seconds).toBe(360);
    expect(await steps.balanceOf(viewer)).toEqual({ spendable: 64, held: 36 });
  });

  test.runIf(isFullRun)(
    'ends with a ban, a block and the house; what was not delivered goes back (S9)',
    async () => {
      const model = await voyeur();
      const [banned, blocked, other] = [
        await site.join({ tokens: 50 }),
        await site.join({ tokens: 50 }),
        await site.join({ tokens: 50 }),
      ];
      for (const viewer of [banned, blocked, other]) {
        await steps.enter(viewer, model);
        await buy(viewer, model);
        await token(viewer, model);
      }
      await sql`insert into room_sanctions (id, room_id, kind, account_id, username, by_name)
      values (${uuidv7()}, ${model.id}, 'ban', ${banned.id}, ${banned.username}, 'm')`.execute(kysely);
      await eventually(async () =>
        expect(await timeOf(banned)).toMatchObject({ state: 'ended', reason: 'removed' }),
      );
      await model.call('ignorePerson', { params: inRoom(blocked), body: { ignored: true } });
      await eventually(async () =>
        expect(await timeOf(blocked)).toMatchObject({ state: 'ended', reason: 'removed' }),
      );
      expect(await timeOf(other)).toMatchObject({ state: 'running' });
      for (const name of ['bedroom', 'kitchen'] as const) await close(model, name);
      await eventually(async () =>
        expect(await timeOf(other)).toMatchObject({ state: 'ended', reason: 'unpublish' }),
      );
      for (const viewer of [banned, blocked, other])
        expect(await steps.balanceOf(viewer)).toEqual({ spendable: 50, held: 0 });
    },
  );
});

describe('the control', () => {
  test('is one viewer’s for sixty seconds, everybody sees their camera, and others wait (LIVE-VIDEO-012) (S3102)', async () => {
    const model = await voyeur();
    const [one, two] = [await site.join({ tokens: 100 }), await site.join({ tokens: 100 })];
    const [page, other] = [await steps.enter(one, model), await steps.enter(two, model)];
    expect(await codeOf(control(one, model, 'kitchen', uuidv7(), 29))).toBe('common.price_changed');
    expect(await codeOf(control(one, model, 'living'))).toBe('rooms.offline');
    const key = uuidv7();
    expect(await control(one, model, 'kitchen', key)).toMatchObject({ seconds: 60, tokens: 70 });
    expect(await control(one, model, 'kitchen', key)).toMatchObject({ tokens: 70 });
    const isKitchen = ({ cameras, seconds }: Payload<'v3.voyeurcam.control_start'>) =>
      cameras?.[0] === 'kitchen' && seconds > 0;
    expect(await page.waitFor('v3.voyeurcam.control_start', isKitchen)).toMatchObject({
      username: one.username,
    });
    const told = await other.waitFor('v3.voyeurcam.control_start', isKitchen);
    expect(told).not.toHaveProperty('username');
    expect(await shownIn(model)).toBe('kitchen');
    expect((await look(one, model)).control).toMatchObject({ busy: true, holder: one.username, place: 0 });
    expect(await codeOf(control(one, model, 'bedroom'))).toBe('shows.control_taken');
    expect(await control(two, model, 'bedroom')).toMatchObject({ place: 1, tokens: 70 });
    expect((await look(two, model)).control).toMatchObject({ holder: null, queue: 1, place: 1 });
    expect(await steps.balanceOf(one)).toEqual({ spendable: 70, held: 30 });
    await sql`update voyeur_turns set ends_at = clock_timestamp() where state = 'running'`.execute(kysely);
    await eventually(async () => expect((await look(two, model)).control.place).toBe(0));
    await eventually(async () => expect(await shownIn(model)).toBe('bedroom'));
    await eventually(async () => expect(await steps.balanceOf(one)).toEqual({ spendable: 70, held: 0 }));
    await stopControl(two, model);
    await stopControl(two, model);
    await eventually(async () =>
      expect(await turnsIn(model)).toEqual([
        { state: 'ended', reason: 'time_over', charged: 30 },
        { state: 'ended', reason: 'user_stopped', charged: 30 },
      ]),
    );
    expect(await steps.earnedBy(model)).toBe(36);
  });

  test('is not begun for somebody who has no page there, and begins once they are back (S1905)', async () => {
    const model = await voyeur();
    const [one, two] = [await site.join({ tokens: 100 }), await site.join({ tokens: 100 })];
    await steps.enter(one, model);
    await control(one, model, 'kitchen');
    await eventually(async () => expect((await look(one, model)).control.place).toBe(0));
    const page = await steps.enter(two, model);
    await control(two, model, 'bedroom');
    page.close();
    await page.waitForClose();
    const states = async () => (await turnsIn(model)).map(({ state }) => state);
    await stopControl(one, model);
    await eventually(async () => expect((await states())[0]).toBe('ended'));
    // Whoever looks after the house has looked again since.
    await site.site.doChores();
    await site.site.doChores();
    expect(await states()).toEqual(['ended', 'queued']);
    await steps.enter(two, model);
    await eventually(async () => expect(await states()).toEqual(['ended', 'running']));
    await stopControl(two, model);
  });

  test.runIf(isFullRun)(
    'that waits goes back whole, and what the performer ends is paid by its seconds (S1907)',
    async () => {
      const model = await voyeur();
      const [one, two] = [await site.join({ tokens: 100 }), await site.join({ tokens: 100 })];
      await Promise.all([steps.enter(one, model), steps.enter(two, model)]);
      await control(one, model, 'kitchen');
      await eventually(async () => expect((await look(one, model)).control.place).toBe(0));
      await control(two, model, 'kitchen');
      await stopControl(two, model);
      expect(await steps.balanceOf(two)).toEqual({ spendable: 100, held: 0 });
      await sql`update voyeur_turns set began_at = clock_timestamp() - interval '20.5 seconds'
      where state = 'running'`.execute(kysely);
      await close(model, 'kitchen');
      await eventually(async () => expect((await turnsIn(model))[0]).toMatchObject({ state: 'ended' }));
      const [turn] = await turnsIn(model);
      expect(turn!.reason).toBe('model_stopped');
      expect(turn!.charged).toBeGreaterThanOrEqual(10);
      expect(turn!.charged).toBeLessThan(30);
      await eventually(async () =>
        expect(await steps.balanceOf(one)).toEqual({ spendable: 100 - turn!.charged!, held: 0 }),
      );
    },
  );

  test.runIf(isFullRun)('has five places in its queue', async () => {
    const model = await voyeur();
    const people = await Promise.all(Array.from({ length: 7 }, () => site.join({ tokens: 40 })));
    await steps.enter(people[0]!, model);
    await control(people[0]!, model, 'kitchen');
    await eventually(async () => expect((await look(people[0]!, model)).control.place).toBe(0));
    const answers = await Promise.all(
      people.slice(1).map((viewer) => codeOf(control(viewer, model, 'bedroom'))),
    );
    expect(answers.filter((code) => code === 'shows.control_taken')).toHaveLength(1);
    const balances = await Promise.all(people.map((viewer) => steps.balanceOf(viewer)));
    expect(balances.filter(({ held }) => held === 30)).toHaveLength(6);
  });
});
