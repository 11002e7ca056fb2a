import { expect, test } from 'vitest';
import { fragment } from './fragment.ts';
import { audioInitSegment, initSegment } from './init-segment.ts';
import { OPUS } from './audio-format.ts';
import { readFragment } from '../testing/read-boxes.ts';
import { seededRandom } from '@klieg/testing/fuzzing';
import { chunksIn, readChunk, readPictureChunk, readTimescales, shiftChunk } from './read-chunk.ts';

const PARAMETERS = { sps: Buffer.from('6742c016', 'hex'), pps: Buffer.from('68ce3c80', 'hex') };
const HEADER = initSegment({
  format: { width: 640, height: 360, codec: 'avc1.42C016' },
  ...PARAMETERS,
  audio: OPUS,
});

const sample = (durationTicks: number, isSync: boolean, compositionTicks = 0) => {
  const data = Buffer.alloc(10, 7);
  return { parts: [data], bytes: data.length, durationTicks, isSync, compositionTicks };
};

const chunk = (isKey: boolean, startTicks: number, compositionTicks = 0): Buffer =>
  fragment(1, [
    { trackId: 1, startTicks, samples: [sample(3_000, isKey, compositionTicks), sample(3_600, false)] },
    { trackId: 2, startTicks: (startTicks / 90) * 48, samples: [sample(960, true)] },
  ]);

test('the clocks of a header are read, of pictures and of sound alone', () => {
  expect([...readTimescales(HEADER)]).toEqual([
    [1, 90_000],
    [2, 48_000],
  ]);
  expect([...readTimescales(audioInitSegment(OPUS))]).toEqual([[2, 48_000]]);
});

test.each([
  [true, 0],
  [false, 0],
  [true, 3_000],
])(
  'a chunk says where it begins, how long it is and whether one can begin there: key %s, moved %s',
  (isKey, moved) => {
    const read = readChunk(chunk(isKey, 900_000, moved), readTimescales(HEADER));
    expect(read).toEqual({ isKey, startMs: 10_000, durationMs: 6_600 / 90 });
  },
);

test('a chunk is moved in time with all of its tracks, and else is the same', () => {
  const clocks = readTimescales(HEADER);
  const moved = chunk(true, 900_000);
  shiftChunk(moved, clocks, -4_020);
  expect(readChunk(moved, clocks)).toMatchObject({ startMs: 5_980 });
  expect(readFragment(moved).map(({ startTicks }) => startTicks)).toEqual([5_980 * 90, 5_980 * 48]);
  shiftChunk(moved, clocks, 4_020);
  expect(moved.equals(chunk(true, 900_000))).toBe(true);
  shiftChunk(moved, clocks, -11_000);
  expect(moved.equals(chunk(true, 900_000))).toBe(true);
});

test('a segment is taken apart into its chunks, each of which tells its times without a header', () => {
  const chunks = [chunk(true, 900_000), chunk(false, 906_600), chunk(false, 913_200)];
  const segment = Buffer.concat(chunks);
  expect([...chunksIn(segment)].map((one) => one.length)).toEqual(chunks.map((one) => one.length));
  expect([...chunksIn(segment)].map((one) => readPictureChunk(one))).toEqual(
    chunks.map((one) => readChunk(one, readTimescales(HEADER))),
  );
  expect([...chunksIn(segment.subarray(0, -1))]).toHaveLength(2);
  expect([...chunksIn(HEADER)]).toEqual([]);
});

test('cut and mutated headers and chunks are not read, and nothing throws', () => {
  const random = seededRandom(11);
  const good = { header: HEADER, data: chunk(true, 900_000) };
  for (let i = 0; i < 3_000; i++) {
    const header = Buffer.from(good.header);
    const data = Buffer.from(good.data);
    for (let n = 0; n < 3; n++) {
      data[Math.floor(random() * 200)] = Math.floor(random() * 256);
      header[Math.floor(random() * header.length)] = Math.floor(random() * 256);
    }
    const clocks = readTimescales(i % 2 ? header : good.header);
    readTimescales(header.subarray(0, Math.floor(random() * header.length)));
    const times = readChunk(data.subarray(0, Math.floor(random() * data.length * 1.5)), clocks);
    if (times) expect(Number.isFinite(times.startMs + times.durationMs)).toBe(true);
    shiftChunk(data, clocks, 1_000);
  }
  expect(readChunk(Buffer.alloc(0), readTimescales(HEADER))).toBeUndefined();
  expect(readChunk(good.data, new Map())).toBeUndefined();
});
