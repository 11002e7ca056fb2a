import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { makeTestSource, SPS_1080 } from '../hls/testing/test-source.ts';
import { chunksIn, readPictureChunk } from '../packaging/read-chunk.ts';
import { type ChunkLog, makeChunkLog, type Piece } from './chunk-log.ts';
import { choosePieces, cutClip } from './cut-clip.ts';
import { makeLogFiles } from './log-files.ts';

let folder: string;
let logs: ChunkLog[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'klieg-clip-'));
  logs = [];
});
afterEach(async () => {
  for (const log of logs) await log.close();
  await rm(folder, { recursive: true, force: true });
});

/** A log into which a publisher sends. */
function begin() {
  const log = makeChunkLog({
    files: makeLogFiles({ folder: join(folder, 'log'), freeBytesMin: 0, onFailed: () => {} }),
    bounds: { ms: 75_000, bytes: Infinity },
    firstMsn: () => 100,
    dateOf: (startMs) => startMs,
  });
  logs.push(log);
  return { log, source: makeTestSource({ sink: log }) };
}
const path = (): string => join(folder, 'clip.part.mp4');

describe('what a clip is made of', () => {
  const init = {} as Piece['init'];
  const piece = (msn: number, more: Partial<Piece> = {}): Piece =>
    ({
      msn,
      startMs: msn * 2_000,
      durationMs: 2_000,
      isKey: true,
      isDiscontinuity: false,
      init,
      ...more,
    }) as Piece;
  const all = Array.from({ length: 20 }, (_, i) => piece(i));
  const numbers = (pieces: readonly Piece[], seconds: number) =>
    choosePieces(pieces, seconds).map(({ msn }) => msn);

  test.each([
    [15, 12],
    [16, 12],
    [17, 11],
    [38, 1],
    [60, 0],
  ])('%i s begin with piece %i', (seconds, first) =>
    expect(numbers(all, seconds)).toEqual(all.slice(first).map(({ msn }) => msn)),
  );

  test('is of one format, and has no hole', () => {
    const other = {} as Piece['init'];
    expect(
      numbers([...all.slice(0, 15).map((one) => ({ ...one, init: other })), ...all.slice(15)], 30),
    ).toEqual([15, 16, 17, 18, 19]);
    expect(numbers(all.with(16, piece(16, { isDiscontinuity: true })), 30)).toEqual([16, 17, 18, 19]);
  });

  test('begins with a keyframe, sooner than it would where the wanted moment has none', () => {
    expect(numbers(all.with(12, piece(12, { isKey: false })), 15)).toEqual(
      all.slice(11).map(({ msn }) => msn),
    );
    expect(numbers([piece(0, { isKey: false }), piece(1, { isKey: false })], 15)).toEqual([]);
    expect(numbers([], 15)).toEqual([]);
  });
});

describe('a file', () => {
  test('begins at 0 with the header and a keyframe, and goes up to the newest chunk', async () => {
    const { log, source } = begin();
    source.play(31_000);
    const result = await cutClip({ source: log, path: path(), seconds: 15 });
    expect(result).toMatchObject({ kind: 'cut' });
    if (result.kind !== 'cut') return;
    expect(result.durationMs).toBeGreaterThanOrEqual(15_000);
    expect(result.durationMs).toBeLessThan(17_500);
    const file = await readFile(path());
    const header = log.pieces[0]!.init.data;
    expect(file.subarray(0, header.length)).toEqual(header);
    const times = [...chunksIn(file)].map((chunk) => readPictureChunk(chunk)!);
    expect(times[0]).toMatchObject({ isKey: true, startMs: 0 });
    const last = times.at(-1)!;
    expect(last.startMs + last.durationMs).toBeCloseTo(result.durationMs, 0);
    // What the log has is as it was.
    const [first] = log.pieces;
    expect(readPictureChunk([...chunksIn((await log.read(first!))!)][0]!)!.startMs).toBe(first!.startMs);
  });

  test('is of what there is where less has run, and none where that is next to nothing', async () => {
    const { log, source } = begin();
    expect(await cutClip({ source: log, path: path(), seconds: 15 })).toEqual({ kind: 'too_short' });
    source.play(1_500);
    expect(await cutClip({ source: log, path: path(), seconds: 15 })).toEqual({ kind: 'too_short' });
    source.play(3_500);
    expect(await cutClip({ source: log, path: path(), seconds: 60 })).toMatchObject({ kind: 'cut' });
    // Of another size from now on: the clip has that alone.
    source.play(1_000, SPS_1080);
    expect(await readdir(folder)).toEqual(['clip.part.mp4', 'log']);
  });

  test('is none where the log has ended, before or while it is cut', async () => {
    const { log, source } = begin();
    source.play(20_000);
    const cutting = cutClip({
      source: {
        get pieces() {
          return log.pieces;
        },
        get growing() {
          return log.growing;
        },
        flush: () => log.flush(),
        async read(piece) {
          const data = await log.read(piece);
          await log.close();
          return data;
        },
      },
      path: path(),
      seconds: 15,
    });
    expect(await cutting).toEqual({ kind: 'gone' });
    expect(await cutClip({ source: log, path: join(folder, 'other'), seconds: 15 })).toEqual({
      kind: 'gone',
    });
  });

  test('that cannot be written is none, and touches no other', async () => {
    const { log, source } = begin();
    source.play(20_000);
    const nowhere = join(folder, 'nosuch', 'clip');
    expect(await cutClip({ source: log, path: nowhere, seconds: 15 })).toEqual({ kind: 'disk_failed' });
    expect(await cutClip({ source: log, path: path(), seconds: 15 })).toMatchObject({ kind: 'cut' });
    const before = await readFile(path());
    expect(await cutClip({ source: log, path: path(), seconds: 15 })).toEqual({ kind: 'disk_failed' });
    expect(await readFile(path())).toEqual(before);
  });
});
