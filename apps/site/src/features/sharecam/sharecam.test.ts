import { MEDIA_COMMANDS, MEDIA_FACTS, type MediaClaims, type MediaCommand } from '@klieg/contract/media';
import { uuidv7 } from '@klieg/kernel';
import { eventually } from '@klieg/testing/eventually';
import { isFullRun } from '@klieg/testing/run-length';
import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import { codeOf, type Member, useTestSite } from '../../app/testing-site.ts';
import { inRoom, makeShowSteps } from '../../app/testing-shows-store.ts';

/* Cameras that viewers share, against the database; what media says is told here in its words. */

const site = await useTestSite();
const { kysely } = site.database;
const steps = makeShowSteps(site);
const commands: MediaCommand[] = [];
afterAll(site.bus.subscribe(MEDIA_COMMANDS, (command) => void commands.push(command as MediaCommand)));

const ask = (viewer: Member, model: Member, audio = false) =>
  viewer.call('requestSharecam', { params: inRoom(model), body: { audio } });
const accept = (model: Member, id: string) => model.call('acceptSharecam', { params: { id }, body: {} });
const decline = (model: Member, id: string) => model.call('declineSharecam', { params: { id }, body: {} });
const publish = (viewer: Member, model: Member, id: string) =>
  viewer.call('publishSharecam', { params: inRoom(model), body: { request_id: id } });
const stop = (who: Member, model: Member, viewer?: Member) =>
  who.call('stopSharecam', {
    params: inRoom(model),
    body: viewer ? { viewer: viewer.username } : {},
  });
const rowOf = async (id: string) => {
  const { rows } = await sql<{ state: string; reason: string | null }>`
    select state, reason from sharecams where request_id = ${id}`.execute(kysely);
  return rows[0];
};
const age = (id: string, column: 'expires_at' | 'accepted_at', seconds: number) =>
  sql`update sharecams set ${sql.ref(column)} = clock_timestamp() - ${seconds} * interval '1 second'
    where request_id = ${id}`.execute(kysely);
const claimsOf = (token: string) =>
  JSON.parse(Buffer.from(token.slice(3).split('.')[0]!, 'base64url').toString()) as MediaClaims;
const streamOf = async (id: string) => {
  const { rows } = await sql<{ stream_name: string; state: string }>`
    select stream_name, state from cameras where camera_id = ${id}`.execute(kysely);
  return rows[0]!;
};

/** A media process has the camera's picture, or has it no more. */
async function tellPicture(id: string, kind: 'live' | 'gone', reason = 'silent') {
  const { stream_name: streamName } = await streamOf(id);
  const about = { node: 'm1', broadcastId: id, streamName, isCamera: true };
  const figures = { username: 'v', width: 640, height: 480, hasAudio: false, tech: 'webrtc', renditions: [] };
  site.bus.publish(
    MEDIA_FACTS,
    kind === 'live' ? { kind, ...about, ...figures } : { kind, ...about, reason },
  );
}

async function together(settings: object = {}) {
  const model = await steps.model({ ...settings });
  const viewer = await site.join({ tokens: 1_000 });
  const [studio, page] = [await steps.enter(model, model), await steps.enter(viewer, model)];
  return { model, viewer, studio, page };
}

/** A camera that the performer looks at. */
async function shown(settings: object = {}) {
  const both = await together(settings);
  const { request_id: id } = await ask(both.viewer, both.model, true);
  await accept(both.model, id);
  await tellPicture(id, 'live');
  await both.studio.waitFor('v3.cam2cam.ready');
  return { ...both, id };
}
type Page = Awaited<ReturnType<typeof together>>['page'];
const endedBy = (page: Page, id: string, reason: string) =>
  page.waitFor('v3.cam2cam.end', (end) => end.cam2cam_id === id && end.reason === reason);
const isEndedAtMedia = (id: string) =>
  eventually(async () => {
    const { stream_name: streamName, state } = await streamOf(id);
    expect(state).toBe('closed');
    expect(commands).toContainEqual({ kind: 'stop', broadcastId: id });
    expect(commands).toContainEqual({ kind: 'revoke', streamName });
  });

