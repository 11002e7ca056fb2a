import {
  internalMediaKey,
  MEDIA_FACTS,
  MEDIA_COMMANDS,
  type MediaFact,
  type MediaCommand,
  verifyMediaToken,
} from '@klieg/contract/media';
import { type Uuid, uuidv7 } from '@klieg/kernel';
import type { Visitor } from '@klieg/testing';
import { eventually } from '@klieg/testing/eventually';
import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import { codeOf, type Member, useTestSite } from '#site/app/testing-site.ts';
import { isStandbyAllowed } from '../life/standby-rules.ts';
import { recordingBlob } from '../recordings/recordings.ts';
import { liveFact } from '../testing-live.ts';

// Stream keys, modes, passwords, recordings and the news of followers; what media would say and hear
// travels over the same bus.
const site = await useTestSite({ env: { STANDBY_DOMAINS: 'localhost' } });
const commands: MediaCommand[] = [];
const stopCommands = site.bus.subscribe(
  MEDIA_COMMANDS,
  (command) => void commands.push(command as MediaCommand),
);
afterAll(stopCommands);

const say = (fact: MediaFact) => site.bus.publish(MEDIA_FACTS, fact);
const statusOf = async (model: Member) => (await model.call('getBroadcast')).status;
const claimsOf = (token: string) => verifyMediaToken(site.site.mediaSecret, token, Date.now());

const showPicture = async (
  model: Member,
  broadcast: { broadcastId: string; streamName: string },
  more: Partial<Extract<MediaFact, { kind: 'live' }>> = {},
) => {
  const renditions = ['source', '480p', '360p', '240p', 'audio'];
  say(liveFact(model, broadcast, { width: 1_280, height: 720, renditions, ...more }));
  await eventually(async () => expect(await statusOf(model)).toBe('online'));
};

const goLive = async (model: Member) => {
  const started = await model.call('startBroadcast', { body: { streaming_tech: 'webrtc' } });
  const broadcast = { broadcastId: started.broadcast_id, streamName: started.stream_name };
  await showPicture(model, broadcast);
  return broadcast;
};

const tokenFor = (viewer: { call: Member['call'] }, model: Member, rendition?: string) =>
  viewer.call('getStreamToken', {
    params: { username: model.username },
    body: { want: 'ws', ...(rendition && { rendition }) },
  });

const exchange = (key: string, secret = internalMediaKey(site.site.mediaSecret)) =>
  fetch(`${site.url}/internal/media/stream_key`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-internal-secret': secret },
    body: JSON.stringify({ key }),
  });

const setPassword = (model: Member, cam_password: string | null) =>
  model.call('saveSettings', { body: { cam_password } });

