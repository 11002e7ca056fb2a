import { randomToken } from '@klieg/kernel';
import { eventually } from '@klieg/testing/eventually';
import { howMany } from '@klieg/testing/run-length';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { VIDEO_PAYLOAD_TYPE } from '@klieg/demo/loops';
import { decode, prepareTestLoop, startHarness } from './testing/live-harness.ts';
import { type LossyRelay, startLossyRelay } from './testing/lossy-relay.ts';
import { publishWithRepeats } from './testing/publish-with-repeats.ts';
import { readFragment } from './testing/read-boxes.ts';
import { seededRandom } from '@klieg/testing/fuzzing';

/*
 * A publisher on a bad line: packets are lost and change places on their way to the media process, and
 * so does a part of what it asks back.
 */

const PICTURES = 180;
const REORDER_SHARE = 0.05;
/** A picture that stands for longer than this is seen as a freeze; they come each 50 ms. */
const FREEZE_MS = 200;
/** Pictures at the end of a file that the decoder still has in hand, and one. */
const HELD_BY_DECODER = 5;
const TICKS_PER_MS = 90;

let loop: Awaited<ReturnType<typeof prepareTestLoop>>;
let harness: Awaited<ReturnType<typeof startHarness>>;
const closers: (() => unknown)[] = [];

beforeAll(async () => {
  loop = await prepareTestLoop();
});
beforeEach(async () => {
  harness = await startHarness(loop.dataDir, { transcodeCores: 0 });
});
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
  await harness.close();
});
afterAll(async () => {
  await loop.remove();
});

async function publishWithLoss(lossShare: number, seed: number) {
  const streamName = randomToken();
  let relay: LossyRelay | undefined;
  const publisher = await publishWithRepeats({
    base: harness.base,
    token: harness.publishToken('anna', streamName),
    dataDir: loop.dataDir,
    async through(target) {
      relay = await startLossyRelay({
        target,
        lossShare,
        reorderShare: REORDER_SHARE,
        random: seededRandom(seed),
        payloadType: VIDEO_PAYLOAD_TYPE,
      });
      return relay.port;
    },
  });
  closers.push(publisher.close, relay!.close);
  await eventually(() => expect(harness.factsOf('live', 'anna').length).toBeGreaterThan(0));
  return { streamName, counts: relay!.counts };
}

/** Milliseconds that each picture stands. */
const durationsOf = (fragments: readonly Buffer[]): number[] =>
  fragments
    .flatMap(readFragment)
    .filter(({ trackId }) => trackId === 1)
    .flatMap(({ durations }) => durations.map((ticks) => ticks / TICKS_PER_MS));

const LOSSES = [
  [5, 12],
  [2, 11],
] as const;
for (const [percent, seed] of LOSSES.slice(0, howMany(1, 2)))
  test(`with ${percent} % of the packets lost and others out of order the picture goes on and stays whole (LIVE-VIDEO-029)`, async () => {
    const { streamName, counts } = await publishWithLoss(percent / 100, seed);
    const viewer = harness.watch(streamName);
    await eventually(() => expect(durationsOf(viewer.frames.slice(1)).length).toBeGreaterThan(PICTURES));
    const frames = [...viewer.frames];
    const durations = durationsOf(frames.slice(1));
    const minutes = durations.reduce((sum, ms) => sum + ms, 0) / 60_000;
    const freezes = durations.filter((ms) => ms > FREEZE_MS).length;
    const decoded = await decode(frames);
    process.stdout.write(
      `${percent} % loss: ${JSON.stringify(counts)}, ${durations.length} pictures, ${(freezes / minutes).toFixed(1)} freezes per minute\n`,
    );
    expect(decoded).toMatchObject({ width: 640, height: 360, broken: 0 });
    expect(decoded['pictures']).toBeGreaterThan(durations.length - HELD_BY_DECODER);
    expect(counts.dropped).toBeGreaterThan((counts.seen * percent) / 100 / 2);
    expect(counts.reordered).toBeGreaterThan(0);
    expect(counts.recovered).toBeGreaterThan(counts.lost * 0.8);
    // Of what was sent until the last picture that was seen, nearly all is shown.
    expect(durations.length).toBeGreaterThan(minutes * 60 * 20 * 0.8);
  });
