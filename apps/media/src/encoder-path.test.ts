import type { MediaFact } from '@klieg/contract/media';
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { eventually } from '@klieg/testing/eventually';
import { assertPlaylist, playlistText } from '@klieg/testing/hls';
import { isFullRun, isLongRun } from '@klieg/testing/run-length';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { decode, prepareTestLoop, startHarness } from './testing/live-harness.ts';
import { receiveWhep } from './testing/receive-whep.ts';
import { watchHls } from './testing/watch-hls.ts';

/*
 * A real encoder, ffmpeg, publishes by RTMP with a stream key; viewers watch by all ways out. The test
 * set-up installs it on Debian; where there is none the tests say so and do not run.
 */

const FFMPEG = '/usr/bin/ffmpeg';
const KEY = 'sk0123456789abcdef0123456789abcdef';

let loop: Awaited<ReturnType<typeof prepareTestLoop>>;
let harness: Awaited<ReturnType<typeof startHarness>>;
const encoders: ChildProcess[] = [];

beforeAll(async () => {
  loop = await prepareTestLoop();
});
beforeEach(async () => {
  harness = await startHarness(
    loop.dataDir,
    { healthMs: 500, silentMs: 1_500, transcodeCores: 2, thumbnailMs: 1_000 },
    {
      rtmpPort: 0,
      exchangeKey: (key) =>
        Promise.resolve(key === KEY ? harness.publishToken('obs', 'stream_of_obs') : undefined),
    },
  );
});
afterEach(async () => {
  for (const encoder of encoders.splice(0)) encoder.kill('SIGKILL');
  await harness.close();
});
afterAll(async () => {
  await loop.remove();
});

const LIVELY = ['testsrc2=size=640x360:rate=30', 'sine=440'] as const;
/** What a covered camera and a muted microphone give. */
const DARK_AND_SILENT = ['color=black:size=640x360:rate=30', 'anullsrc=r=44100'] as const;

/** Publishes a moving test picture with a tone, as fast as it plays. */
const encode = (key: string, ...more: string[]): ChildProcess => encodeOf(LIVELY, key, ...more);

function encodeOf([picture, sound]: readonly [string, string], key: string, ...more: string[]): ChildProcess {
  const input = `-hide_banner -loglevel error -re -f lavfi -i ${picture} -f lavfi -i ${sound}`;
  const codec = '-c:v libx264 -preset ultrafast -pix_fmt yuv420p -c:a aac -ar 44100';
  const settings = more.length > 0 ? more : ['-tune', 'zerolatency', '-g', '30', '-b:v', '800k'];
  const url = `rtmp://127.0.0.1:${harness.media.rtmpPort}/live/${key}`;
  const encoder = spawn(FFMPEG, [...input.split(' '), ...codec.split(' '), ...settings, '-f', 'flv', url]);
  encoders.push(encoder);
  return encoder;
}

const isLive = () => eventually(() => expect(harness.factsOf('live', 'obs').length).toBeGreaterThan(0));

test.skipIf(!existsSync(FFMPEG))(
  'a broadcast by RTMP plays by WebSocket, LL-HLS and WHEP at once, picture and sound (LIVE-VIDEO-029)',
  async () => {
    encode(KEY);
    await isLive();
    expect(harness.factsOf('live', 'obs')[0]).toMatchObject({
      tech: 'obs',
      width: 640,
      height: 360,
      hasAudio: true,
    });
    const token = harness.playToken('stream_of_obs');
    const viewer = harness.watch('stream_of_obs');
    const whep = await receiveWhep(harness.base, 'stream_of_obs', token);
    try {
      await eventually(() => expect(viewer.frames.length).toBeGreaterThan(20));
      expect(JSON.parse(viewer.texts[0]!).codecs).toMatch(/^avc1\.[0-9A-F]{6},mp4a\.40\.2$/);
      expect(await decode(viewer.frames)).toMatchObject({ width: 640, broken: 0 });
      const hls = await watchHls(harness.base, 'stream_of_obs', 'source', token);
      const decoded = await decode(hls.bytes);
      expect(decoded).toMatchObject({ width: 640, broken: 0 });
      expect(decoded['soundMs']).toBeGreaterThan(900);
      await eventually(() => expect(whep.pictures).toBeGreaterThan(30));
      // The encoder's AAC reaches browsers as Opus.
      await eventually(() => expect(whep.soundPackets).toBeGreaterThan(20));
    } finally {
      await whep.close();
    }
  },
);