describe('a token to play', () => {
  test('names the ways out and the renditions there are, and is bound to what was asked for (LIVE-VIDEO-033) (LIVE-VIDEO-034)', async () => {
    const model = await site.join({ type: 'model' });
    const { streamName } = await goLive(model);
    const viewer = await site.visit();
    const all = await tokenFor(viewer, model);
    expect(all.urls).toEqual({
      ws: `/live/ws/${streamName}`,
      hls: `/live/hls/${streamName}/index.m3u8`,
      whep: `/live/whep/${streamName}`,
    });
    expect(all.renditions).toEqual(['source', '480p', '360p', '240p', 'audio']);
    expect(claimsOf(all.token)).not.toHaveProperty('renditions');
    const some = await tokenFor(viewer, model, '360p,240p');
    expect(some.renditions).toEqual(['360p', '240p']);
    expect(claimsOf(some.token)).toMatchObject({ renditions: ['360p', '240p'], streamName });
  });

  test('the room lists the renditions with size and bit rate, and no inner host (LIVE-VIDEO-013) (CONSTANTS-060)', async () => {
    const model = await site.join({ type: 'model' });
    const { streamName } = await goLive(model);
    const viewer = await site.visit();
    const { stream } = await viewer.call('getRoom', { params: { username: model.username }, query: {} });
    expect(stream).toMatchObject({
      edge_servers: [`localhost:${new URL(site.url).port}`],
      stream_name: streamName,
      token: expect.stringMatching(/^st_/),
      quality_renditions: 4,
      ffmpeg_server: null,
      ingest_server: null,
      origin_server: null,
      width: 1_280,
      height: 720,
      ratio: '16:9',
    });
    expect(stream.renditions).toContainEqual({ id: '480p', width: 854, height: 480, bitrate_kbps: 1_200 });
  });

  test('waits for a card on file where the account needs one; not in the own room, nor for staff (rooms.card_required) (MODERATION-ROLES-008) (LIVE-VIDEO-021)', async () => {
    const roles = ['require_credit_card'] as const;
    const model = await site.join({ type: 'model', roles });
    const viewer = await site.join({ roles });
    const staff = await site.join({ roles: [...roles, 'site_mod'] });
    const roomFor = (member: Member) =>
      member.call('getRoom', { params: { username: model.username }, query: {} });
    expect(await codeOf(tokenFor(viewer, model))).toBe('rooms.offline');
    const { streamName } = await goLive(model);

    expect(await codeOf(tokenFor(viewer, model))).toBe('rooms.card_required');
    const waiting = await roomFor(viewer);
    expect(waiting.chat.cc_required).toBe(true);
    expect([waiting.stream.stream_name, waiting.stream.token, waiting.stream.urls]).toEqual([
      null,
      null,
      null,
    ]);
    const page = await viewer.openRoom(await viewer.openLobby(), model.username);
    expect((await page.waitFor('v3.room.snapshot')).stream).toBeUndefined();
    for (const free of [model, staff, await site.join()]) {
      expect((await roomFor(free)).chat.cc_required).toBe(false);
      expect((await tokenFor(free, model)).stream_name).toBe(streamName);
    }

    await sql`insert into cards (id, account_id, biller, card_token, brand, last4)
      values (gen_random_uuid(), ${viewer.id}, 'sandbox', 'sbx_1', 'visa', '4242')`.execute(
      site.database.kysely,
    );
    expect((await tokenFor(viewer, model)).stream_name).toBe(streamName);
    expect((await roomFor(viewer)).chat.cc_required).toBe(false);
  });

  test('is refused while the room is private (broadcast.not_entitled)', async () => {
    const model = await site.join({ type: 'model' });
    await goLive(model);
    await sql`update rooms set status = 'private' where account_id = ${model.id}`.execute(
      site.database.kysely,
    );
    const viewer = await site.visit();
    expect(await codeOf(tokenFor(viewer, model))).toBe('broadcast.not_entitled');
  });
});

