import { expect, test } from 'vitest';
import type { MediaSpan } from '../../control/media-spans.ts';
import { fragment } from '../../packaging/fragment.ts';
import { cutPiece, isPiece, takeWholePiece } from './preview-pieces.ts';

const CHUNK_MS = 200;

const chunk = (startMs: number): Buffer => {
  const data = Buffer.alloc(10, 7);
  const sample = { parts: [data], bytes: data.length, durationTicks: CHUNK_MS * 90, isSync: startMs === 0 };
  return fragment(1, [{ trackId: 1, startTicks: startMs * 90, samples: [sample] }]);
};

const CHUNKS = [0, 200, 400, 600].map(chunk);
const SEGMENT = { status: 200, headers: { 'cache-control': 'public' }, body: Buffer.concat(CHUNKS) };

/** Takes up to a moment of the stream. */
function taker(untilMs: number) {
  const taken: MediaSpan[] = [];
  const take = (span: MediaSpan): boolean => {
    if (span.endMs > untilMs) return false;
    taken.push(span);
    return true;
  };
  return { take, taken };
}

test('segments and parts carry media, playlists and headers do not', () => {
  expect(['source/seg-1.m4s', 'source/part-1.2.m4s'].map(isPiece)).toEqual([true, true]);
  expect(['index.m3u8', 'source/media.m3u8', 'source/init-1.mp4'].map(isPiece)).toEqual([
    false,
    false,
    false,
  ]);
});

test('a segment that is covered is answered as it is', () => {
  const { take, taken } = taker(800);
  expect(cutPiece(SEGMENT, take)).toBe(SEGMENT);
  expect(taken).toHaveLength(4);
});

test('a segment is cut behind the last chunk that is left, and nobody keeps that: S401', () => {
  const cut = cutPiece(SEGMENT, taker(450).take)!;
  expect(cut.body?.equals(Buffer.concat(CHUNKS.slice(0, 2)))).toBe(true);
  expect(cut.headers['cache-control']).toBe('no-store');
});

test('where nothing is left nothing is answered', () => {
  expect(cutPiece(SEGMENT, taker(100).take)).toBeUndefined();
});

test('for a cache a piece counts as a whole or is not given', () => {
  const { take, taken } = taker(800);
  expect(takeWholePiece(SEGMENT, take)).toBe(true);
  expect(taken).toEqual([{ startMs: 0, endMs: 800 }]);
  expect(takeWholePiece(SEGMENT, taker(790).take)).toBe(false);
});

test('what cannot be read is not given', () => {
  const broken = { status: 200, headers: {}, body: Buffer.alloc(500, 1) };
  expect(takeWholePiece(broken, () => true)).toBe(false);
  expect(cutPiece(broken, () => true)).toBeUndefined();
});

test('an answer without media costs nothing', () => {
  const missing = { status: 404, headers: {} };
  const never = () => {
    throw new Error('nothing is to be taken');
  };
  expect(cutPiece(missing, never)).toBe(missing);
  expect(takeWholePiece(missing, never)).toBe(true);
});