test.runIf(isLongRun && existsSync(FFMPEG))(
  'who asks first for LL-HLS gets the whole ladder with its rates',
  async () => {
    encode(KEY, '-tune', 'zerolatency', '-g', '60', '-b:v', '800k');
    await isLive();
    const token = harness.playToken('stream_of_obs');
    // The answer waits for the ladder, for as long as a player would wait; a slow machine needs longer.
    await eventually(async () => {
      const answer = await fetch(`${harness.base}/live/hls/stream_of_obs/index.m3u8?token=${token}`);
      const master = await playlistText(answer);
      assertPlaylist(master);
      expect(master.match(/\w+\/media\.m3u8$/gm)).toEqual(['source/media.m3u8', '240p/media.m3u8']);
      expect(master.match(/,AVERAGE-BANDWIDTH=\d+,.*,FRAME-RATE=\d+\.000,/gm)).toHaveLength(2);
    }, 500);
  },
);

test.runIf(isFullRun && existsSync(FFMPEG))(
  'how loud a stream is, is told; a black picture and silence are warned of (LIVE-VIDEO-010)',
  async () => {
    const lively = encode(KEY);
    await isLive();
    // A sine at an eighth of full scale in one channel that both play.
    await eventually(() => {
      const { lufs, warnings } = harness.factsOf('health', 'obs').at(-1) as Extract<
        MediaFact,
        { kind: 'health' }
      >;
      expect(lufs).toBeGreaterThan(-25);
      expect(lufs).toBeLessThan(-12);
      expect(warnings).toEqual([]);
    }, 500);
    lively.kill('SIGKILL');
    encodeOf(DARK_AND_SILENT, KEY);
    await eventually(
      () =>
        expect(harness.factsOf('health', 'obs').at(-1)).toMatchObject({
          lufs: -70,
          warnings: ['black_picture', 'no_sound'],
        }),
      500,
    );
  },
);

test.skipIf(!existsSync(FFMPEG))('a wrong key publishes nothing', async () => {
  const encoder = encode('sk00000000000000000000000000000000');
  await eventually(() => expect(encoder.exitCode).not.toBeNull());
  expect(harness.factsOf('live', 'obs')).toEqual([]);
});

test.runIf(isLongRun && existsSync(FFMPEG))(
  'B-frames and far keyframes are played, and named in the warnings (LIVE-VIDEO-010)',
  async () => {
    encode(KEY, '-bf', '2', '-g', '300', '-b:v', '800k', '-sc_threshold', '0');
    await isLive();
    const viewer = harness.watch('stream_of_obs');
    await eventually(() =>
      expect(harness.factsOf('health', 'obs').at(-1)).toMatchObject({
        warnings: expect.arrayContaining(['b_frames']),
      }),
    );
    await eventually(() =>
      expect(harness.factsOf('health', 'obs').at(-1)).toMatchObject({
        warnings: expect.arrayContaining(['b_frames', 'keyframe_interval']),
      }),
    );
    await eventually(() => expect(viewer.frames.length).toBeGreaterThan(20));
    expect(await decode(viewer.frames)).toMatchObject({ width: 640, broken: 0 });
  },
);

test.skipIf(!existsSync(FFMPEG))(
  'an encoder that is killed and comes back finds its viewers where they were',
  async () => {
    const first = encode(KEY);
    await isLive();
    const viewer = harness.watch('stream_of_obs');
    await eventually(() => expect(viewer.frames.length).toBeGreaterThan(10));
    first.kill('SIGKILL');
    await eventually(() => expect(harness.factsOf('gone', 'obs')).toMatchObject([{ reason: 'silent' }]));
    expect(viewer.closeCode).toBeUndefined();
    const before = viewer.frames.length;
    encode(KEY);
    await eventually(() => expect(viewer.frames.length).toBeGreaterThan(before + 10));
    expect(viewer.closeCode).toBeUndefined();
  },
);

test.skipIf(!existsSync(FFMPEG))(
  'a picture of 4K is refused with the setting to change, and the encoder is sent away (LIVE-VIDEO-010)',
  async () => {
    const encoder = encode(KEY, '-vf', 'scale=3840:2160', '-g', '30', '-b:v', '800k');
    await eventually(() =>
      expect(harness.factsOf('refused', 'obs')).toMatchObject([
        { code: 'picture_size', text: expect.stringContaining('resolution') },
      ]),
    );
    await eventually(() => expect(encoder.exitCode).not.toBeNull());
    expect(harness.factsOf('live', 'obs')).toEqual([]);
  },
);
