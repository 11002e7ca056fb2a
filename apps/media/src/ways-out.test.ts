import { eventually } from '@klieg/testing/eventually';
import { assertPlaylist, playlistText } from '@klieg/testing/hls';
import { isLongRun } from '@klieg/testing/run-length';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { decode, prepareTestLoop, startHarness } from './testing/live-harness.ts';
import { receiveWhep } from './testing/receive-whep.ts';
import { watchHls } from './testing/watch-hls.ts';

/*
 * One broadcast, all ways out at once: WebSocket, LL-HLS and WHEP, with renditions.
 */

let loop: Awaited<ReturnType<typeof prepareTestLoop>>;
let harness: Awaited<ReturnType<typeof startHarness>>;

beforeAll(async () => {
  loop = await prepareTestLoop();
});
beforeEach(async () => {
  harness = await startHarness(loop.dataDir, { healthMs: 500, transcodeCores: 2 });
});
afterEach(() => harness.close());
afterAll(async () => {
  await loop.remove();
});

const get = (path: string) => fetch(`${harness.base}${path}`);

test('one broadcast plays by WebSocket, LL-HLS and WHEP at once (LIVE-VIDEO-033) (LIVE-VIDEO-034)', async () => {
  const { streamName } = await harness.publish('anna');
  const token = harness.playToken(streamName);
  const viewer = harness.watch(streamName);
  const whep = await receiveWhep(harness.base, streamName, token);
  try {
    const master = await get(`/live/hls/${streamName}/index.m3u8?token=${token}`);
    assertPlaylist(await playlistText(master));
    const { bytes, playlist } = await watchHls(harness.base, streamName, 'source', token);
    expect(playlist).toContain('#EXT-X-PRELOAD-HINT');
    const decoded = await decode(bytes);
    expect(decoded).toMatchObject({ width: 640, height: 360, broken: 0 });
    expect(decoded['soundMs']).toBeGreaterThan(1_000);
    await eventually(() => expect(whep.keyframes).toBeGreaterThan(0));
    await eventually(() => expect(whep.pictures).toBeGreaterThan(30));
    await eventually(() => expect(whep.soundPackets).toBeGreaterThan(20));
    expect(viewer.frames.length).toBeGreaterThan(20);
  } finally {
    await whep.close();
  }
});

test.runIf(isLongRun)(
  'smaller renditions are made while somebody watches, and decode at their size (LIVE-VIDEO-013)',
  async () => {
    const { streamName } = await harness.publish('anna');
    const first = harness.watch(streamName);
    await eventually(() =>
      expect(harness.factsOf('live', 'anna').at(-1)).toMatchObject({
        renditions: ['source', '240p', 'audio'],
      }),
    );
    const small = harness.watch(streamName, harness.playToken(streamName), '&rendition=240p');
    await eventually(() => expect(small.frames.length).toBeGreaterThan(20));
    expect(JSON.parse(small.texts[0]!)).toMatchObject({ rendition: '240p', height: 240 });
    expect(await decode(small.frames)).toMatchObject({ height: 240, broken: 0 });
    const sound = harness.watch(streamName, harness.playToken(streamName), '&rendition=audio');
    await eventually(() => expect(sound.frames.length).toBeGreaterThan(5));
    expect(JSON.parse(sound.texts[0]!)).toMatchObject({ rendition: 'audio', codecs: 'opus' });
    first.send({ rendition: '240p' });
    await eventually(() => expect(JSON.parse(first.texts.at(-1)!)).toMatchObject({ rendition: '240p' }));
  },
);
