import { MEDIA_COMMANDS } from '@klieg/contract/media';
import { randomToken } from '@klieg/kernel';
import { eventually } from '@klieg/testing/eventually';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { BROWSER_OFFER } from './testing/browser-offer.ts';
import { decode, prepareTestLoop, startHarness } from './testing/live-harness.ts';
import { readFragment } from './testing/read-boxes.ts';
import { seededRandom } from '@klieg/testing/fuzzing';
import { isLongRun } from '@klieg/testing/run-length';

/*
 * The whole way of a picture: a publisher process sends a loop by WHIP, viewers play it by WebSocket.
 */

let loop: Awaited<ReturnType<typeof prepareTestLoop>>;
let harness: Awaited<ReturnType<typeof startHarness>>;

beforeAll(async () => {
  loop = await prepareTestLoop();
});
beforeEach(async () => {
  harness = await startHarness(loop.dataDir, { silentMs: 1_500, healthMs: 500, reconnectMs: 3_000 });
});
afterEach(() => harness.close());
afterAll(async () => {
  await loop.remove();
});

const post = (token: string, body = BROWSER_OFFER, type = 'application/sdp'): Promise<Response> =>
  fetch(`${harness.base}/live/whip`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': type },
    body,
  });

test('a published stream reaches a viewer as init and fragments that decode, picture and sound (LIVE-VIDEO-029) (LIVE-VIDEO-033)', async () => {
  const { streamName } = await harness.publish('anna');
  const viewer = harness.watch(streamName);
  await eventually(() => expect(viewer.frames.length).toBeGreaterThan(25));
  expect(JSON.parse(viewer.texts[0]!)).toEqual({
    codecs: 'avc1.42C016,opus',
    width: 640,
    height: 360,
    rendition: 'source',
  });
  await eventually(async () => {
    const decoded = await decode(viewer.frames);
    expect(decoded).toMatchObject({ width: 640, height: 360, broken: 0 });
    expect(decoded['pictures']).toBeGreaterThanOrEqual(40);
    expect(decoded['soundMs']).toBeGreaterThanOrEqual(1_500);
  });
});

test('a late viewer starts with a keyframe (LIVE-VIDEO-033)', async () => {
  const { streamName } = await harness.publish('anna');
  const first = harness.watch(streamName);
  await eventually(() => expect(first.frames.length).toBeGreaterThan(8));
  const late = harness.watch(streamName);
  await eventually(() => expect(late.frames.length).toBeGreaterThan(2));
  const [video] = readFragment(late.frames[1]!);
  expect(video).toMatchObject({ trackId: 1 });
  expect(video?.isSync[0]).toBe(true);
});

test('facts tell when a broadcast goes live, how it is, and that its publisher left', async () => {
  const { child, streamName } = await harness.publish('anna');
  harness.watch(streamName);
  expect(harness.factsOf('live', 'anna')).toEqual([
    {
      kind: 'live',
      node: 'test',
      broadcastId: 'anna',
      streamName,
      username: 'anna',
      width: 640,
      height: 360,
      hasAudio: true,
      tech: 'webrtc',
      renditions: ['source'],
    },
  ]);
  await eventually(() =>
    expect(harness.factsOf('health', 'anna').at(-1)).toMatchObject({
      streamName,
      width: 640,
      height: 360,
      keyframeMs: expect.toSatisfy((ms: number) => ms > 1_500 && ms < 2_500),
      viewers: 1,
      warnings: [],
    }),
  );
  child.kill('SIGTERM');
  await eventually(() =>
    expect(harness.factsOf('gone', 'anna')).toEqual([
      { kind: 'gone', node: 'test', broadcastId: 'anna', streamName, reason: 'closed' },
    ]),
  );
});

test('asked to report, it names the broadcasts that are live', async () => {
  expect(harness.facts).toEqual([{ kind: 'alive', node: 'test', broadcasts: [] }]);
  const { streamName } = await harness.publish('anna');
  harness.bus.publish(MEDIA_COMMANDS, { kind: 'report' });
  expect(harness.facts.at(-1)).toMatchObject({
    kind: 'alive',
    broadcasts: [{ broadcastId: 'anna', streamName }],
  });
});

