import { randomToken } from '@klieg/kernel';
import { eventually } from '@klieg/testing/eventually';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { AUDIO_PAYLOAD_TYPE, type Loop, VIDEO_PAYLOAD_TYPE } from '@klieg/demo/loops';
import { splitNals } from './edge/webrtc/rtp-packetizer.ts';
import { prepareTestLoop, startHarness } from './testing/live-harness.ts';
import { type LossyRelay, startLossyRelay } from './testing/lossy-relay.ts';
import { publishWithRepeats } from './testing/publish-with-repeats.ts';
import { readFragment } from './testing/read-boxes.ts';
import { seededRandom } from '@klieg/testing/fuzzing';

/*
 * Sound and picture of a publisher whose sound takes a longer way: every sample that a viewer gets is
 * found again in the loop, so its time of capture is known.
 */

const LATE_MS = 120;
/** What people begin to notice. */
const ERROR_MS_MAX = 40;
/** The first reports of both tracks, and what was placed before them. */
const BEFORE_REPORTS_MS = 3_000;
const MEASURED_MS = 6_000;

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

/** The last NAL unit of a sample, which is a slice. */
function sliceOf(sample: Buffer): Buffer {
  let at = 0;
  while (at + 4 + sample.readUInt32BE(at) < sample.length) at += 4 + sample.readUInt32BE(at);
  return sample.subarray(at + 4);
}

interface Moment {
  /** Where it lies in what the viewer gets. */
  readonly shownMs: number;
  /** How much later than in the loop that is. */
  readonly shiftMs: number;
}

/** Where the samples of a track are that can be found in the loop. */
function momentsOf(
  fragments: readonly Buffer[],
  track: { readonly id: number; readonly perMs: number },
  capturedMs: (sample: Buffer) => number | undefined,
): Moment[] {
  return fragments.flatMap(readFragment).flatMap(({ trackId, startTicks, samples, durations }) => {
    if (trackId !== track.id) return [];
    let ticks = startTicks;
    return samples.flatMap((sample, i) => {
      const shownMs = ticks / track.perMs;
      ticks += durations[i]!;
      const captured = capturedMs(sample);
      return captured === undefined ? [] : [{ shownMs, shiftMs: shownMs - captured }];
    });
  });
}

/** Milliseconds by which the sound comes after its picture, one for each packet of sound. */
function errorsOf(fragments: readonly Buffer[], { pictures, sounds, durationMs }: Loop): number[] {
  const byBytes = (samples: readonly Buffer[]) =>
    new Map(samples.map((sample, i) => [sample.toString('latin1'), (i * durationMs) / samples.length]));
  const slices = byBytes(pictures.map((picture) => splitNals(picture).at(-1)!));
  const packets = byBytes(sounds);
  const picture = momentsOf(fragments, { id: 1, perMs: 90 }, (sample) =>
    slices.get(sliceOf(sample).toString('latin1')),
  );
  const sound = momentsOf(fragments, { id: 2, perMs: 48 }, (sample) =>
    packets.get(sample.toString('latin1')),
  );
  const shiftMs = picture.at(-1)!.shiftMs;
  return sound
    .filter(({ shownMs }) => shownMs > BEFORE_REPORTS_MS)
    .map((one) => {
      const error = one.shiftMs - shiftMs;
      // The loop begins again and again.
      return error - Math.round(error / durationMs) * durationMs;
    });
}

test('sound that arrives late is shown with its picture, by the clock of the sender reports (LIVE-VIDEO-029)', async () => {
  const streamName = randomToken();
  let relay: LossyRelay | undefined;
  const publisher = await publishWithRepeats({
    base: harness.base,
    token: harness.publishToken('anna', streamName),
    dataDir: loop.dataDir,
    async through(target) {
      relay = await startLossyRelay({
        target,
        lossShare: 0,
        reorderShare: 0,
        late: { payloadType: AUDIO_PAYLOAD_TYPE, ms: LATE_MS },
        random: seededRandom(5),
        payloadType: VIDEO_PAYLOAD_TYPE,
      });
      return relay.port;
    },
  });
  closers.push(publisher.close, relay!.close);
  await eventually(() => expect(harness.factsOf('live', 'anna').length).toBeGreaterThan(0));
  const viewer = harness.watch(streamName);
  await eventually(() => {
    const sound = viewer.frames
      .slice(1)
      .flatMap(readFragment)
      .findLast(({ trackId }) => trackId === 2);
    expect(sound?.startTicks).toBeGreaterThan((BEFORE_REPORTS_MS + MEASURED_MS) * 48);
  });
  const errors = errorsOf(viewer.frames.slice(1), publisher.loop);
  process.stdout.write(
    `sound after picture: ${errors.length} packets, ${Math.min(...errors).toFixed(1)} to ${Math.max(...errors).toFixed(1)} ms\n`,
  );
  expect(errors.length).toBeGreaterThan(MEASURED_MS / 60 / 2);
  for (const error of errors) expect(Math.abs(error)).toBeLessThanOrEqual(ERROR_MS_MAX);
});
