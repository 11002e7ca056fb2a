import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomToken } from '@klieg/kernel';
import { eventually } from '@klieg/testing/eventually';
import { isFullRun } from '@klieg/testing/run-length';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  type BrowserPublisher,
  type Encoding,
  startPublishingBrowser,
  whipExchange,
} from './testing/browser-publisher.ts';
import { makeKeptPieces } from './testing/kept-pieces.ts';
import { decode, startHarness } from './testing/live-harness.ts';
import { readFragment } from './testing/read-boxes.ts';
import { watchHls } from './testing/watch-hls.ts';

/* A real browser sends its picture in several sizes at once. */

const SIZES: readonly Encoding[] = [
  { rid: 'h', maxBitrate: 1_500_000 },
  { rid: 'm', scaleResolutionDownBy: 1.5, maxBitrate: 500_000 },
  { rid: 'l', scaleResolutionDownBy: 3, maxBitrate: 200_000 },
];

let browser: Awaited<ReturnType<typeof startPublishingBrowser>>;
let harness: Awaited<ReturnType<typeof startHarness>>;
let publisher: BrowserPublisher | undefined;

beforeAll(async () => {
  browser = await startPublishingBrowser();
});
beforeEach(async () => {
  harness = await startHarness('', { transcodeCores: 8, maxKbps: 4_000 });
});
afterEach(async () => {
  await publisher?.close();
  publisher = undefined;
  await harness.close();
});
afterAll(() => browser.close());

/** Encoders that this test process has started. */
const encoders = (): number =>
  execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(process.pid)])
    .toString()
    .split('\n')
    .filter((line) => line.includes('transcode-worker') && !line.includes('defunct')).length;

async function publish(encodings = SIZES): Promise<string> {
  const streamName = randomToken();
  publisher = await browser.publish({
    width: 1_280,
    height: 720,
    fps: 10,
    hasRtx: true,
    encodings,
    exchange: whipExchange(harness.base, harness.publishToken('anna', streamName)),
  });
  return streamName;
}

const figures = () =>
  harness.factsOf('live', 'anna').at(-1) as { height: number; renditions: readonly string[] } | undefined;

/** What was sent, in the parts that begin with a header. */
function partsOf(frames: readonly Buffer[]): Buffer[][] {
  const parts: Buffer[][] = [];
  for (const frame of frames)
    if (frame.toString('latin1', 4, 8) === 'ftyp') parts.push([frame]);
    else parts.at(-1)?.push(frame);
  return parts.filter((part) => part.length > 1);
}

/** When pictures begin and how long they last, in milliseconds of the stream. */
const picturesOf = (frames: readonly Buffer[]) =>
  frames
    .filter((frame) => frame.toString('latin1', 4, 8) !== 'ftyp')
    .flatMap(readFragment)
    .filter(({ trackId }) => trackId === 1)
    .flatMap(({ startTicks, durations }) => {
      let at = startTicks;
      return durations.map((ticks) => {
        at += ticks;
        return { startMs: (at - ticks) / 90, ms: ticks / 90 };
      });
    });

const untilLive = (height: number, renditions: readonly string[]) =>
  eventually(
    () => expect(figures()).toMatchObject({ height, renditions: ['source', ...renditions, 'audio'] }),
    100,
  );

