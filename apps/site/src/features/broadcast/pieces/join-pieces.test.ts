import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Readable } from 'node:stream';
import { uuidv7 } from '@klieg/kernel';
import { isFullRun } from '@klieg/testing/run-length';
import { afterAll, describe, expect, test } from 'vitest';
import { openBlobs } from '#site/platform/blobs/index.ts';
import { startTestS3 } from '#site/platform/blobs/testing-s3.ts';
import { readBoxes } from '#site/platform/movies/index.ts';
import { joinPieces } from './join-pieces.ts';
import { gapsOf, growingList, partsOf, type Piece, pieceBlob, placePieces } from './place-pieces.ts';
import { writeGrowingPlaylist } from './play-running.ts';
import { type Drawn, makePieces, picturesFrom, probe, storedPiece } from './testing-pieces.ts';

const folder = mkdtempSync(join(tmpdir(), 'klieg-join-'));
const s3 = await startTestS3();
afterAll(() => {
  s3.close();
  rmSync(folder, { recursive: true, force: true });
});

const START = 1_800_000_000_000;
const FPS = 15;
const nothing = () => Promise.resolve();

/** A piece as far as its place in time goes. */
const timed = (run: number, nth: number, more: Partial<Piece> = {}): Piece => ({
  originId: uuidv7(),
  run,
  nth,
  startedMs: START + nth * 10_000,
  fromMs: nth * 10_000,
  durationMs: 10_000,
  sizeBytes: 1_000,
  initBytes: 100,
  initSum: 'a',
  sum: 'b',
  hasPoster: false,
  storedAt: new Date(START + nth * 10_000),
  ...more,
});

