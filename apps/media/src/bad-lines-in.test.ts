import { randomToken } from '@klieg/kernel';
import { type BadLine, type LineProfile, startBadLine } from '@klieg/testing/bad-line';
import { eventually } from '@klieg/testing/eventually';
import { seededRandom } from '@klieg/testing/fuzzing';
import { isLongRun } from '@klieg/testing/run-length';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type BrowserPublisher, startPublishingBrowser, whipExchange } from './testing/browser-publisher.ts';
import { OPUS_SILENCE } from './packaging/opus.ts';
import { decode, startHarness } from './testing/live-harness.ts';
import { readFragment } from './testing/read-boxes.ts';

/* A real browser publishes over bad lines: what it sends keeps below what they carry, and the picture goes on whole. */

const MAX_KBPS = 2_500;
const HEIGHT = 360;
const NOISE = { width: 640, height: HEIGHT, fps: 15, hasRtx: true, encodings: [{ maxBitrate: 6_000_000 }] };
/** So many pictures are seen of each line. */
const PICTURES = 120;
/** So much of what is sent may be lost for want of room once the browser has found out what the line carries. */
const OVERFLOW_SHARE = 0.03;
const SAMPLE_PACKETS = 300;
const LOST_SHARE = 0.1;
const SOUNDS = 600;

let browser: Awaited<ReturnType<typeof startPublishingBrowser>>;
let harness: Awaited<ReturnType<typeof startHarness>>;
let publisher: BrowserPublisher | undefined;
let line: BadLine | undefined;

beforeAll(async () => {
  browser = await startPublishingBrowser();
});
beforeEach(async () => {
  harness = await startHarness('', { transcodeCores: 0, maxKbps: MAX_KBPS });
});
afterEach(async () => {
  await publisher?.close();
  await line?.close();
  publisher = line = undefined;
  await harness.close();
});
afterAll(() => browser.close());

/** Publishes over a line that is good at first. */
async function publish(): Promise<{ line: BadLine; viewer: ReturnType<typeof harness.watchOn> }> {
  const streamName = randomToken();
  publisher = await browser.publish({
    ...NOISE,
    exchange: whipExchange(harness.base, harness.publishToken('anna', streamName)),
    async through(target) {
      line = await startBadLine({
        target,
        up: { delayMs: 20 },
        down: { delayMs: 20 },
        random: seededRandom(7),
      });
      return line.port;
    },
  });
  await eventually(() => expect(harness.factsOf('live', 'anna').length).toBeGreaterThan(0));
  return { line: line!, viewer: harness.watchOn(streamName) };
}

const picturesOf = (frames: readonly Buffer[]): number =>
  frames
    .flatMap(readFragment)
    .filter(({ trackId }) => trackId === 1)
    .reduce((sum, { durations }) => sum + durations.length, 0);

/** Waits until so many pictures more are seen. */
async function seeMore(viewer: { readonly frames: readonly Buffer[] }, count = PICTURES): Promise<void> {
  const from = viewer.frames.length;
  await eventually(() => expect(picturesOf(viewer.frames.slice(from))).toBeGreaterThan(count), 200);
}

/** What the line carries in a second, of some hundreds of packets. */
async function carried({ up }: BadLine): Promise<{ kbps: number; overflowShare: number }> {
  const before = { ...up, atMs: performance.now() };
  await eventually(() => expect(up.seen - before.seen).toBeGreaterThan(SAMPLE_PACKETS), 100);
  return {
    kbps: ((up.bytes - before.bytes) * 8) / (performance.now() - before.atMs),
    overflowShare: (up.overflowed - before.overflowed) / (up.seen - before.seen),
  };
}

const untilFull = (open: BadLine, kbps: number): Promise<void> =>
  eventually(async () => expect((await carried(open)).kbps).toBeGreaterThan(kbps));

async function expectWhole(frames: readonly Buffer[]): Promise<void> {
  expect(await decode(frames)).toMatchObject({ height: HEIGHT, broken: 0 });
}

/** Part of the highest bit rate that a browser reaches on a machine that has little time for encoding. */
const RISEN = 0.3;

const LOSSES: readonly (readonly [string, LineProfile])[] = [
  ['2 % of the packets', { delayMs: 20, lossShare: 0.02 }],
  ['5 % of the packets', { delayMs: 20, lossShare: 0.05 }],
  ['10 % of the packets', { delayMs: 20, lossShare: 0.1 }],
  ['packets in bursts', { delayMs: 20, bursts: { good: 200, lost: 8 } }],
];

// Those that lose little show nothing that those that lose much do not.
test.each(isLongRun ? LOSSES : LOSSES.slice(2, 3))(
  'while a line loses %s the picture goes on whole, and after it the bit rate rises again',
  async (_what, up) => {
    const { line: open, viewer } = await publish();
    await untilFull(open, MAX_KBPS * RISEN);
    open.set({ up });
    await seeMore(viewer);
    expect(open.up.lost).toBeGreaterThan(0);
    open.set({ up: { delayMs: 20 } });
    await untilFull(open, MAX_KBPS * RISEN);
    await expectWhole([...viewer.frames]);
  },
);

test('nearly all sound that a line loses comes with the next packet all the same', async () => {
  const { line: lossy, viewer } = await publish();
  lossy.set({ up: { delayMs: 20, lossShare: LOST_SHARE } });
  const from = viewer.frames.length;
  const sounds = () =>
    viewer.frames
      .slice(from)
      .flatMap(readFragment)
      .filter(({ trackId }) => trackId === 2)
      .flatMap(({ samples }) => samples);
  await eventually(() => expect(sounds().length).toBeGreaterThan(SOUNDS), 200);
  expect(lossy.up.lost).toBeGreaterThan(0);
  const silent = sounds().filter((sound) => sound.equals(OPUS_SILENCE));
  // Two lost in a row stay lost, a tenth of a tenth.
  expect(silent.length / sounds().length).toBeLessThan(LOST_SHARE / 2);
});

// One that falls, below, becomes as narrow.
test.runIf(isLongRun)(
  'over a narrow line with a queue the browser sends what the line carries, and the picture goes on whole',
  async () => {
    const { line: narrow, viewer } = await publish();
    narrow.set({ up: { kbps: 1_200, queueMs: 300, delayMs: 20 } });
    // Once it has found out, hardly anything is lost for want of room.
    await eventually(async () => {
      const { kbps, overflowShare } = await carried(narrow);
      expect(overflowShare).toBeLessThan(OVERFLOW_SHARE);
      expect(kbps).toBeGreaterThan(500);
    });
    await seeMore(viewer);
    expect((await carried(narrow)).kbps).toBeLessThan(1_200);
    await expectWhole([...viewer.frames]);
  },
);

/** More than the line carries when it has fallen; how much more depends on the time that a machine has for encoding. */
const AGAIN_KBPS = 450;

test('when a line falls to a tenth and comes back, the bit rate falls and rises with it, and the picture goes on whole', async () => {
  const { line: changing, viewer } = await publish();
  changing.set({ up: { kbps: 3_000, delayMs: 20 } });
  await untilFull(changing, AGAIN_KBPS);
  changing.set({ up: { kbps: 300, delayMs: 20 } });
  await eventually(async () => expect((await carried(changing)).overflowShare).toBeLessThan(OVERFLOW_SHARE));
  await seeMore(viewer, PICTURES / 3);
  changing.set({ up: { kbps: 3_000, delayMs: 20 } });
  await untilFull(changing, AGAIN_KBPS);
  await seeMore(viewer);
  await expectWhole([...viewer.frames]);
});