describe('a stream key', () => {
  test('is shown once to who has just given the password, and the one before ends (LIVE-VIDEO-029)', async () => {
    const model = await site.join({ type: 'model' });
    const first = await model.call('createStreamKey', { body: {} });
    expect(first.stream_key).toMatch(/^sk[0-9a-f]{32}$/);
    const settings = await model.call('getStreamerSettings');
    expect(JSON.stringify(settings)).not.toContain(first.stream_key);
    expect(settings.obs.stream_key_masked).toBe(`••••••••${first.stream_key.slice(-4)}`);
    const second = await model.call('createStreamKey', { body: {} });
    expect((await exchange(first.stream_key)).status).toBe(404);
    expect((await exchange(second.stream_key)).status).toBe(200);
    const { rows } = await sql<{ all: string }>`
      select string_agg(row_to_json(k)::text, '') as all from stream_keys k`.execute(site.database.kysely);
    expect(rows[0]!.all).not.toContain(second.stream_key);
  });

  test('needs the password again after a quarter of an hour (common.sudo_required)', async () => {
    const model = await site.join({ type: 'model' });
    await sql`update sessions set sudo_until = now() - interval '1 second' where account_id = ${model.id}`.execute(
      site.database.kysely,
    );
    expect(await codeOf(model.call('createStreamKey', { body: {} }))).toBe('common.sudo_required');
    expect(await codeOf(model.call('sudo', { body: { password: 'not it' } }))).toBe(
      'identity.bad_credentials',
    );
    expect(await codeOf(model.call('createStreamKey', { body: {} }))).toBe('common.sudo_required');
    await model.call('sudo', { body: { password: model.password } });
    expect(await codeOf(model.call('createStreamKey', { body: {} }))).toBe('not refused');
  });

  test('starts a broadcast by itself, joins the one that waits for it, and takes nothing from the browser: S201 (LIVE-VIDEO-029)', async () => {
    const model = await site.join({ type: 'model' });
    const { stream_key: key } = await model.call('createStreamKey', { body: {} });
    const first = claimsOf(((await (await exchange(key)).json()) as { token: string }).token);
    expect(first).toMatchObject({ use: 'publish', username: model.username });
    expect(await statusOf(model)).toBe('connected');
    const again = claimsOf(((await (await exchange(key)).json()) as { token: string }).token);
    expect(again).toMatchObject({ broadcastId: (first as { broadcastId: string }).broadcastId });
    const other = await site.join({ type: 'model' });
    const { stream_key: otherKey } = await other.call('createStreamKey', { body: {} });
    await goLive(other);
    expect((await exchange(otherKey)).status).toBe(409);
  });

  test('opens nothing without the inner secret, and nothing for models who may not broadcast', async () => {
    const model = await site.join({ type: 'model' });
    const { stream_key: key } = await model.call('createStreamKey', { body: {} });
    for (const secret of ['x'.repeat(64), 'é'.repeat(64), ''])
      expect((await exchange(key, secret)).status).toBe(404);
    expect((await exchange('sk00')).status).toBe(404);
    await sql`update accounts set suspended_at = now() where id = ${model.id}`.execute(site.database.kysely);
    expect((await exchange(key)).status).toBe(404);
  });

  test('an encoder that goes away is waited for, whatever the model’s page does: S204', async () => {
    const model = await site.join({ type: 'model' });
    const { stream_key: key } = await model.call('createStreamKey', { body: {} });
    const claims = claimsOf(((await (await exchange(key)).json()) as { token: string }).token) as {
      broadcastId: string;
      streamName: string;
    };
    const broadcast = { broadcastId: claims.broadcastId, streamName: claims.streamName };
    await showPicture(model, broadcast, { tech: 'obs' });
    say({ kind: 'gone', node: 'm1', ...broadcast, reason: 'silent' });
    await eventually(async () => expect(await statusOf(model)).toBe('reconnecting'));
    const back = claimsOf(((await (await exchange(key)).json()) as { token: string }).token);
    expect(back).toMatchObject(broadcast);
    await showPicture(model, broadcast, { tech: 'obs' });
  });

  test('what an encoder was refused for is told to the model in plain words (LIVE-VIDEO-003) (LIVE-VIDEO-010)', async () => {
    const model = await site.join({ type: 'model' });
    const page = await model.openRoom(await model.openLobby(), model.username);
    const { stream_key: key } = await model.call('createStreamKey', { body: {} });
    const claims = claimsOf(((await (await exchange(key)).json()) as { token: string }).token) as {
      broadcastId: string;
      streamName: string;
    };
    const text = 'Set the video encoder to H.264.';
    say({
      kind: 'refused',
      node: 'm1',
      broadcastId: claims.broadcastId,
      streamName: claims.streamName,
      code: 'codec',
      text,
    });
    const told = await page.waitFor('v3.stream.ingest_info', (payload) => payload.status === 'gone');
    expect(told).toMatchObject({ warnings: ['codec'], tech: 'obs' });
    expect((await model.call('getStreamerSettings')).warnings).toEqual([{ code: 'codec', text }]);
  });
});