describe('a request', () => {
  test('is told to the performer alone, answered again when it is asked again, and held open for a minute', async () => {
    const { model, viewer, studio, page } = await together();
    const first = await ask(viewer, model, true);
    expect(await studio.lobby.waitFor('v3.sharecam.request')).toMatchObject({
      request_id: first.request_id,
      username: viewer.username,
      audio: true,
      status: 'pending',
    });
    expect(await ask(viewer, model, true)).toEqual(first);
    expect(page.received.some(({ name }) => name === 'v3.sharecam.request')).toBe(false);
    const { sharecam } = await (await steps.enter(model, model)).waitFor('v3.room.snapshot');
    expect(sharecam).toMatchObject([
      { request_id: first.request_id, username: viewer.username, audio: true },
    ]);
    const other = await (await steps.enter(await site.join(), model)).waitFor('v3.room.snapshot');
    expect([other.sharecam, other.cam2cam]).toEqual([undefined, undefined]);
  });

  test.runIf(isFullRun)(
    'needs the performer’s leave and a room that is online, standby or the viewer’s own private (LIVE-VIDEO-035)',
    async () => {
      const { model, viewer } = await together({ private_cost: 60 });
      for (const status of ['offline', 'connected', 'reconnecting', 'private', 'limited']) {
        await sql`update rooms set status = ${status} where account_id = ${model.id}`.execute(kysely);
        expect(await codeOf(ask(viewer, model))).toBe('shows.sharecam_unavailable');
      }
      await sql`update rooms set status = 'standby' where account_id = ${model.id}`.execute(kysely);
      await ask(viewer, model);
      await stop(viewer, model);
      await sql`update rooms set status = 'online' where account_id = ${model.id}`.execute(kysely);
      const { request_id: show } = await steps.request(viewer, model);
      await steps.accept(model, show);
      expect((await ask(viewer, model)).status).toBe(1);
      expect(await codeOf(ask(await site.join(), model))).toBe('shows.sharecam_unavailable');
      const off = await steps.model({ cam2cam: false });
      expect(await codeOf(ask(await site.join(), off))).toBe('shows.sharecam_unavailable');
      expect(await codeOf(ask(model, model))).toBe('common.not_self');
    },
  );

  test.runIf(isFullRun)('is one per viewer wherever they are, and ten per room', async () => {
    const [model, other] = [await steps.model(), await steps.model()];
    const viewer = await site.join();
    await ask(viewer, model);
    expect(await codeOf(ask(viewer, other))).toBe('shows.already_requested');
    for (let i = 1; i < 10; i++) await ask(await site.join(), model);
    const eleventh = await site.join();
    expect(await codeOf(ask(eleventh, model))).toBe('shows.sharecam_unavailable');
    await stop(viewer, model);
    await ask(eleventh, model);
    await ask(viewer, other);
  });

  test('that is declined is told by the performer’s display name (LIVE-VIDEO-005)', async () => {
    const { model, viewer, page } = await together();
    const { request_id: id } = await ask(viewer, model);
    const stranger = await steps.model();
    expect(await codeOf(decline(stranger, id))).toBe('shows.request_gone');
    await decline(model, id);
    await decline(model, id);
    expect(await page.waitFor('v3.sharecam.declined')).toMatchObject({
      request_id: id,
      username: model.username,
      display_name: model.username,
    });
    expect(await codeOf(accept(model, id))).toBe('shows.request_gone');
    expect(await codeOf(publish(viewer, model, id))).toBe('shows.request_gone');
    expect(await rowOf(id)).toEqual({ state: 'declined', reason: null });
  });

  test('ends by its time and by its viewer, and the performer’s pages drop it', async () => {
    const { model, viewer, studio, page } = await together();
    const { request_id: late } = await ask(viewer, model);
    await age(late, 'expires_at', 0);
    expect(await codeOf(accept(model, late))).toBe('shows.request_gone');
    const isDropped = (id: string) =>
      studio.lobby.waitFor(
        'v3.sharecam.request',
        (told) => told.request_id === id && told.status === 'canceled',
      );
    await isDropped(late);
    await endedBy(page, late, 'expired');
    expect(await rowOf(late)).toEqual({ state: 'expired', reason: null });
    const { request_id: id } = await ask(viewer, model);
    await stop(viewer, model);
    await stop(viewer, model);
    await isDropped(id);
    expect(await rowOf(id)).toEqual({ state: 'canceled', reason: 'user_ended' });
  });
});

