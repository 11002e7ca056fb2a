import { randomToken } from '@klieg/kernel';
import { type BadLine, type LineProfile, startBadLine } from '@klieg/testing/bad-line';
import { eventually } from '@klieg/testing/eventually';
import { seededRandom } from '@klieg/testing/fuzzing';
import { isFullRun, isLongRun } from '@klieg/testing/run-length';
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

/** Publishes over a line that is good at first. @param watchUp sees what is sent, once `answer` is known */
async function publish(
  watchUp?: (packet: Buffer, isLost: boolean, answer: string) => void,
): Promise<{ line: BadLine; viewer: ReturnType<typeof harness.watchOn> }> {
  const streamName = randomToken();
  const exchange = whipExchange(harness.base, harness.publishToken('anna', streamName));
  let answer = '';
  publisher = await browser.publish({
    ...NOISE,
    exchange: async (offer) => (answer = await exchange(offer)),
    async through(target) {
      line = await startBadLine({
        target,
        up: { delayMs: 20 },
        down: { delayMs: 20 },
        random: seededRandom(7),
        watchUp: (packet, isLost) => watchUp?.(packet, isLost, answer),
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
test.runIf(isFullRun).each(isLongRun ? LOSSES : LOSSES.slice(2, 3))(
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

const TIMESTAMP_AT = 4;
const SOUND_TICKS = 960;

/** Reads the numbers of RTP, which are not encrypted (RFC 3550, 5.1): when a sound was made, of its own kind of packet. */
function soundsOnLine() {
  const sent = new Map<number, boolean>();
  return {
    /** When each was made that was sent since, and whether it came through. */
    sent,
    watch(packet: Buffer, isLost: boolean, answer: string): void {
      const redundant = /a=rtpmap:(\d+) red\//.exec(answer)?.[1];
      if (redundant === undefined || (packet[1]! & 0x7f) !== Number(redundant) || packet[0]! >> 6 !== 2)
        return;
      sent.set(packet.readUInt32BE(TIMESTAMP_AT), !isLost);
    },
    /** Of the time from the first to the last, how many sounds no packet has brought: lost twice in a row, or never sent. */
    countGone(): number {
      const times = [...sent.keys()];
      const [first, last] = [Math.min(...times), Math.max(...times)];
      let gone = 0;
      for (let time = first; time <= last; time += SOUND_TICKS)
        if (sent.get(time) !== true && sent.get(time + SOUND_TICKS) !== true) gone += 1;
      return gone;
    },
  };
}

test('sound that a line loses comes with the next packet all the same', async () => {
  const onLine = soundsOnLine();
  const { line: lossy, viewer } = await publish(onLine.watch);
  lossy.set({ up: { delayMs: 20, lossShare: LOST_SHARE } });
  // Again where a machine without time has sent its sound so late that the picture went on without.
  await eventually(async () => {
    onLine.sent.clear();
    const from = viewer.frames.length;
    const sounds = () =>
      viewer.frames
        .slice(from)
        .flatMap(readFragment)
        .filter(({ trackId }) => trackId === 2)
        .flatMap(({ samples }) => samples);
    await eventually(() => expect(sounds().length).toBeGreaterThan(SOUNDS), 200);
    const lost = [...onLine.sent.values()].filter((hasCome) => !hasCome).length;
    expect(lost).toBeGreaterThan((onLine.sent.size * LOST_SHARE) / 2);
    const silent = sounds().filter((sound) => sound.equals(OPUS_SILENCE)).length;
    // What was lost twice in a row, and what a browser without time has never sent, nobody can make up for.
    expect(silent - onLine.countGone()).toBeLessThan(lost / 3);
  });
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

test.runIf(isFullRun)(
  'when a line falls to a tenth and comes back, the bit rate falls and rises with it, and the picture goes on whole',
  async () => {
    const { line: changing, viewer } = await publish();
    changing.set({ up: { kbps: 3_000, delayMs: 20 } });
    await untilFull(changing, AGAIN_KBPS);
    changing.set({ up: { kbps: 300, delayMs: 20 } });
    await eventually(async () =>
      expect((await carried(changing)).overflowShare).toBeLessThan(OVERFLOW_SHARE),
    );
    await seeMore(viewer, PICTURES / 3);
    changing.set({ up: { kbps: 3_000, delayMs: 20 } });
    await untilFull(changing, AGAIN_KBPS);
    await seeMore(viewer);
    await expectWhole([...viewer.frames]);
  },
);