describe('streamer settings', () => {
  test('keep the way in and the wish for standby (LIVE-VIDEO-014) (LIVE-VIDEO-015)', async () => {
    const model = await site.join({ type: 'model' });
    const wish = {
      streaming_tech: 'obs',
      standby_enabled: true,
      standby_notifications_enabled: true,
    } as const;
    const saved = await model.call('saveStreamerSettings', { body: wish });
    expect(saved).toMatchObject({ ...wish, standby_allowed: true });
    expect(await model.call('getStreamerSettings')).toMatchObject(wish);
    for (const body of [{}, { streaming_tech: 'flash' }, { standby_enabled: 1 }])
      expect(await codeOf(model.call('saveStreamerSettings', { body: body as never }))).toBe(
        'common.invalid_input',
      );
    expect(await model.call('getStreamerSettings')).toMatchObject(wish);
  });

  test('standby is for one domain, or for three studios (LIVE-VIDEO-036)', () => {
    const domains = new Set(['standby.example']);
    expect(isStandbyAllowed({ host: 'standby.example', studioSlug: null }, domains)).toBe(true);
    expect(isStandbyAllowed({ host: 'klieg.example', studioSlug: null }, domains)).toBe(false);
    for (const studioSlug of ['camwithher', 'camwithhermatrix', 'rtvision'])
      expect(isStandbyAllowed({ host: 'klieg.example', studioSlug }, domains)).toBe(true);
    expect(isStandbyAllowed({ host: 'klieg.example', studioSlug: 'another' }, domains)).toBe(false);
  });

  test('standby hides the picture under a new name, and brings it back under another: S203 (LIVE-VIDEO-025)', async () => {
    const model = await site.join({ type: 'model' });
    const viewer = await site.visit();
    const { broadcastId, streamName } = await goLive(model);
    const standby = () => model.call('setBroadcastMode', { body: { mode: 'standby' } });
    expect(await codeOf(standby())).toBe('broadcast.standby_not_allowed');
    await model.call('saveStreamerSettings', { body: { standby_enabled: true } });
    expect(await standby()).toMatchObject({ status: 'standby' });
    expect(await codeOf(tokenFor(viewer, model))).toBe('rooms.offline');
    const renamed = commands.findLast(
      (command) => command.kind === 'rename' && command.broadcastId === broadcastId,
    );
    expect(renamed).toMatchObject({ streamName: expect.not.stringContaining(streamName) });
    expect(await model.call('setBroadcastMode', { body: { mode: 'online' } })).toMatchObject({
      status: 'online',
    });
    const fresh = await tokenFor(viewer, model);
    expect([streamName, (renamed as { streamName: string }).streamName]).not.toContain(fresh.stream_name);
  });

  test('a mode is for who is live (broadcast.not_live)', async () => {
    const model = await site.join({ type: 'model' });
    expect(await codeOf(model.call('setBroadcastMode', { body: { mode: 'online' } }))).toBe(
      'broadcast.not_live',
    );
  });
});

