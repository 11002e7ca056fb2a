import { placeholderUrl } from '@klieg/contract/features/broadcast/placeholders';
import {
  MEDIA_FACTS,
  MEDIA_COMMANDS,
  type MediaFact,
  type MediaCommand,
  verifyMediaToken,
} from '@klieg/contract/media';
import { eventually } from '@klieg/testing/eventually';
import { isFullRun } from '@klieg/testing/run-length';
import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import { codeOf, type Member, useTestSite } from '../../app/testing-site.ts';
import type { RoomRow } from '../rooms/index.ts';
import { decideByFact, isLost, offlineChange, RECONNECT_MS } from './life/status-rules.ts';
import { liveFact } from './testing-live.ts';

// What the media process would say and hear travels over the same bus; the live path itself is proven
// with real media in apps/media and in the browser journey.
const site = await useTestSite();
const commands: MediaCommand[] = [];
const stopCommands = site.bus.subscribe(
  MEDIA_COMMANDS,
  (command) => void commands.push(command as MediaCommand),
);
afterAll(stopCommands);

const say = (fact: MediaFact) => site.bus.publish(MEDIA_FACTS, fact);
const start = (model: Member) => model.call('startBroadcast', { body: { streaming_tech: 'webrtc' } });
const statusOf = async (model: Member) => (await model.call('getBroadcast')).status;

const goLive = async (model: Member) => {
  const started = await start(model);
  const broadcast = { broadcastId: started.broadcast_id, streamName: started.stream_name };
  say(liveFact(model, broadcast));
  await eventually(async () => expect(await statusOf(model)).toBe('online'));
  return { started, broadcast };
};