test('wrong, expired, foreign and absent tokens get nothing, whether the stream exists or not (LIVE-VIDEO-033)', async () => {
  const { streamName } = await harness.publish('anna');
  const tokens = ['', 'st_x.y', harness.playToken('another'), harness.playToken(streamName, 'viewer', -1)];
  const viewers = [streamName, randomToken()].flatMap((name) =>
    tokens.map((token) => harness.watch(name, token)),
  );
  await eventually(() => expect(viewers.map((viewer) => viewer.closeCode)).toEqual(Array(8).fill(4401)));
  expect(viewers.flatMap((viewer) => [...viewer.texts, ...viewer.frames])).toEqual([]);
  const holder = harness.watch('unknown', harness.playToken('unknown'));
  await eventually(() => expect(holder.closeCode).toBe(4404));
});

test('a rendition that does not exist or is not allowed is not played (LIVE-VIDEO-033)', async () => {
  const { streamName } = await harness.publish('anna');
  const other = harness.watch(streamName, harness.playToken(streamName), '&rendition=720p');
  const source = harness.watch(streamName, harness.playToken(streamName), '&rendition=720p,source');
  await eventually(() => expect(other.closeCode).toBe(4401));
  await eventually(() => expect(source.frames.length).toBeGreaterThan(1));
});

test('a viewer whose token expires is closed, one who brought a fresh token is not', async () => {
  const { streamName } = await harness.publish('anna');
  const expires = harness.watch(streamName);
  const renews = harness.watch(streamName);
  const cheats = harness.watch(streamName);
  await eventually(() => {
    for (const viewer of [expires, renews, cheats]) expect(viewer.frames.length).toBeGreaterThan(1);
  });
  harness.moveClock(40_000);
  renews.send({ token: harness.playToken(streamName) });
  cheats.send({ token: harness.playToken(streamName, 'somebody else') });
  await eventually(() => expect(cheats.closeCode).toBe(4401));
  const played = renews.frames.length;
  await eventually(() => expect(renews.frames.length).toBeGreaterThan(played));
  harness.moveClock(20_001);
  await eventually(() => expect(expires.closeCode).toBe(4401));
  const playedOn = renews.frames.length;
  await eventually(() => expect(renews.frames.length).toBeGreaterThan(playedOn + 2));
  expect(renews.closeCode).toBeUndefined();
});

test('a revocation by session, stream or both closes whom it names, and nobody else (LIVE-VIDEO-033)', async () => {
  const { streamName } = await harness.publish('anna');
  const [one, two, three] = ['one', 'two', 'three'].map((session) =>
    harness.watch(streamName, harness.playToken(streamName, session)),
  );
  await eventually(() => {
    for (const viewer of [one, two, three]) expect(viewer?.frames.length).toBeGreaterThan(1);
  });
  harness.bus.publish(MEDIA_COMMANDS, { kind: 'revoke', session: 'one' });
  harness.bus.publish(MEDIA_COMMANDS, { kind: 'revoke', session: 'two', streamName });
  harness.bus.publish(MEDIA_COMMANDS, { kind: 'revoke', session: 'three', streamName: 'another' });
  await eventually(() => expect([one?.closeCode, two?.closeCode]).toEqual([4401, 4401]));
  expect(three?.closeCode).toBeUndefined();
  harness.bus.publish(MEDIA_COMMANDS, { kind: 'revoke', streamName });
  await eventually(() => expect(three?.closeCode).toBe(4409));
});