test('each size is a rendition of the stream on the same clock, and nothing is encoded again; when one stops the next takes its place', async () => {
  const streamName = await publish();
  const viewer = harness.watchOn(streamName);
  await untilLive(720, ['480p', '240p']);
  const small = harness.watchOn(streamName, '&rendition=240p');
  await eventually(() => expect(picturesOf(small.frames).length).toBeGreaterThan(40));
  expect(encoders()).toBe(0);
  await publisher!.setActive('h', false);
  await untilLive(480, ['240p']);
  await publisher!.setActive('h', true);
  await untilLive(720, ['480p', '240p']);
  expect(encoders()).toBe(0);
  // The viewer gets the larger size from its next keyframe on.
  const last = () => decode(partsOf([...viewer.frames]).at(-1)!);
  await eventually(async () => expect(await last()).toMatchObject({ height: 720 }), 500);
  const seen = picturesOf(viewer.frames).length;
  await eventually(() => expect(picturesOf(viewer.frames).length).toBeGreaterThan(seen + 20));
  expect([viewer.closeCode, small.closeCode]).toEqual([undefined, undefined]);

  // All of it can be decoded, and the stream's time has no holes.
  const parts = await Promise.all(partsOf([...viewer.frames]).map(decode));
  for (const part of parts) expect(part).toMatchObject({ broken: 0 });
  // On a busy machine a viewer may be moved to a smaller size again afterwards.
  const heights = parts.map(({ height }) => height);
  expect(heights).toContain(480);
  expect(heights.slice(heights.indexOf(480))).toContain(720);
  expect(await decode(partsOf([...small.frames])[0]!)).toMatchObject({ height: 240, broken: 0 });
  const pictures = picturesOf(viewer.frames);
  const holes = pictures
    .slice(1)
    .filter(({ startMs }, i) => Math.abs(startMs - pictures[i]!.startMs - pictures[i]!.ms) > 1);
  expect(holes).toEqual([]);
});

test.runIf(isFullRun)('where a smaller size stops it is encoded here, until it is back', async () => {
  const streamName = await publish();
  const viewer = harness.watchOn(streamName);
  await untilLive(720, ['480p', '240p']);
  expect(encoders()).toBe(0);
  await publisher!.setActive('l', false);
  await untilLive(720, ['480p']);
  await untilLive(720, ['480p', '240p']);
  expect(encoders()).toBe(1);
  await publisher!.setActive('l', true);
  await eventually(() => expect(encoders()).toBe(0));
  await untilLive(720, ['480p', '240p']);
  expect(viewer.closeCode).toBeUndefined();
});

test.runIf(isFullRun)(
  'a recording takes the largest size that is there, and playlists list all of them',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'klieg-simulcast-'));
    await harness.close();
    const kept = makeKeptPieces();
    harness = await startHarness(
      '',
      { transcodeCores: 8, maxKbps: 4_000 },
      {
        recording: {
          folder,
          freeBytesMin: 0,
          door: kept.door,
          handOver: async () => undefined,
          retryMs: [50],
        },
      },
    );
    const streamName = await publish();
    await untilLive(720, ['480p', '240p']);
    harness.bus.publish('media.commands', { kind: 'record', broadcastId: 'anna', recordingId: 'one' });
    const { playlist } = await watchHls(harness.base, streamName, '240p', harness.playToken(streamName));
    expect(playlist).toMatch(/RENDITION-REPORT:URI="\.\.\/source\//);
    const address = `${harness.base}/live/hls/${streamName}/index.m3u8?token=`;
    // A busy machine may let the browser leave out a size for a moment.
    await eventually(async () => {
      const master = await (await fetch(`${address}${harness.playToken(streamName)}`)).text();
      for (const size of ['1280x720', '852x480', '426x240']) expect(master).toContain(`RESOLUTION=${size}`);
    }, 500);
    await untilLive(720, ['480p', '240p']);
    await publisher!.setActive('h', false);
    await untilLive(480, ['240p']);
    harness.bus.publish('media.commands', { kind: 'record', broadcastId: 'anna', recordingId: null });
    await eventually(() => expect(kept.isEnded('one')).toBe(true));
    // Each piece has the header of its own size.
    const decoded = await Promise.all(kept.of('one').map(({ data }) => decode([data])));
    expect(decoded.map(({ height, broken }) => [height, broken])).toEqual(
      expect.arrayContaining([
        [720, 0],
        [480, 0],
      ]),
    );
    await rm(folder, { recursive: true, force: true });
  },
);