describe('a room with a password', () => {
  test('gives no stream, name or picture before it, and plays after it (rooms.password_required) (rooms.password_wrong) (LIVE-VIDEO-018)', async () => {
    const model = await site.join({ type: 'model' });
    await goLive(model);
    await setPassword(model, 'open sesame');
    const viewer = await site.visit();
    const enter = (password: string) =>
      viewer.call('enterRoomPassword', { params: { username: model.username }, body: { password } });
    expect(await codeOf(tokenFor(viewer, model))).toBe('rooms.password_required');
    const before = await viewer.call('getRoom', { params: { username: model.username }, query: {} });
    expect(before.stream).toMatchObject({ stream_name: null, token: null, urls: null, renditions: [] });
    expect(before.userSetting.hasCamPassword).toBe(true);
    expect(before.viewer.cam_password_ok).toBe(false);
    expect(JSON.stringify(before)).not.toContain('open sesame');
    const thumb = await fetch(`${site.url}/api/v1/thumb/${model.username}.jpg`, { redirect: 'manual' });
    expect(thumb.headers.get('content-type')).not.toBe('image/jpeg');
    expect(await codeOf(enter('wrong'))).toBe('rooms.password_wrong');
    await enter('open sesame');
    expect((await tokenFor(viewer, model)).stream_name).toMatch(/^[\w-]{22}$/);
    expect(
      (await viewer.call('getRoom', { params: { username: model.username }, query: {} })).viewer
        .cam_password_ok,
    ).toBe(true);
    const stranger = await site.visit();
    expect(await codeOf(tokenFor(stranger, model))).toBe('rooms.password_required');
  });

  test('a new password ends what the old one opened, and the stream goes on under a new name', async () => {
    const model = await site.join({ type: 'model' });
    await setPassword(model, 'first');
    const { broadcastId } = await goLive(model);
    const viewer = await site.visit();
    await viewer.call('enterRoomPassword', {
      params: { username: model.username },
      body: { password: 'first' },
    });
    const { stream_name: before } = await tokenFor(viewer, model);
    await setPassword(model, 'second');
    await eventually(() =>
      expect(commands).toContainEqual(expect.objectContaining({ kind: 'rename', broadcastId })),
    );
    expect(await codeOf(tokenFor(viewer, model))).toBe('rooms.password_required');
    await setPassword(model, null);
    await eventually(async () => expect((await tokenFor(viewer, model)).stream_name).not.toBe(before));
  });

  test('closes the sockets of those who have not given it, lets nobody join without it, and shows strangers no chat (LIVE-VIDEO-018) (CHAT-003)', async () => {
    const model = await site.join({ type: 'model' });
    await goLive(model);
    const enter = async (visitor: Visitor) => {
      const lobby = await visitor.openLobby();
      return { lobby, room: await visitor.openRoom(lobby, model.username) };
    };
    const [viewer, invited] = [await site.join({ tokens: 100 }), await site.join({ tokens: 100 })];
    const [own, seen, other] = [await enter(model), await enter(viewer), await enter(invited)];
    seen.room.send('v3.chat.send', { message: 'only for us', client_id: 'c1' });
    await other.room.waitFor('v3.chat.message');
    const params = { username: model.username };
    await setPassword(model, 'open sesame');
    expect(await Promise.all([seen.room.waitForClose(), other.room.waitForClose()])).toEqual([4423, 4423]);
    await expect(viewer.openRoom(seen.lobby, model.username)).rejects.toThrow('close 4423');
    expect((await viewer.call('getRoom', { params, query: {} })).chatMessageList).toEqual([]);
    await invited.call('enterRoomPassword', { params, body: { password: 'open sesame' } });
    expect((await invited.call('getRoom', { params, query: {} })).chatMessageList).toHaveLength(1);
    const back = await invited.openRoom(other.lobby, model.username);
    expect(own.room.closeCode).toBeUndefined();
    await setPassword(model, null);
    await viewer.openRoom(seen.lobby, model.username);
    expect(back.closeCode).toBeUndefined();
  });

  test('of one person only the login sessions that have given it stay in the room', async () => {
    const model = await site.join({ type: 'model' });
    const first = await site.join();
    const second = await site.visit();
    await second.login(first.username, first.password);
    const [one, other] = [
      await first.openRoom(await first.openLobby(), model.username),
      await second.openRoom(await second.openLobby(), model.username),
    ];
    await setPassword(model, 'open sesame');
    expect(await Promise.all([one.waitForClose(), other.waitForClose()])).toEqual([4423, 4423]);
    await first.call('enterRoomPassword', {
      params: { username: model.username },
      body: { password: 'open sesame' },
    });
    await first.openRoom(await first.openLobby(), model.username);
    await expect(second.openRoom(await second.openLobby(), model.username)).rejects.toThrow('close 4423');
  });

  test('a command for a new name that got lost is given again, until media says that name (LIVE-VIDEO-018)', async () => {
    const model = await site.join({ type: 'model' });
    const broadcast = await goLive(model);
    await setPassword(model, 'first');
    const renames = () =>
      commands.filter(
        (command) => command.kind === 'rename' && command.broadcastId === broadcast.broadcastId,
      );
    // The first one found nobody: media goes on under the old name.
    await eventually(() => expect(renames().length).toBeGreaterThan(2));
    expect(new Set(renames().map((command) => JSON.stringify(command))).size).toBe(1);
    expect(renames()[0]).toMatchObject({ streamName: expect.not.stringContaining(broadcast.streamName) });
  });

  test('a room without a password has no right one, and the owner needs none', async () => {
    const model = await site.join({ type: 'model' });
    const viewer = await site.visit();
    const enter = { params: { username: model.username }, body: { password: 'null' } };
    expect(await codeOf(viewer.call('enterRoomPassword', enter))).toBe('rooms.password_wrong');
    await setPassword(model, 'mine only');
    await goLive(model);
    expect(await codeOf(tokenFor(model, model))).toBe('not refused');
  });
});