describe('a broadcast', () => {
  test('hands out a publish token for this model and stream alone: S201 (LIVE-VIDEO-029)', async () => {
    const model = await site.join({ type: 'model' });
    const { ingest, stream_name: streamName, broadcast_id: broadcastId } = await start(model);
    expect(ingest!.whip_url).toMatch(/\/live\/whip$/);
    const claims = verifyMediaToken(site.site.mediaSecret, ingest!.token, Date.now());
    expect(claims).toMatchObject({ use: 'publish', streamName, broadcastId, username: model.username });
    expect(streamName).toMatch(/^[\w-]{22}$/);
    expect(await statusOf(model)).toBe('connected');
  });

  test('that is begun twice by one login is one, whose picture nothing ends: S201', async () => {
    const model = await site.join({ type: 'model' });
    const [one, other] = await Promise.all([start(model), start(model)]);
    expect(other).toMatchObject({ broadcast_id: one.broadcast_id, stream_name: one.stream_name });
    say(liveFact(model, { broadcastId: one.broadcast_id, streamName: one.stream_name }));
    await eventually(async () => expect(await statusOf(model)).toBe('online'));
    expect(await codeOf(start(model))).toBe('broadcast.already_live');
    expect((await model.call('getBroadcast')).broadcast_id).toBe(one.broadcast_id);
    await model.call('stopBroadcast', { body: {} });
  });

  test('begins with a subject that the pages of the room are told, in the color of before (CHAT-012)', async () => {
    const model = await site.join({ type: 'model' });
    const to = { params: { username: model.username } };
    await model.call('setSubject', { ...to, body: { subject: 'before', subject_color: '#ff0000' } });
    const guest = await site.visit();
    const room = await guest.openRoom(await guest.openLobby(), model.username);
    await model.call('startBroadcast', { body: { streaming_tech: 'webrtc', subject: ' tonight ' } });
    const told = { subject: 'tonight', subject_color: '#ff0000' };
    expect(await room.waitFor('v3.chat.subject')).toMatchObject(told);
  });

  test('goes online with the first keyframe, in room, cards and lists: S202 (CHAT-013) (CHAT-030)', async () => {
    const model = await site.join({ type: 'model' });
    const guest = await site.visit();
    const lobby = await guest.openLobby();
    lobby.send('v3.lobby.status.start', { usernames: [model.username] });
    const room = await guest.openRoom(lobby, model.username);
    const { started } = await goLive(model);
    const update = await room.waitFor('v3.chat.update', (payload) => payload.status === 'online');
    expect(update).toMatchObject({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      stream_name: started.stream_name,
      width: 640,
      height: 480,
      origin_server: null,
    });
    expect(
      (await lobby.waitFor('v3.lobby.status.update', (payload) => payload.status === 'online')).thumb_small,
    ).toContain(`/thumb/${model.username}.jpg`);
    const { userList } = await guest.call('browseGender', { params: { gender: 'girls' } });
    expect(userList[0]).toMatchObject({ username: model.username, status: 'online' });
  });

  test('is refused to viewers and models who are not approved (broadcast.not_approved)', async () => {
    const viewer = await site.join();
    const pending = await site.join({ type: 'model', isApproved: false });
    expect(await codeOf(start(viewer))).toBe('common.forbidden');
    expect(await codeOf(start(pending))).toBe('broadcast.not_approved');
  });

  test('a second one is refused while the first delivers (broadcast.already_live)', async () => {
    const model = await site.join({ type: 'model' });
    await goLive(model);
    expect(await codeOf(start(model))).toBe('broadcast.already_live');
  });

  test('a check of the network gets a right that publishes and plays nothing, and none beside a picture (LIVE-VIDEO-029)', async () => {
    const model = await site.join({ type: 'model' });
    const { url, token, expires_at } = await model.call('startNetworkCheck', { body: {} });
    expect(url).toMatch(/^ws:.*\/live\/ingest$/);
    const claims = verifyMediaToken(site.site.mediaSecret, token, Date.now());
    expect(claims).toEqual({
      use: 'check',
      session: expect.any(String),
      clock: expect.any(String),
      expiresAt: Date.parse(expires_at),
    });
    expect(await statusOf(model)).toBe('offline');
    await goLive(model);
    // broadcast.already_live and broadcast.not_approved of startNetworkCheck
    expect(await codeOf(model.call('startNetworkCheck', { body: {} }))).toBe('broadcast.already_live');
    expect(await statusOf(model)).toBe('online');
    const pending = await site.join({ type: 'model', isApproved: false });
    expect(await codeOf(pending.call('startNetworkCheck', { body: {} }))).toBe('broadcast.not_approved');
    expect(await codeOf((await site.join()).call('startNetworkCheck', { body: {} }))).toBe(
      'common.forbidden',
    );
  });

  test('media is told once when pages of a live room are opened, and not by whom nothing may be seen (LIVE-VIDEO-013)', async () => {
    const model = await site.join({ type: 'model' });
    const open = async () =>
      (await site.visit()).call('getRoom', { params: { username: model.username }, query: {} });
    await open();
    const { broadcast } = await goLive(model);
    await Promise.all([open(), open()]);
    const { streamName } = broadcast;
    const awaited = () => commands.filter((command) => command.kind === 'await_viewer');
    await eventually(() => expect(awaited()).toContainEqual({ kind: 'await_viewer', streamName }));
    expect(awaited().filter((command) => command.streamName === streamName)).toHaveLength(1);
    expect(awaited().every((command) => command.streamName.length > 0)).toBe(true);
  });

  test('stopped by the model takes the room offline, ends the stream and revokes its name: S206 (LIVE-VIDEO-027)', async () => {
    const model = await site.join({ type: 'model' });
    const { broadcast } = await goLive(model);
    expect(await model.call('stopBroadcast', { body: {} })).toEqual({ status: 'offline' });
    expect(await statusOf(model)).toBe('offline');
    await eventually(() =>
      expect(commands).toContainEqual({ kind: 'stop', broadcastId: broadcast.broadcastId }),
    );
    expect(commands).toContainEqual(
      expect.objectContaining({ kind: 'revoke', streamName: broadcast.streamName }),
    );
    // The publisher's own end may have come first.
    expect(await model.call('stopBroadcast', { body: {} })).toEqual({ status: 'offline' });
  });

  test('ends with the login session that began it: media is told which, and what it answers closes the room: W33 S207', async () => {
    const model = await site.join({ type: 'model' });
    const { started, broadcast } = await goLive(model);
    const claims = verifyMediaToken(site.site.mediaSecret, started.ingest!.token, Date.now())!;
    await model.call('logout', { body: {} });
    await eventually(() =>
      expect(commands).toContainEqual(expect.objectContaining({ kind: 'revoke', session: claims.session })),
    );
    // That media answers so is proven in its own tests.
    say({ kind: 'gone', node: 'm1', ...broadcast, reason: 'stopped' });
    const guest = await site.visit();
    await eventually(async () => {
      const { userList } = await guest.call('browseGender', { params: { gender: 'girls' } });
      expect(userList.find(({ username }) => username === model.username)?.status).toBe('offline');
    });
  });

  test.runIf(isFullRun)(
    'silent while the model’s page answers waits as reconnecting and goes on: S204 S205',
    async () => {
      const model = await site.join({ type: 'model' });
      const page = await model.openRoom(await model.openLobby(), model.username);
      const { broadcast } = await goLive(model);
      say({ kind: 'gone', node: 'm1', ...broadcast, reason: 'silent' });
      await eventually(async () => expect(await statusOf(model)).toBe('reconnecting'));
      // The probe asks the page and waits two seconds for it.
      await page.waitFor('v3.ping');
      await new Promise((resolve) => setTimeout(resolve, 2_200));
      expect(await statusOf(model)).toBe('reconnecting');
      say(liveFact(model, broadcast));
      await eventually(async () => expect(await statusOf(model)).toBe('online'));
    },
  );

  test.runIf(isFullRun)(
    'that begins just after the model’s last page has left is not ended by that: S206 (LIVE-VIDEO-029)',
    async () => {
      const [model, other] = [await site.join({ type: 'model' }), await site.join({ type: 'model' })];
      const leave = async (member: Member) => {
        const page = await member.openRoom(await member.openLobby(), member.username);
        await start(member);
        page.close();
        const { presence } = site.site.hub.find(member.username)!;
        await eventually(() => expect(presence.socketsOf(`a${member.id}`)).toHaveLength(0));
      };
      await leave(model);
      await model.call('stopBroadcast', { body: {} });
      const { broadcast_id: broadcastId } = await start(model);
      // Whoever left later and did not come back is looked for later, and closed.
      await leave(other);
      await eventually(async () => expect(await statusOf(other)).toBe('offline'));
      expect(await model.call('getBroadcast')).toMatchObject({
        status: 'connected',
        broadcast_id: broadcastId,
      });
    },
  );

  test('silent with nobody at the page goes offline', async () => {
    const model = await site.join({ type: 'model' });
    const { broadcast } = await goLive(model);
    say({ kind: 'gone', node: 'm1', ...broadcast, reason: 'silent' });
    await eventually(async () => expect(await statusOf(model)).toBe('offline'));
  });

  test('of nobody is ordered to stop; facts of an older one change nothing', async () => {
    const model = await site.join({ type: 'model' });
    const { broadcast } = await goLive(model);
    await model.call('stopBroadcast', { body: {} });
    await goLive(model);
    say({ kind: 'gone', node: 'm1', ...broadcast, reason: 'closed' });
    say({
      kind: 'live',
      node: 'm1',
      broadcastId: broadcast.broadcastId,
      streamName: 'x',
      username: model.username,
      width: 1,
      height: 1,
      hasAudio: false,
      tech: 'webrtc',
      renditions: ['source'],
    });
    await eventually(() =>
      expect(
        commands.filter((command) => command.kind === 'stop' && command.broadcastId === broadcast.broadcastId)
          .length,
      ).toBeGreaterThan(1),
    );
    expect(await statusOf(model)).toBe('online');
  });

  test('tells the model how the ingest does (LIVE-VIDEO-010)', async () => {
    const model = await site.join({ type: 'model' });
    const page = await model.openRoom(await model.openLobby(), model.username);
    const { broadcast } = await goLive(model);
    say({
      kind: 'health',
      node: 'm1',
      ...broadcast,
      kbps: 1_200.4,
      fps: 29.6,
      width: 640,
      height: 480,
      keyframeMs: 2_000,
      lossPercent: 0.5,
      viewers: 3,
      warnings: ['b_frames'],
    });
    expect(await page.waitFor('v3.stream.ingest_info')).toMatchObject({
      status: 'unstable',
      kbps: 1_200,
      fps: 30,
      warnings: ['b_frames'],
      tech: 'webrtc',
    });
    expect(await model.call('getBroadcast')).toMatchObject({
      live: true,
      bitrate_kbps: 1_200,
      b_frames: true,
      // A browser sets its encoder by itself: advice for OBS would be none.
      warnings: [{ code: 'b_frames', text: expect.not.stringContaining('OBS') }],
    });
  });

  test('is on the card, and puts better connections first where that is asked for (BROWSE-048) (BROWSE-050)', async () => {
    const [poor, good] = [await site.join({ type: 'model' }), await site.join({ type: 'model' })];
    // By points the one would stand before the other.
    await sql`insert into rooms (account_id, rating_counts) values (${poor.id}, '{0,0,0,0,2000}')
      on conflict (account_id) do update set rating_counts = excluded.rating_counts`.execute(
      site.database.kysely,
    );
    await site.site.catalog.reload();
    const { broadcast } = await goLive(poor);
    await goLive(good);
    const figures = { kbps: 300, fps: 9, width: 640, height: 480, keyframeMs: 2_000, lossPercent: 14 };
    say({ kind: 'health', node: 'm1', ...broadcast, ...figures, viewers: 0, warnings: ['packet_loss'] });
    const qualityOf = async ({ username }: Member) => {
      await site.site.catalog.reload();
      return site.site.catalog.byName(username)!.connection_quality;
    };
    await eventually(async () => expect(await qualityOf(poor)).toBe(2));
    expect(await qualityOf(good)).toBe(4);
    const guest = await site.visit();
    const orderBy = async (query: Record<string, string>) => {
      const { userList } = await guest.call('browseHome', { query: { perPage: '200', ...query } });
      return userList
        .map(({ username }) => username)
        .filter((name) => name === poor.username || name === good.username);
    };
    expect(await orderBy({})).toEqual([poor.username, good.username]);
    expect(await orderBy({ sortByConnection: '1' })).toEqual([good.username, poor.username]);
    await sql`update accounts set is_voyeur_cam = true where id in (${poor.id}, ${good.id})`.execute(
      site.database.kysely,
    );
    await site.site.catalog.reload();
    const houses = await guest.call('browseCasaSalsa', { query: { sortByConnection: '1' } });
    expect(houses.userList.map(({ username }) => username)).toEqual([good.username, poor.username]);
  });

  test('tells the model what viewers see and hear, which makes no line unstable', async () => {
    const model = await site.join({ type: 'model' });
    const page = await model.openRoom(await model.openLobby(), model.username);
    const { broadcast } = await goLive(model);
    const figures = {
      kbps: 900,
      fps: 30,
      width: 640,
      height: 480,
      keyframeMs: 2_000,
      lossPercent: 0,
      viewers: 0,
    };
    say({
      kind: 'health',
      node: 'm1',
      ...broadcast,
      ...figures,
      lufs: -70,
      warnings: ['black_picture', 'no_sound'],
    });
    expect(await page.waitFor('v3.stream.ingest_info')).toMatchObject({
      status: 'live',
      warnings: ['black_picture', 'no_sound'],
    });
    expect(await model.call('getBroadcast')).toMatchObject({
      loudness_lufs: -70,
      warnings: [
        { code: 'black_picture', text: expect.stringContaining('black picture') },
        { code: 'no_sound', text: expect.stringContaining('hear nothing') },
      ],
    });
  });

  test('has settings for browser and OBS (LIVE-VIDEO-003) (LIVE-VIDEO-014) (LIVE-VIDEO-015) (CONSTANTS-041) (CONSTANTS-042)', async () => {
    const model = await site.join({ type: 'model' });
    expect(await model.call('getStreamerSettings')).toMatchObject({
      streaming_tech: 'webrtc',
      standby_enabled: false,
      standby_notifications_enabled: expect.any(Boolean),
      obs: {
        server_rtmp: expect.stringMatching(/^rtmp:/),
        server_whip: expect.stringMatching(/\/live\/whip$/),
        keyframe_seconds: 2,
        b_frames: 0,
      },
      webrtc: { width_min: 320, height_min: 240, width_max: 640, height_max: 480, fps_min: 10, fps_max: 30 },
    });
  });
});