describe('a camera', () => {
  test('starts with the performer’s yes, is ready with its first picture, and ends (LIVE-VIDEO-004, LIVE-VIDEO-006, LIVE-VIDEO-007, LIVE-VIDEO-008, LIVE-VIDEO-028)', async () => {
    const { model, viewer, studio, page } = await together();
    const { request_id: id } = await ask(viewer, model, true);
    const granted = await accept(model, id);
    expect(await page.waitFor('v3.sharecam.accepted')).toMatchObject({
      request_id: id,
      username: model.username,
    });
    const started = await page.waitFor('v3.cam2cam.start');
    expect(started).toMatchObject({ cam2cam_id: id, username: viewer.username, audio: true });
    expect(started.ingest_url).toMatch(/\/live\/whip$/u);
    const { stream_name: streamName } = await streamOf(id);
    const sends = { use: 'publish', broadcastId: id, streamName, camera: { hasSound: true } };
    expect(claimsOf(started.token!)).toMatchObject(sends);
    const asked = await publish(viewer, model, id);
    expect(claimsOf(asked.token)).toMatchObject(sends);
    expect(asked.whip_url).toMatch(/\/live\/whip$/u);
    const told = await studio.waitFor('v3.cam2cam.start');
    expect([told.token, told.ingest_url]).toEqual([undefined, undefined]);
    expect(granted.viewer_stream_name).toBe(streamName);
    expect(claimsOf(granted.token)).toMatchObject({ use: 'play', streamName });

    await tellPicture(id, 'live');
    for (const one of [studio, page])
      expect(await one.waitFor('v3.cam2cam.ready')).toMatchObject({
        cam2cam_id: id,
        username: viewer.username,
      });
    const { cam2cam } = await (await steps.enter(model, model)).waitFor('v3.room.snapshot');
    const camera = { cam2cam_id: id, username: viewer.username, audio: true, is_ready: true };
    expect(cam2cam).toEqual({ ...camera, cameras: [camera] });
    // Asked again, it is a fresh token of the same stream.
    expect(claimsOf((await accept(model, id)).token)).toMatchObject({ use: 'play', streamName });

    await stop(viewer, model);
    for (const one of [studio, page]) await endedBy(one, id, 'user_ended');
    await isEndedAtMedia(id);
    expect(await codeOf(accept(model, id))).toBe('shows.request_gone');
    expect(await codeOf(publish(viewer, model, id))).toBe('shows.request_gone');
  });

  test('is sent by its viewer alone and watched by the performer alone, and by nobody before the yes', async () => {
    const { model, viewer } = await together();
    const [other, stranger] = [await site.join(), await steps.model()];
    const { request_id: id } = await ask(viewer, model);
    expect(await codeOf(publish(viewer, model, id))).toBe('shows.request_gone');
    expect(await streamOf(id)).toBeUndefined();
    expect(await codeOf(accept(stranger, id))).toBe('shows.request_gone');
    await accept(model, id);
    for (const one of [other, stranger, model])
      expect(await codeOf(publish(one, model, id))).toBe('shows.request_gone');
    expect(await codeOf(accept(stranger, id))).toBe('shows.request_gone');
    expect(await codeOf(publish(viewer, stranger, id))).toBe('shows.request_gone');
    expect(await codeOf(publish(viewer, model, uuidv7()))).toBe('shows.request_gone');
  });

  test('ends for the performer by their word, for one viewer alone', async () => {
    const { model, viewer, page, id } = await shown();
    const second = await site.join();
    const { request_id: other } = await ask(second, model);
    await accept(model, other);
    await stop(model, model, viewer);
    await endedBy(page, id, 'model_ended');
    expect((await rowOf(other))!.state).toBe('accepted');
    await stop(model, model);
    await stop(model, model, await site.join());
    expect((await rowOf(other))!.state).toBe('accepted');
  });

  test.runIf(isFullRun)(
    'that never comes, and one without a picture for ten seconds, end by themselves (S603, S604)',
    async () => {
      const { model, viewer, page } = await together();
      const { request_id: late } = await ask(viewer, model);
      await accept(model, late);
      await age(late, 'accepted_at', 31);
      await endedBy(page, late, 'expired');
      await isEndedAtMedia(late);

      const { request_id: id } = await ask(viewer, model);
      await accept(model, id);
      await tellPicture(id, 'live');
      await page.waitFor('v3.cam2cam.ready', (ready) => ready.cam2cam_id === id);
      await tellPicture(id, 'gone', 'replaced');
      expect((await streamOf(id)).state).toBe('live');
      await tellPicture(id, 'gone');
      await eventually(async () => expect((await streamOf(id)).state).toBe('missing'));
      await tellPicture(id, 'live');
      await eventually(async () => expect((await streamOf(id)).state).toBe('live'));
      await tellPicture(id, 'gone');
      await sql`update cameras set gone_at = clock_timestamp() - interval '11 seconds'
      where camera_id = ${id} and state = 'missing'`.execute(kysely);
      await eventually(async () => {
        await sql`update cameras set gone_at = clock_timestamp() - interval '11 seconds'
        where camera_id = ${id} and state = 'missing'`.execute(kysely);
        expect((await rowOf(id))!.state).toBe('ended');
      });
      await endedBy(page, id, 'disconnected');
    },
  );

  test('whose picture was heard of by no living node is ready all the same', async () => {
    const { model, viewer, page } = await together();
    const { request_id: id } = await ask(viewer, model);
    await accept(model, id);
    await sql`update cameras set state = 'live', live_at = clock_timestamp() where camera_id = ${id}`.execute(
      kysely,
    );
    await page.waitFor('v3.cam2cam.ready', (ready) => ready.cam2cam_id === id);
  });

  test.runIf(isFullRun)(
    'ends at once for who is banned, kicked or blocked, and with a room that closes',
    async () => {
      const kicked = await shown();
      await kicked.model.call('moderate', {
        params: inRoom(kicked.model),
        body: { username: kicked.viewer.username, action: 'kick' },
      });
      await isEndedAtMedia(kicked.id);
      expect((await rowOf(kicked.id))!.reason).toBe('removed');
      const blocked = await shown();
      await blocked.model.call('ignorePerson', {
        params: { username: blocked.viewer.username },
        body: { ignored: true },
      });
      await isEndedAtMedia(blocked.id);
      const closed = await shown();
      await sql`update rooms set status = 'offline' where account_id = ${closed.model.id}`.execute(kysely);
      await endedBy(closed.page, closed.id, 'model_ended');
    },
  );

  test('ends when the performer switches it off', async () => {
    const { model, page, id } = await shown();
    await model.call('saveSettings', { body: { cam2cam: false } } as never);
    await endedBy(page, id, 'model_ended');
  });

  test('of a public room is four at most, and one more can be asked when one ends', async () => {
    const model = await steps.model();
    const viewers = [];
    for (let i = 0; i < 5; i++) viewers.push(await site.join());
    const ids = [];
    for (const viewer of viewers) ids.push((await ask(viewer, model)).request_id);
    for (const id of ids.slice(0, 4)) await accept(model, id);
    expect(await codeOf(accept(model, ids[4]!))).toBe('shows.sharecam_unavailable');
    await stop(viewers[0]!, model);
    await accept(model, ids[4]!);
  });

  test('that goes on at media although it was closed here is ended again', async () => {
    const { model, viewer, id } = await shown();
    await stop(viewer, model);
    await isEndedAtMedia(id);
    commands.length = 0;
    await tellPicture(id, 'live');
    await eventually(() => expect(commands).toContainEqual({ kind: 'stop', broadcastId: id }));
    const unknown = uuidv7();
    const fact = { kind: 'live', node: 'm1', broadcastId: unknown, streamName: 'x', isCamera: true };
    site.bus.publish(MEDIA_FACTS, { ...fact, username: 'v', width: 1, height: 1, renditions: [] });
    await eventually(() => expect(commands).toContainEqual({ kind: 'stop', broadcastId: unknown }));
  });
});