test('a broadcast that gets a new name goes on there, and shows the old viewers nothing more (LIVE-VIDEO-033)', async () => {
  const { streamName } = await harness.publish('anna');
  const old = harness.watch(streamName);
  await eventually(() => expect(old.frames.length).toBeGreaterThan(1));
  harness.bus.publish(MEDIA_COMMANDS, { kind: 'rename', broadcastId: 'anna', streamName: 'fresh' });
  await eventually(() => expect(old.closeCode).toBe(4409));
  const fresh = harness.watch('fresh');
  const again = harness.watch(streamName);
  await eventually(() => expect(again.closeCode).toBe(4404));
  await eventually(() => expect(fresh.frames.length).toBeGreaterThan(1));
  expect(readFragment(fresh.frames[1]!)[0]?.isSync[0]).toBe(true);
  expect(harness.factsOf('live', 'anna').at(-1)).toMatchObject({ streamName: 'fresh' });
});

test.runIf(isLongRun)(
  'a publisher that falls silent is gone; its viewers stay for it, and are told when it does not come back',
  async () => {
    const { child, streamName } = await harness.publish('anna');
    const viewer = harness.watch(streamName);
    await eventually(() => expect(viewer.frames.length).toBeGreaterThan(1));
    child.kill('SIGKILL');
    await eventually(() =>
      expect(harness.factsOf('gone', 'anna')).toMatchObject([{ reason: 'silent', streamName }]),
    );
    expect(viewer.closeCode).toBeUndefined();
    await eventually(() => expect(viewer.closeCode).toBe(4404));
    expect(harness.factsOf('gone', 'anna')).toHaveLength(1);
  },
);

test('a second publisher is refused while the first delivers, and takes over when it is silent, under the same name (LIVE-VIDEO-029)', async () => {
  const { child, streamName } = await harness.publish('anna');
  const viewer = harness.watch(streamName);
  expect((await post(harness.publishToken('anna', streamName))).status).toBe(409);
  child.kill('SIGKILL');
  await eventually(async () =>
    expect((await post(harness.publishToken('anna', streamName))).status).toBe(201),
  );
  expect(harness.factsOf('gone', 'anna')).toMatchObject([{ reason: 'replaced', streamName }]);
  await harness.publish('anna', streamName);
  const seen = viewer.frames.length;
  await eventually(() => expect(viewer.frames.length).toBeGreaterThan(seen + 3));
  expect(viewer.closeCode).toBeUndefined();
  const decoded = await decode(viewer.frames);
  expect(decoded).toMatchObject({ broken: 0 });
});

test('a stopped broadcast ends for publisher and viewers, and its token publishes no more', async () => {
  const { streamName } = await harness.publish('anna');
  const token = harness.publishToken('anna', streamName);
  const viewer = harness.watch(streamName);
  await eventually(() => expect(viewer.frames.length).toBeGreaterThan(1));
  harness.bus.publish(MEDIA_COMMANDS, { kind: 'stop', broadcastId: 'anna' });
  await eventually(() => expect(viewer.closeCode).toBe(4404));
  expect(harness.factsOf('gone', 'anna')).toMatchObject([{ reason: 'stopped' }]);
  expect((await post(token)).status).toBe(403);
});

test('the end of the login session that broadcasts ends the broadcast for publisher and viewers: W33 (LIVE-VIDEO-029)', async () => {
  const { streamName } = await harness.publish('anna');
  const unused = harness.publishToken('anna', streamName);
  const viewer = harness.watch(streamName);
  await eventually(() => expect(viewer.frames.length).toBeGreaterThan(1));
  harness.bus.publish(MEDIA_COMMANDS, { kind: 'revoke', session: 'publisher', streamName });
  const seen = viewer.frames.length;
  await eventually(() => expect(viewer.frames.length).toBeGreaterThan(seen));
  harness.bus.publish(MEDIA_COMMANDS, { kind: 'revoke', session: 'publisher' });
  await eventually(() => expect(viewer.closeCode).toBe(4404));
  expect(harness.factsOf('gone', 'anna')).toMatchObject([{ reason: 'stopped', streamName }]);
  expect((await post(unused)).status).toBe(403);
});