describe('a stream token', () => {
  test('is for this session, stream and mode, at most 60 s: S10 (LIVE-VIDEO-026) (LIVE-VIDEO-033)', async () => {
    const model = await site.join({ type: 'model' });
    const { started } = await goLive(model);
    const viewer = await site.join();
    const grant = await viewer.call('getStreamToken', { params: { username: model.username }, body: {} });
    expect(grant).toMatchObject({
      stream_name: started.stream_name,
      mode: 'public',
      urls: { ws: `/live/ws/${started.stream_name}` },
    });
    const claims = verifyMediaToken(site.site.mediaSecret, grant.token, Date.now());
    expect(claims).toMatchObject({ use: 'play', streamName: started.stream_name, mode: 'public' });
    expect(verifyMediaToken(site.site.mediaSecret, grant.token, Date.now() + 60_001)).toBeUndefined();
    expect(
      verifyMediaToken(site.site.mediaSecret, `${grant.token.slice(0, -2)}xx`, Date.now()),
    ).toBeUndefined();
  });

  test('is refused while there is no picture (rooms.offline)', async () => {
    const model = await site.join({ type: 'model' });
    const viewer = await site.join();
    const want = () =>
      codeOf(viewer.call('getStreamToken', { params: { username: model.username }, body: {} }));
    expect(await want()).toBe('rooms.offline');
    await start(model);
    expect(await want()).toBe('rooms.offline');
  });

  test('dies with the login session', async () => {
    const model = await site.join({ type: 'model' });
    await goLive(model);
    const viewer = await site.join();
    const { token } = await viewer.call('getStreamToken', { params: { username: model.username }, body: {} });
    const claims = verifyMediaToken(site.site.mediaSecret, token, Date.now())!;
    await viewer.call('logout', { body: {} });
    await eventually(() =>
      expect(commands).toContainEqual(expect.objectContaining({ kind: 'revoke', session: claims.session })),
    );
  });
});

