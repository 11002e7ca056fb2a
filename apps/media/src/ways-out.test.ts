import { cleanup } from 'node-datachannel';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { decode, eventually, prepareTestLoop, startHarness } from './testing/live-harness.ts';
import { receiveWhep } from './testing/receive-whep.ts';

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
  cleanup();
});

const get = (path: string) => fetch(`${harness.base}${path}`);

/** The media playlist of a rendition with what it names, fetched as a player would. */
async function readHls(streamName: string, rendition: string, token: string) {
  const below = `/live/hls/${streamName}/${rendition}`;
  let playlist = '';
  await eventually(async () => {
    const answer = await get(`${below}/media.m3u8?token=${token}`);
    playlist = answer.ok ? await answer.text() : '';
    expect(playlist.match(/^seg-.*\.m4s$/gm)?.length ?? 0).toBeGreaterThanOrEqual(2);
  });
  const init = /#EXT-X-MAP:URI="([^"]+)"/.exec(playlist)![1]!;
  const segments = playlist.match(/^seg-.*\.m4s$/gm)!;
  const bytes = await Promise.all(
    [init, ...segments].map(async (name) => {
      const answer = await get(`${below}/${name}?token=${token}`);
      expect(answer.status).toBe(200);
      return Buffer.from(await answer.arrayBuffer());
    }),
  );
  return { playlist, bytes };
}

test('one broadcast plays by WebSocket, LL-HLS and WHEP at once (LIVE-VIDEO-033) (LIVE-VIDEO-034)', async () => {
  const { streamName } = await harness.publish('anna');
  const token = harness.playToken(streamName);
  const viewer = harness.watch(streamName);
  const whep = await receiveWhep(harness.base, streamName, token);
  try {
    const master = await get(`/live/hls/${streamName}/index.m3u8?token=${token}`);
    expect(master.status).toBe(200);
    const { bytes, playlist } = await readHls(streamName, 'source', token);
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

test('smaller renditions are made while somebody watches, and decode at their size (LIVE-VIDEO-013)', async () => {
  const { streamName } = await harness.publish('anna');
  const first = harness.watch(streamName);
  await eventually(() =>
    expect(harness.factsOf('live', 'anna').at(-1)).toMatchObject({ renditions: ['source', '240p', 'audio'] }),
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
});
