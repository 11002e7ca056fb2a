import { expect, test } from 'vitest';
import { fragment, type Sample } from '../../packaging/fragment.ts';
import { AUDIO_TRACK, VIDEO_TRACK } from '../../packaging/init-segment.ts';
import { chunksIn } from '../../packaging/read-chunk.ts';
import { spansOfChunk } from './chunk-media.ts';

const sample = (durationTicks: number, bytes: number): Sample => ({
  parts: [Buffer.alloc(bytes)],
  bytes,
  durationTicks,
  isSync: true,
});
const packets = (count: number, bytes = 80): Sample[] =>
  Array.from({ length: count }, () => sample(960, bytes));

const chunk = (startMs: number, pictureMs: readonly number[], sound: readonly Sample[] = []): Buffer =>
  fragment(1, [
    { trackId: VIDEO_TRACK, startTicks: startMs * 90, samples: pictureMs.map((ms) => sample(ms * 90, 300)) },
    { trackId: AUDIO_TRACK, startTicks: startMs * 48, samples: sound },
  ]);

test('pictures that follow each other are one span', () => {
  expect(spansOfChunk(chunk(1_000, [40, 40, 33]))).toEqual([{ startMs: 1_000, endMs: 1_113 }]);
});

test('a picture that lasts for seconds counts where sound went on beside it, and only for less than five: S11', () => {
  expect(spansOfChunk(chunk(0, [40, 3_000, 40], packets(150)))).toEqual([{ startMs: 0, endMs: 3_080 }]);
  expect(spansOfChunk(chunk(0, [40, 3_000, 40]))).toEqual([
    { startMs: 0, endMs: 40 },
    { startMs: 3_040, endMs: 3_080 },
  ]);
  // Silence is what the packager fills in for sound that did not come.
  expect(spansOfChunk(chunk(0, [3_000], packets(150, 3)))).toEqual([]);
  expect(spansOfChunk(chunk(0, [40, 5_000], packets(250)))).toEqual([{ startMs: 0, endMs: 40 }]);
});

test('a piece of many chunks is read chunk by chunk, and what is malformed counts nothing', () => {
  const spansOfPiece = (piece: Buffer) => [...chunksIn(piece)].flatMap((one) => spansOfChunk(one));
  const body = Buffer.concat([chunk(0, [40, 40]), chunk(80, [40, 40])]);
  expect(spansOfPiece(body)).toEqual([
    { startMs: 0, endMs: 80 },
    { startMs: 80, endMs: 160 },
  ]);
  for (let cut = 1; cut < body.length; cut += 7)
    expect(spansOfPiece(body.subarray(cut)).length).toBeLessThanOrEqual(1);
  expect(spansOfChunk(Buffer.from('nothing'))).toEqual([]);
});