describe('the live picture of a room', () => {
  test('falls back to the placeholder, and is nobody’s business in a blocked country (CONSTANTS-036)', async () => {
    const model = await site.join({ type: 'model' });
    const guest = await site.visit();
    const seen = await guest.fetch(`/api/v1/thumb/${model.username}.jpg?v=1`);
    expect([seen.status, seen.headers.get('location')]).toEqual([302, placeholderUrl(model.username)]);
    expect((await guest.fetch('/api/v1/thumb/../secret')).status).toBe(404);
    expect((await guest.fetch('/api/v1/thumb/nobody_here.jpg')).status).toBe(404);
  });
});

describe('rules', () => {
  const row = (more: Partial<RoomRow>): RoomRow =>
    ({ status: 'online', previousStatus: null, startedAt: new Date(0), goneAt: null, ...more }) as RoomRow;
  const gone = (reason: 'silent' | 'closed' | 'replaced' | 'stopped'): MediaFact => ({
    kind: 'gone',
    node: 'm',
    broadcastId: 'b',
    streamName: 's',
    reason,
  });

  test('a closed or stopped publisher ends, a silent one waits, a replaced one changes nothing: S204 S206', () => {
    expect(decideByFact(row({}), gone('closed'))).toBe(offlineChange);
    expect(decideByFact(row({}), gone('stopped'))).toBe(offlineChange);
    expect(decideByFact(row({}), gone('silent'))).toMatchObject({
      status: 'reconnecting',
      previousStatus: 'online',
    });
    expect(decideByFact(row({}), gone('replaced'))).toBeUndefined();
    expect(decideByFact(row({ status: 'offline' }), gone('silent'))).toBeUndefined();
  });

  test('a picture that comes back goes to the status before: S205', () => {
    const live: MediaFact = {
      kind: 'live',
      node: 'm',
      broadcastId: 'b',
      streamName: 's',
      username: 'u',
      width: 1,
      height: 1,
      hasAudio: true,
      tech: 'webrtc',
      renditions: ['source'],
    };
    expect(decideByFact(row({ status: 'reconnecting', previousStatus: 'online' }), live)).toMatchObject({
      status: 'online',
      goneAt: null,
    });
    expect(decideByFact(row({ status: 'offline' }), live)).toBeUndefined();
  });

  test('the wait ends after 60 seconds: S206', () => {
    const waiting = row({ status: 'reconnecting', goneAt: new Date(1_000) });
    expect(isLost(waiting, 1_000 + RECONNECT_MS - 1)).toBe(false);
    expect(isLost(waiting, 1_000 + RECONNECT_MS)).toBe(true);
  });
});