describe('pieces of a recording', () => {
  test('stand on one clock, in whatever order they came', () => {
    const pieces = [timed(1, 2), timed(1, 0), timed(1, 1)];
    expect(placePieces(pieces).map(({ nth, atMs }) => [nth, atMs])).toEqual([
      [0, 0],
      [1, 10_000],
      [2, 20_000],
    ]);
    expect(placePieces([])).toEqual([]);
  });

  test('of another run stand where the clocks say, and never before the end of what there is', () => {
    const after = (startedMs: number) => [
      timed(2, 0, { startedMs }),
      timed(2, 1, { startedMs: startedMs + 10_000 }),
    ];
    const at = (startedMs: number) => placePieces([timed(1, 0), ...after(startedMs)]).map(({ atMs }) => atMs);
    expect(at(START + 14_000)).toEqual([0, 14_000, 24_000]);
    // A clock that is behind.
    expect(at(START + 3_000)).toEqual([0, 10_000, 20_000]);
    expect(gapsOf(placePieces([timed(1, 0), ...after(START + 14_000)]))).toEqual([[10, 14]]);
    // A clock that was put right in between, by years.
    expect(at(START + 20 * 365 * 86_400_000)).toEqual([0, 10_000, 20_000]);
    expect(at(0)).toEqual([0, 10_000, 20_000]);
  });

  test('that are lost are holes, and another picture begins another file', () => {
    const pieces = [timed(1, 0), timed(1, 2), timed(1, 3, { initSum: 'c' }), timed(1, 4, { initSum: 'c' })];
    const parts = partsOf(placePieces(pieces));
    expect(parts.map((part) => part.map(({ nth }) => nth))).toEqual([
      [0, 2],
      [3, 4],
    ]);
    expect(parts.map(gapsOf)).toEqual([[[10, 20]], []]);
  });

  test('that come late, of a run before, are in no list that somebody sees already', () => {
    const late = timed(1, 1, { storedAt: new Date(START + 60_000) });
    const placed = placePieces([
      timed(1, 0),
      late,
      timed(2, 0, { startedMs: START + 20_000, storedAt: new Date(START + 30_000) }),
    ]);
    expect(growingList(placed).map(({ run, nth }) => [run, nth])).toEqual([
      [1, 0],
      [2, 0],
    ]);
    const list = writeGrowingPlaylist(growingList(placed), true);
    expect(list.match(/#EXT-X-DISCONTINUITY/g)).toHaveLength(1);
    expect(list.match(/#EXT-X-MAP/g)).toHaveLength(1);
    expect(list).toMatch(/#EXT-X-PLAYLIST-TYPE:EVENT\n[^]*#EXT-X-ENDLIST\n$/);
    expect(writeGrowingPlaylist([], false)).not.toContain('ENDLIST');
  });
});

describe.each([
  ['a folder', openBlobs(pathToFileURL(join(folder, 'blobs')).href)],
  ['S3', openBlobs(s3.url)],
])('joined in %s', (_kind, blobs) => {
  const keep = async (drawn: Drawn, run: number, originId = uuidv7()) => {
    const made = await makePieces(drawn);
    const pieces = made.map((piece) => storedPiece(piece, { originId, run }));
    for (const [at, { data }] of made.entries())
      await blobs.put(pieceBlob(pieces[at]!), Readable.from([data]));
    return { originId, pieces };
  };
  const joined = async (pieces: readonly Piece[], name: string) => {
    const [part] = partsOf(placePieces(pieces));
    const to = `recordings/${name}.mp4`;
    const file = await joinPieces(blobs, part!, to, nothing);
    if (!file) return undefined;
    const path = join(folder, `${name}.mp4`);
    return blobs.lend(to, folder, async (lent) => {
      const { writeFile } = await import('node:fs/promises');
      await writeFile(path, readFileSync(lent));
      return { ...file, path };
    });
  };

  for (const bFrames of [0, 2])
    test.runIf(isFullRun)(
      `they are one file with its index in front, a clock that begins at 0, and every picture where it was (${bFrames} B-frames)`,
      async () => {
        const { pieces } = await keep({ seconds: 8, fps: FPS, bFrames }, START);
        const { path, durationMs, sizeBytes } = (await joined(pieces, `whole-${bFrames}`))!;
        const types = readBoxes(readFileSync(path)).map(({ type }) => type);
        expect(types).toEqual(['ftyp', 'moov', 'mdat']);
        expect(readFileSync(path)).toHaveLength(sizeBytes);
        const { format, streams } = await probe(path);
        const picture = streams.find(({ codec_type: type }) => type === 'video')!;
        expect([Number(format.start_time), Number(picture.start_time)]).toEqual([0, 0]);
        expect(Number(picture.nb_frames)).toBe(8 * FPS);
        expect(Number(picture.duration)).toBeCloseTo(8, 3);
        expect(durationMs).toBe(8_000);
        const all = await picturesFrom(path, 0, 1_000);
        expect(all).toHaveLength(8 * FPS);
        for (const index of [1, 14, 15, 44, 60, 118])
          expect(await picturesFrom(path, (index - 0.5) / FPS, 1)).toEqual([all[index]]);
      },
    );

  test.runIf(isFullRun)(
    'two runs are one file, the time between them passes, and all pictures of both are whole',
    async () => {
      const { originId, pieces } = await keep({ seconds: 4 }, START);
      const { pieces: more } = await keep({ seconds: 4 }, START + 6_000, originId);
      const { path, durationMs, pieces: used } = (await joined([...more, ...pieces], 'runs'))!;
      expect(durationMs).toBe(10_000);
      expect(gapsOf(used)).toEqual([[4, 6]]);
      const all = await picturesFrom(path, 0, 1_000);
      expect((await probe(path)).streams.find(({ codec_type: type }) => type === 'video')!.nb_frames).toBe(
        '120',
      );
      // The second run shows the same from its beginning.
      expect(await picturesFrom(path, 6 - 0.01, 1)).toEqual([all[0]]);
      expect(await picturesFrom(path, 9.5, 1)).toEqual([await picturesFrom(path, 3.5, 1)].flat());
    },
  );

  test.runIf(isFullRun)(
    'what is lost or not as it was sent is a hole, and nothing after it is broken',
    async () => {
      const { pieces } = await keep({ seconds: 8 }, START);
      await blobs.remove(pieceBlob(pieces[1]!));
      const [third] = [pieces[2]!];
      await blobs.put(pieceBlob(third), Readable.from([Buffer.alloc(third.sizeBytes, 1)]));
      const { path, durationMs, pieces: used } = (await joined(pieces, 'holes'))!;
      expect(used.map(({ nth }) => nth)).toEqual([0, 3]);
      expect([durationMs, gapsOf(used)]).toEqual([8_000, [[2, 6]]]);
      expect((await probe(path)).streams.find(({ codec_type: type }) => type === 'video')!.nb_frames).toBe(
        '60',
      );
      expect(await picturesFrom(path, 6, 1_000)).toHaveLength(30);
    },
  );

  test('nothing is made of nothing', async () => {
    const { pieces } = await keep({ seconds: 2 }, START);
    for (const piece of pieces) await blobs.remove(pieceBlob(piece));
    expect(await joined(pieces, 'none')).toBeUndefined();
    expect(await blobs.sizeOf('recordings/none.mp4')).toBeUndefined();
  });

  test('a picture without sound is a file too', async () => {
    const { pieces } = await keep({ seconds: 2, hasSound: false }, START);
    const { path } = (await joined(pieces, 'silent'))!;
    expect((await probe(path)).streams).toHaveLength(1);
  });
});