describe('a recording', () => {
  const put = (id: string, kind: 'video' | 'poster', body: string, part = 0) =>
    fetch(`${site.url}/internal/media/recordings/${id}/${part}/${kind}`, {
      method: 'PUT',
      headers: {
        'content-type': 'application/octet-stream',
        'x-internal-secret': internalMediaKey(site.site.mediaSecret),
        'x-duration-ms': '61500',
      },
      body,
    });
  const record = async (model: Member) => {
    const { broadcastId, streamName } = await goLive(model);
    await model.call('saveSettings', { body: { public_recording: true } });
    const command = await eventually(() => {
      const found = commands.find((one) => one.kind === 'record' && one.broadcastId === broadcastId);
      expect(found).toBeDefined();
      return found as Extract<MediaCommand, { kind: 'record' }>;
    });
    return { broadcastId, streamName, id: command.recordingId! };
  };
  const list = async (model: Member) => (await model.call('listRecordings', { query: {} as never })).items;

  test('is asked for, made, listed and opened by its model alone, whole or in part', async () => {
    const model = await site.join({ type: 'model' });
    const { id } = await record(model);
    expect(await list(model)).toMatchObject([{ id, state: 'recording', duration: null }]);
    await model.call('stopBroadcast', { body: {} });
    await eventually(async () => expect(await list(model)).toMatchObject([{ state: 'processing' }]));
    expect((await put(id, 'poster', 'jpeg')).status).toBe(204);
    expect((await put(id, 'video', '0123456789')).status).toBe(204);
    expect((await put(id, 'video', '0123456789')).status).toBe(204);
    const [ready, ...more] = await list(model);
    expect(more).toEqual([]);
    expect(ready).toMatchObject({ id, state: 'ready', duration: 61.5, size_bytes: 10 });
    const { url } = await model.call('getRecordingUrl', { params: { id } });
    expect(await (await fetch(`${site.url}${url}`)).text()).toBe('0123456789');
    const part = await fetch(`${site.url}${url}`, { headers: { range: 'bytes=2-4' } });
    expect([part.status, part.headers.get('content-range'), await part.text()]).toEqual([
      206,
      'bytes 2-4/10',
      '234',
    ]);
    expect((await fetch(`${site.url}${url}`, { headers: { range: 'bytes=10-' } })).status).toBe(416);
    expect(await (await fetch(`${site.url}${ready!.thumbnail_url}`)).text()).toBe('jpeg');
    expect((await fetch(`${site.url}${url.replace(/sig=.*/, 'sig=x')}`)).status).toBe(404);
    expect((await fetch(`${site.url}${url.replace(/until=\d+/, 'until=9999999999999')}`)).status).toBe(404);
    const stranger = await site.join({ type: 'model' });
    expect(await codeOf(stranger.call('getRecordingUrl', { params: { id } }))).toBe('common.not_found');
    expect(await codeOf(stranger.call('deleteRecording', { params: { id }, body: {} }))).toBe(
      'common.not_found',
    );
  });

  test('that is deleted between its still and its video leaves neither', async () => {
    const model = await site.join({ type: 'model' });
    const { id } = await record(model);
    await model.call('stopBroadcast', { body: {} });
    const still = recordingBlob(id as Uuid, 0, 'poster');
    expect((await put(id, 'poster', 'jpeg')).status).toBe(204);
    expect(await site.site.blobs.sizeOf(still)).toBe(4);
    await model.call('deleteRecording', { params: { id }, body: {} });
    expect((await put(id, 'video', '0123456789')).status).toBe(410);
    expect(await site.site.blobs.sizeOf(still)).toBeUndefined();
    expect((await put(id, 'poster', 'jpeg')).status).toBe(410);
    expect(await site.site.blobs.sizeOf(still)).toBeUndefined();
    expect(await list(model)).toEqual([]);
  });

  test('of a public stream ends before a show of its own begins, and goes on as a new one after it', async () => {
    const model = await site.join({ type: 'model' });
    const { broadcastId } = await record(model);
    const recordOf = (one: MediaCommand) =>
      'broadcastId' in one &&
      one.broadcastId === broadcastId &&
      (one.kind === 'record' || one.kind === 'rename')
        ? [one.kind === 'record' ? one.recordingId !== null : one.kind]
        : [];
    const account = (await site.site.accounts.findByUsername(model.username))!;
    const before = commands.length;
    const also = () => Promise.resolve();
    await site.site.broadcasts.beginShow(account, { mode: 'private', also });
    await eventually(async () => expect(await list(model)).toMatchObject([{ state: 'processing' }]));
    // The recording that ran may have been told once more just before.
    const said = commands.slice(before).flatMap(recordOf);
    expect(said.slice(said.indexOf(false)).slice(0, 2)).toEqual([false, 'rename']);
    // Neither the performer's wish nor a media process that comes anew begins one within the show.
    await model.call('saveSettings', { body: { public_recording: false } });
    await model.call('saveSettings', { body: { public_recording: true } });
    await site.site.settled();
    expect(await list(model)).toMatchObject([{ state: 'processing' }]);
    const within = commands.length;
    await site.site.broadcasts.endShow(account, { mode: 'private', also });
    await eventually(async () =>
      expect(await list(model)).toMatchObject([{ state: 'recording' }, { state: 'processing' }]),
    );
    // Media processes are told again what holds until they say that it does: each is told first in this order.
    const ended = commands.slice(within).flatMap(recordOf);
    expect([...new Set(ended)]).toEqual(['rename', true]);
  });

  test('whose process ended before it told media is told again, and stays the same recording', async () => {
    const model = await site.join({ type: 'model' });
    const { broadcastId } = await goLive(model);
    const id = uuidv7();
    await sql`insert into recordings (id, origin_id, account_id, broadcast_id, kind, state)
      values (${id}, ${id}, ${model.id}, ${broadcastId}, 'public', 'recording')`.execute(
      site.database.kysely,
    );
    await model.call('saveSettings', { body: { public_recording: true } });
    await eventually(() => expect(commands).toContainEqual({ kind: 'record', broadcastId, recordingId: id }));
    expect(await list(model)).toMatchObject([{ id, state: 'recording' }]);
  });

  test('goes on as the same where another media process delivers the stream and does not record it', async () => {
    const model = await site.join({ type: 'model' });
    const { broadcastId, streamName, id } = await record(model);
    const ordersOf = () =>
      commands.filter(
        (one): one is Extract<MediaCommand, { kind: 'record' }> =>
          one.kind === 'record' && one.broadcastId === broadcastId && one.node !== undefined,
      );
    const broadcast = { broadcastId, streamName };
    await showPicture(model, broadcast);
    await eventually(() => expect(ordersOf()).toHaveLength(1));
    expect(ordersOf()[0]).toMatchObject({ recordingId: id, node: 'm1' });
    await showPicture(model, broadcast, { recordingId: id });
    // Heard twice, as by two site processes.
    await Promise.all([1, 2].map(() => showPicture(model, broadcast, { node: 'm2' })));
    await eventually(() => expect(ordersOf().length).toBeGreaterThanOrEqual(2));
    for (const order of ordersOf().slice(1)) expect(order).toMatchObject({ recordingId: id, node: 'm2' });
    await showPicture(model, broadcast, { node: 'm2', recordingId: id });
    expect((await list(model)).map((one) => [one.id, one.state])).toEqual([[id, 'recording']]);
  });

  test('that a media process makes though it is over is told again to end, whatever became of the first word', async () => {
    const model = await site.join({ type: 'model' });
    const { broadcastId, streamName, id } = await record(model);
    await model.call('saveSettings', { body: { public_recording: false } });
    await eventually(async () => expect(await list(model)).toMatchObject([{ id, state: 'processing' }]));
    await site.site.settled();
    const before = commands.length;
    const told = () =>
      commands.slice(before).filter((one) => one.kind === 'record' && one.broadcastId === broadcastId);
    // It never heard so.
    await showPicture(model, { broadcastId, streamName }, { recordingId: id });
    await eventually(() => expect(told()).toEqual([{ kind: 'record', broadcastId, recordingId: null }]));
    await showPicture(model, { broadcastId, streamName });
    await site.site.settled();
    expect(told()).toHaveLength(1);
  });

  test('its flag is reset when the model goes offline (LIVE-VIDEO-027)', async () => {
    const model = await site.join({ type: 'model' });
    await record(model);
    await model.call('stopBroadcast', { body: {} });
    await eventually(async () => {
      const { settings } = await model.call('saveSettings', { body: { volume_tip: 50 } });
      expect(settings.public_recording).toBe(false);
    });
  });

  test('that the disk ended is told to the model, and what there is of it is kept', async () => {
    const model = await site.join({ type: 'model' });
    const { id } = await record(model);
    say({ kind: 'recording_failed', node: 'm1', recordingId: id, reason: 'disk_full' });
    await eventually(async () => {
      const { items } = await model.call('listNotifications', { query: {} as never });
      expect(items[0]).toMatchObject({ kind: 'system', body: expect.stringContaining('disk is full') });
    });
    await model.call('saveSettings', { body: { locale: 'de' } });
    const { items } = await model.call('listNotifications', { query: {} as never });
    expect(items[0]).toMatchObject({ body: expect.stringContaining('Festplatte ist voll') });
    expect(await statusOf(model)).toBe('online');
    expect((await put(id, 'video', 'some')).status).toBe(204);
    // The broadcast goes on, and so may another recording of it.
    expect((await list(model)).find((one) => one.id === id)).toMatchObject({ state: 'ready' });
  });

  test('that was deleted takes no file any more, and its files are gone', async () => {
    const model = await site.join({ type: 'model' });
    const { id } = await record(model);
    await put(id, 'video', 'some');
    const { url } = await model.call('getRecordingUrl', { params: { id } });
    await model.call('deleteRecording', { params: { id }, body: {} });
    expect((await fetch(`${site.url}${url}`)).status).toBe(404);
    expect((await put(id, 'video', 'late')).status).toBe(410);
    expect(await list(model)).toEqual([]);
  });

  test('a picture that changed its format leaves a second file in the list', async () => {
    const model = await site.join({ type: 'model' });
    const { id } = await record(model);
    await put(id, 'video', 'one', 0);
    await put(id, 'video', 'two', 1);
    // She goes on recording, so another may have begun since.
    expect((await list(model)).filter(({ state }) => state === 'ready')).toHaveLength(2);
  });

  test('nobody puts a file there without the inner secret', async () => {
    const answer = await fetch(`${site.url}/internal/media/recordings/${crypto.randomUUID()}/0/video`, {
      method: 'PUT',
      headers: { 'content-type': 'application/octet-stream', 'x-internal-secret': 'x' },
      body: 'x',
    });
    expect(answer.status).toBe(404);
  });
});