describe('with a private', () => {
  const begin = async (wish: object) => {
    const both = await together({ private_cost: 60 });
    const { request_id: show } = await steps.request(both.viewer, both.model, wish);
    await steps.accept(both.model, show);
    return { ...both, show };
  };

  test.runIf(isFullRun)(
    'a camera that was asked for with the request is accepted with it, and ends with it (S605)',
    async () => {
      const { model, viewer, studio, page } = await begin({ with_cam2cam: true });
      const { cam2cam_id: id } = await page.waitFor('v3.cam2cam.start');
      expect(claimsOf((await publish(viewer, model, id)).token)).toMatchObject({
        camera: { hasSound: false },
      });
      await tellPicture(id, 'live');
      await studio.waitFor('v3.cam2cam.ready');
      await steps.end(viewer, model);
      for (const one of [studio, page]) await endedBy(one, id, 'private_ended');
      await isEndedAtMedia(id);
    },
  );

  test.runIf(isFullRun)(
    'a camera from before goes on for the payer and ends for everybody else',
    async () => {
      const { model, viewer, page } = await together({ private_cost: 60 });
      const other = await site.join();
      const [{ request_id: own }, { request_id: others }] = [
        await ask(viewer, model),
        await ask(other, model),
      ];
      const otherPage = await steps.enter(other, model);
      for (const id of [own, others]) {
        await accept(model, id);
        await tellPicture(id, 'live');
      }
      const { request_id: show } = await steps.request(viewer, model, { with_cam2cam: true });
      await steps.accept(model, show);
      await endedBy(otherPage, others, 'removed');
      expect((await rowOf(own))!.state).toMatch(/accepted|ready/u);
      expect(await codeOf(ask(viewer, model))).toBe('shows.already_requested');
      await steps.end(model, model);
      await endedBy(page, own, 'private_ended');
    },
  );

  test('without it nothing is shared, and a request that is open is its payer’s alone', async () => {
    const { model, viewer, page, show } = await begin({});
    expect(page.received.some(({ name }) => name === 'v3.cam2cam.start')).toBe(false);
    const { request_id: id } = await ask(viewer, model);
    await accept(model, id);
    steps.deliver(show, 3);
    await steps.end(viewer, model);
    await endedBy(page, id, 'private_ended');
  });
});
