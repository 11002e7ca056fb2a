import { randomToken } from '@klieg/kernel';
import { eventually } from '@klieg/testing/eventually';
import { isFullRun } from '@klieg/testing/run-length';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startHarness } from './testing/live-harness.ts';
import {
  type LayersPublisher,
  type LayersPublisherOptions,
  publishLayers,
} from './testing/publish-layers.ts';
import { readFragment } from './testing/read-boxes.ts';

/* Publishers of several sizes that are no browsers, and such that lie. */

/** Four sizes, as OBS makes them of 1080p. */
const OBS_SIZES = [
  { width: 1_920, height: 1_080, kbps: 800 },
  { width: 1_440, height: 810 },
  { width: 960, height: 540 },
  { width: 480, height: 270 },
];

let harness: Awaited<ReturnType<typeof startHarness>>;
const publishers: LayersPublisher[] = [];

beforeAll(async () => {
  harness = await startHarness('', { transcodeCores: 0 });
});
afterEach(() => {
  for (const publisher of publishers.splice(0)) publisher.close();
});
afterAll(() => harness.close());

async function publish(
  broadcastId: string,
  more: Omit<LayersPublisherOptions, 'base' | 'token'>,
  camera?: { hasSound: boolean },
) {
  const streamName = randomToken();
  const token = harness.publishToken(broadcastId, streamName, undefined, camera);
  const publisher = await publishLayers({ base: harness.base, token, ...more });
  publishers.push(publisher);
  return { publisher, streamName };
}

const untilLive = (broadcastId: string, height: number, renditions: readonly string[]) =>
  eventually(
    () => expect(harness.factsOf('live', broadcastId).at(-1)).toMatchObject({ height, renditions }),
    50,
  );

const startsOf = (frames: readonly Buffer[]): number[] =>
  frames
    .filter((frame) => frame.toString('latin1', 4, 8) !== 'ftyp')
    .flatMap(readFragment)
    .map(({ startTicks }) => startTicks);

test('the sizes of an encoder program are renditions; the largest that is there is the source', async () => {
  const { publisher } = await publish('obs', { sizes: OBS_SIZES });
  expect(publisher.answer).toMatch(/m=audio[^]*m=video[^]*a=simulcast:recv 0;1;2;3\r\n/);
  await untilLive('obs', 1_080, ['source', '480p', '240p']);
  publisher.setSent(0, false);
  await untilLive('obs', 810, ['source', '480p', '240p']);
  publisher.setSent(3, false);
  await untilLive('obs', 810, ['source', '480p']);
  for (const layer of [0, 3]) publisher.setSent(layer, true);
  await untilLive('obs', 1_080, ['source', '480p', '240p']);
});

test('sizes whose times begin by chance are put on one clock by the reports of their sender', async () => {
  const sizes = [
    { width: 1_280, height: 720, startTicks: 4_000_000_000 },
    { width: 426, height: 240, startTicks: 123_456_789 },
  ];
  const { streamName } = await publish('reported', { sizes, hasReports: true });
  await untilLive('reported', 720, ['source', '240p']);
  const large = harness.watchOn(streamName, '&rendition=source');
  const small = harness.watchOn(streamName, '&rendition=240p');
  await eventually(() => expect(startsOf(small.frames).length).toBeGreaterThan(20));
  await eventually(() => expect(startsOf(large.frames).length).toBeGreaterThan(20));
  const [starts, others] = [startsOf(large.frames), startsOf(small.frames)];
  const same = others.filter((ticks) => starts.some((other) => Math.abs(other - ticks) < 900));
  expect(same.length).toBeGreaterThan(10);
});

test('of ten sizes four are taken', async () => {
  const sizes = Array.from({ length: 10 }, (_, i) => ({
    width: 160 * (10 - i),
    height: 90 * (10 - i),
    kbps: 50,
  }));
  const { publisher } = await publish('ten', { sizes, fps: 10 });
  expect(publisher.answer).toContain('a=simulcast:recv 0;1;2;3\r\n');
  await untilLive('ten', 900, ['source', '480p']);
});

test('a camera is one picture, however many it offers', async () => {
  const { publisher } = await publish(
    'camera',
    {
      sizes: [
        { width: 640, height: 360 },
        { width: 320, height: 180 },
      ],
    },
    { hasSound: false },
  );
  expect(publisher.answer).toContain('a=simulcast:recv 0\r\n');
  await untilLive('camera', 360, ['source']);
});

test('a size of another shape is not taken, and no size goes beside a smaller one', async () => {
  const sizes = [
    { width: 640, height: 360 },
    { width: 320, height: 320 },
    { width: 428, height: 240 },
  ];
  const { publisher } = await publish('shape', { sizes });
  await untilLive('shape', 360, ['source', '240p']);
  publisher.setSent(2, false);
  await untilLive('shape', 360, ['source']);
});

test('a size that is named twice is refused', async () => {
  const changeOffer = (sdp: string) => sdp.replace('a=simulcast:send 0;1', 'a=simulcast:send 0;0');
  await expect(publish('twice', { sizes: OBS_SIZES.slice(0, 2), changeOffer })).rejects.toThrow(
    'refused with 400',
  );
  expect(harness.factsOf('live', 'twice')).toEqual([]);
});

test.runIf(isFullRun).each([
  [
    'too large a picture in any size',
    'picture_size',
    [
      { width: 3_840, height: 2_160 },
      { width: 640, height: 360 },
    ],
  ],
  [
    'too many bits in all sizes together',
    'bitrate_limit',
    [
      { width: 1_280, height: 720, kbps: 8_000 },
      { width: 640, height: 360, kbps: 8_000 },
    ],
  ],
])('%s ends the broadcast with a reason for the model', async (_what, code, sizes) => {
  await publish(code, { sizes });
  await eventually(() => expect(harness.factsOf('refused', code)).toMatchObject([{ code }]));
});