test('ingest tells a wrong key, a wrong use, a wrong type, a long body and an unusable offer apart (LIVE-VIDEO-029)', async () => {
  const good = harness.publishToken('anna', 'a');
  expect((await post('wrong')).status).toBe(401);
  expect((await post(harness.publishToken('anna', 'a', -1))).status).toBe(401);
  expect((await post(harness.playToken('a'))).status).toBe(403);
  expect((await post(good, BROWSER_OFFER, 'text/plain')).status).toBe(415);
  expect((await post(good, BROWSER_OFFER + 'a=x\r\n'.repeat(20_000))).status).toBe(413);
  expect((await post(good, 'hello')).status).toBe(400);
  expect((await post(good, BROWSER_OFFER.replaceAll('H264', 'VP9'))).status).toBe(422);
  expect((await fetch(`${harness.base}/live/whip`)).status).toBe(405);
});

test('a publisher leaves by its resource, whose address nobody can guess (LIVE-VIDEO-029)', async () => {
  const response = await post(harness.publishToken('anna', 'a'));
  const location = response.headers.get('location') ?? '';
  expect(location).toMatch(/^\/live\/whip\/[\w-]{22}$/);
  const trickle = (path: string) =>
    fetch(harness.base + path, {
      method: 'PATCH',
      headers: { 'content-type': 'application/trickle-ice-sdpfrag' },
      body: 'a=mid:0\r\na=candidate:1 1 udp 1 127.0.0.1 9 typ host\r\n',
    });
  expect((await trickle(location)).status).toBe(204);
  expect((await trickle('/live/whip/guess')).status).toBe(404);
  expect((await fetch(`${harness.base}/live/whip/guess`, { method: 'DELETE' })).status).toBe(404);
  expect((await fetch(harness.base + location, { method: 'DELETE' })).status).toBe(200);
  // Whoever has left is told so again: the site may have stopped the broadcast first.
  expect((await fetch(harness.base + location, { method: 'DELETE' })).status).toBe(200);
});

test('small pictures of a live stream are made, for those who have the internal key only', async () => {
  const { streamName } = await harness.publish('anna');
  await eventually(async () => {
    for (const width of [320, 640]) {
      const response = await harness.internal(`/internal/thumb/${streamName}?w=${width}`);
      expect(response.headers.get('content-type')).toBe('image/jpeg');
      const image = Buffer.from(await response.arrayBuffer());
      expect(image.subarray(0, 2).toString('hex')).toBe('ffd8');
      expect(image.length).toBeGreaterThan(1_000);
    }
  });
  expect((await fetch(`${harness.base}/internal/thumb/${streamName}`)).status).toBe(404);
  expect((await fetch(`${harness.base}/internal/stats`)).status).toBe(404);
  expect((await harness.internal('/internal/thumb/unknown')).status).toBe(404);
  const stats = (await (await harness.internal('/internal/stats')).json()) as { streams: unknown[] };
  expect(stats.streams).toMatchObject([{ broadcastId: 'anna', state: 'live' }]);
  const metrics = await (await fetch(`${harness.base}/metrics`)).text();
  expect(metrics).toContain('klieg_media_streams 1');
  expect(metrics).not.toContain(streamName);
});

test.runIf(isLongRun)(
  '300 mutated offers are answered, and the streams of others go on (LIVE-VIDEO-029)',
  async () => {
    const { streamName } = await harness.publish('anna');
    const viewer = harness.watch(streamName);
    const random = seededRandom(7);
    for (let i = 0; i < 300; i++) {
      const at = Math.floor(random() * BROWSER_OFFER.length);
      const text = BROWSER_OFFER.slice(0, at) + BROWSER_OFFER.slice(at + Math.floor(random() * 30));
      const swapped = text.replace(/\d/g, (digit) =>
        random() < 0.02 ? String(Math.floor(random() * 10)) : digit,
      );
      const response = await post(harness.publishToken('mallory', 'm'), swapped);
      expect([201, 400, 422, 503]).toContain(response.status);
      const location = response.headers.get('location');
      if (location) await fetch(harness.base + location, { method: 'DELETE' });
    }
    const seen = viewer.frames.length;
    await eventually(() => expect(viewer.frames.length).toBeGreaterThan(seen));
  },
);