describe('followers', () => {
  test('who want it get one mail when the model goes live, at most once in four hours: S202 (SETTINGS-016)', async () => {
    const model = await site.join({ type: 'model' });
    const confirmed = await site.join({
      settings: { featured_show_notification: 'email,web', locale: 'de' },
    });
    const unconfirmed = await site.join({ settings: { featured_show_notification: 'email' } });
    const quiet = await site.join();
    for (const one of [confirmed, unconfirmed, quiet])
      await one.call('follow', { params: { username: model.username }, body: {} });
    await sql`update accounts set email_confirmed = true where id in (${confirmed.id}, ${quiet.id})`.execute(
      site.database.kysely,
    );
    await goLive(model);
    // New accounts are mailed too, about their address; followers are mailed the name of the model.
    const ofModel = sql`subject like ${`${model.username} %`}`;
    const mails = async () =>
      (
        await sql<{ to: string }>`select "to" from kept_mails where ${ofModel}`.execute(site.database.kysely)
      ).rows.map((row) => row.to);
    await eventually(async () => expect(await mails()).toEqual([`${confirmed.username}@example.org`]));
    const { rows } = await sql`select subject, text from kept_mails where ${ofModel}`.execute(
      site.database.kysely,
    );
    expect(rows).toEqual([
      {
        subject: `${model.username} ist live`,
        text: expect.stringMatching(new RegExp(`\n\nhttp://localhost:\\d+/${model.username}\n\n`)),
      },
    ]);
    const { items } = await confirmed.call('listNotifications', { query: {} as never });
    expect(items).toContainEqual(
      expect.objectContaining({
        kind: 'model_online',
        title: `${model.username} ist live`,
        url: `/${model.username}`,
      }),
    );
    await model.call('stopBroadcast', { body: {} });
    await goLive(model);
    const claimed = await site.database.kysely
      .transaction()
      .execute((transaction) => site.site.rooms.claimTellingFollowers(model.id as never, transaction));
    expect(claimed).toBe(false);
    expect(await mails()).toHaveLength(1);
  });
});
