import { mkdtemp, readdir, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@klieg/testing/eventually';
import { howMany } from '@klieg/testing/run-length';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { makeTestSource, SPS_1080 } from '../hls/testing/test-source.ts';
import type { Fragment, StreamInit } from '../packaging/units.ts';
import { clearPastFolder } from './past-folder.ts';
import { type ChunkLog, makeChunkLog } from './chunk-log.ts';
import { type LogFailure, type LogFiles, makeLogFiles } from './log-files.ts';

let root: string;
let failures: LogFailure[];
let logs: LogFiles[];

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'klieg-past-'));
  failures = [];
  logs = [];
});
afterEach(async () => {
  for (const files of logs) await files.close();
  await rm(root, { recursive: true, force: true });
});

const filesIn = (name: string, more: Partial<Parameters<typeof makeLogFiles>[0]> = {}): LogFiles => {
  const files = makeLogFiles({
    folder: join(root, name),
    freeBytesMin: 0,
    onFailed: (reason) => failures.push(reason),
    ...more,
  });
  logs.push(files);
  return files;
};

const init = (name: string): StreamInit => ({
  codecs: 'avc1.42c01f',
  format: { width: 640, height: 360, codec: 'avc1.42c01f', hasBFrames: false } as never,
  hasAudio: false,
  data: Buffer.from(`header ${name}`),
});

const logOf = (files: LogFiles, ms: number, bytes = Infinity, leader?: ChunkLog): ChunkLog =>
  makeChunkLog({
    files,
    bounds: { ms, bytes },
    firstMsn: () => 100,
    dateOf: (startMs) => 1_000_000 + startMs,
    ...(leader && { leader }),
  });

const chunk = (startMs: number, isKey: boolean, durationMs = 80, bytes = 50): Fragment => ({
  startMs,
  durationMs,
  isKey,
  data: Buffer.alloc(bytes, startMs % 251),
});

/** Chunks of 80 ms, a keyframe with each so many of them. */
const feed = (log: ChunkLog, fromMs: number, count: number, keyEvery = 25): void => {
  for (let i = 0; i < count; i++) log.append(chunk(fromMs + i * 80, i % keyEvery === 0), 0);
};

/** How a stream may go: chunks of any length and size, keyframes, holes, other headers. */
const story = fc.array(
  fc.record({
    durationMs: fc.integer({ min: 1, max: 6_000 }),
    bytes: fc.integer({ min: 1, max: 4_000 }),
    isKey: fc.boolean(),
    holeMs: fc.constantFrom(0, 0, 0, 0, 100, 3_000),
    header: fc.constantFrom(undefined, undefined, undefined, undefined, 'a', 'b'),
    isFlushed: fc.boolean(),
  }),
  { minLength: 1, maxLength: 120 },
);

describe('what is read back', () => {
  test('is what was written, in order and within the bounds, whatever comes', async () => {
    let run = 0;
    await fc.assert(
      fc.asyncProperty(
        story,
        fc.integer({ min: 1_000, max: 60_000 }),
        fc.integer({ min: 2_000, max: 200_000 }),
        async (steps, ms, bytes) => {
          const files = filesIn(`run-${run++}`, { fileBytes: 5_000, batchBytes: 3_000 });
          const log = logOf(files, ms, bytes);
          let header = 'a';
          log.setInit(init(header));
          const given: Fragment[] = [];
          let atMs = 0;
          for (const [i, step] of steps.entries()) {
            if (step.header) {
              ({ header } = step);
              log.setInit(init(header));
            }
            atMs += step.holeMs;
            const fragment = {
              ...chunk(atMs, step.isKey, step.durationMs),
              data: Buffer.alloc(step.bytes, i),
            };
            given.push(fragment);
            log.append(fragment, 0);
            atMs += step.durationMs;
            if (step.isFlushed) await log.flush();
          }
          expect(await log.flush()).toBe(true);
          const { pieces } = log;
          for (const piece of pieces) {
            const its = given.filter(
              ({ startMs }) =>
                startMs >= piece.startMs - 0.01 && startMs < piece.startMs + piece.durationMs - 0.01,
            );
            expect(await log.read(piece)).toEqual(Buffer.concat(its.map(({ data }) => data)));
            expect(its[0]!.isKey).toBe(piece.isKey);
            expect(Math.round(piece.durationMs / 1_000)).toBeLessThanOrEqual(4);
          }
          // Numbers without gaps; a piece that does not go on says so, and begins with a keyframe.
          for (const [before, piece] of pieces.slice(1).map((one, i) => [pieces[i]!, one] as const)) {
            expect(piece.msn).toBe(before.msn + 1);
            const goesOn = Math.abs(before.startMs + before.durationMs - piece.startMs) <= 250;
            if (!goesOn || piece.init !== before.init) expect(piece.isDiscontinuity).toBe(true);
            if (piece.isDiscontinuity) expect(piece.isKey).toBe(true);
            expect(piece.discontinuities).toBe(before.discontinuities + Number(piece.isDiscontinuity));
          }
          // Without the oldest one it is less than was wanted.
          const rest = pieces.slice(1);
          const newest = pieces.at(-1);
          if (newest && rest[0])
            expect(newest.startMs + newest.durationMs - (rest[0].startMs + rest[0].durationMs)).toBeLessThan(
              ms,
            );
          if (rest.length > 0) expect(log.bytes).toBeLessThanOrEqual(bytes);
          await log.close();
        },
      ),
      { numRuns: howMany(40, 1_000) },
    );
    expect(failures).toEqual([]);
  });

  test('begins with the first keyframe and ends with the last that is followed by another', async () => {
    const log = logOf(filesIn('one'), 60_000);
    log.setInit(init('a'));
    feed(log, 0, 60);
    await log.flush();
    expect(log.pieces.map(({ msn, startMs, durationMs }) => [msn, startMs, durationMs])).toEqual([
      [100, 0, 2_000],
      [101, 2_000, 2_000],
    ]);
    expect(log.growing).toMatchObject({ msn: 102, startMs: 4_000, durationMs: 800 });
    expect(await log.read(log.growing!)).toHaveLength(10 * 50);
  });

  test('of a keyframe that never comes is cut before it is too long for the list', async () => {
    const log = logOf(filesIn('one'), 600_000);
    log.setInit(init('a'));
    feed(log, 0, 200, 1_000);
    await log.flush();
    expect(log.pieces.map(({ isKey }) => isKey)).toEqual([true, false, false]);
  });
});

describe('bounds', () => {
  const sizeOf = async (name: string): Promise<number> => {
    const names = await readdir(join(root, name));
    const sizes = await Promise.all(names.map(async (file) => (await stat(join(root, name, file))).size));
    return sizes.reduce((sum, size) => sum + size, 0);
  };

  test('of time and bytes let go of the oldest, and its files with it', async () => {
    const log = logOf(filesIn('one', { fileBytes: 2_000 }), 10_000);
    log.setInit(init('a'));
    feed(log, 0, 2_500);
    await log.flush();
    expect(log.pieces).toHaveLength(5);
    expect(log.pieces[0]!.msn).toBe(100 + 2_500 / 25 - 6);
    await eventually(async () => expect(await sizeOf('one')).toBeLessThan(12_000));
    log.setBounds({ ms: 4_000, bytes: Infinity });
    expect(log.pieces).toHaveLength(2);
    log.setBounds({ ms: 4_000, bytes: 1 });
    expect(log.pieces).toHaveLength(1);
    expect(await log.read(log.pieces[0]!)).toHaveLength(25 * 50);
  });

  test('that are wider from now on take effect with what comes', async () => {
    const log = logOf(filesIn('one'), 4_000);
    log.setInit(init('a'));
    feed(log, 0, 250);
    await log.flush();
    expect(log.pieces).toHaveLength(2);
    log.setBounds({ ms: 20_000, bytes: Infinity });
    feed(log, 20_000, 250);
    await log.flush();
    expect(log.pieces.length).toBeGreaterThan(8);
  });
});

describe('a smaller rendition', () => {
  test('has the numbers and the discontinuities of the source, from a keyframe that both have', async () => {
    const source = logOf(filesIn('source'), 60_000);
    const small = logOf(filesIn('small'), 60_000, Infinity, source);
    source.setInit(init('a'));
    feed(source, 0, 30);
    small.setInit(init('s'));
    // It began in the middle, with a keyframe of its own.
    small.append(chunk(2_080, true), 0);
    feed(source, 2_400, 0);
    for (let i = 30; i < 100; i++) source.append(chunk(i * 80, i % 25 === 0), 0);
    for (let i = 27; i < 100; i++) small.append(chunk(i * 80, i % 25 === 0), 0);
    await source.flush();
    await small.flush();
    expect(source.pieces.map(({ msn }) => msn)).toEqual([100, 101, 102]);
    expect(small.pieces.map(({ msn, startMs }) => [msn, startMs])).toEqual([[102, 4_000]]);
    source.setInit(init('b'));
    feed(source, 8_000, 50);
    small.setInit(init('t'));
    feed(small, 8_000, 50);
    await source.flush();
    await small.flush();
    // It has lost what was before: in a list with the source it would be in another order.
    const [first] = small.pieces;
    const beside = source.pieces.find(({ msn }) => msn === first!.msn);
    expect(first).toMatchObject({ msn: 104, isDiscontinuity: true, discontinuities: 1 });
    expect(beside).toMatchObject({ startMs: first!.startMs, isDiscontinuity: true, discontinuities: 1 });
  });

  test('that has missed some is not offered with a hole', async () => {
    const source = logOf(filesIn('source'), 60_000);
    const small = logOf(filesIn('small'), 60_000, Infinity, source);
    source.setInit(init('a'));
    small.setInit(init('s'));
    for (let i = 0; i < 150; i++) {
      const isKey = i % 25 === 0;
      source.append(chunk(i * 80, isKey), 0);
      if (i < 60 || i >= 90) small.append(chunk(i * 80, isKey), 0);
    }
    await source.flush();
    await small.flush();
    expect(small.pieces.map(({ msn }) => msn)).toEqual([104]);
  });
});

describe('a disk', () => {
  test.each([
    ['is full', 'ENOSPC', 'disk_full'],
    ['is over its quota', 'EDQUOT', 'disk_full'],
    ['breaks', 'EIO', 'disk_failed'],
  ])('that %s ends the log, and nothing of it stays', async (_what, code, reason) => {
    let writes = 0;
    const files = filesIn('one', {
      batchBytes: 500,
      openFile: async (path) => {
        await writeFile(path, '');
        return {
          async writev(buffers: readonly NodeJS.ArrayBufferView[]) {
            writes += 1;
            if (writes > 2) throw Object.assign(new Error('no'), { code });
            return {
              bytesWritten: buffers.reduce((sum, { byteLength }) => sum + byteLength, 0),
              buffers: [...buffers],
            } as never;
          },
          close: async () => {},
        };
      },
    });
    const log = logOf(files, 60_000);
    log.setInit(init('a'));
    for (let round = 0; round < 20 && failures.length === 0; round++) {
      feed(log, round * 2_000, 25);
      await log.flush();
    }
    expect(failures).toEqual([reason]);
    // Whoever sends goes on and notices nothing.
    feed(log, 100_000, 100);
    expect(await log.flush()).toBe(false);
    await eventually(async () => expect(await readdir(root)).toEqual([]));
  });

  test('that takes only a part of what is written is full', async () => {
    const files = filesIn('one', {
      openFile: async () => ({
        writev: async () => ({ bytesWritten: 1, buffers: [] }) as never,
        close: async () => {},
      }),
    });
    files.append(Buffer.alloc(100));
    expect(await files.flush()).toBe(false);
    expect(failures).toEqual(['disk_full']);
  });

  test('with less free space than is to stay takes nothing', async () => {
    const log = logOf(filesIn('one', { freeBytesMin: Number.MAX_SAFE_INTEGER }), 60_000);
    log.setInit(init('a'));
    feed(log, 0, 50);
    expect(await log.flush()).toBe(false);
    expect(failures).toEqual(['disk_full']);
    await eventually(async () => expect(await readdir(root)).toEqual([]));
  });

  test('that no longer answers ends the log before memory is full, and holds up nobody', async () => {
    let answer = (): void => undefined;
    const stuck = new Promise<never>((_resolve, reject) => {
      answer = () => reject(new Error('too late'));
    });
    let writes = 0;
    const files = filesIn('one', {
      waitingBytesMax: 10_000,
      batchBytes: 500,
      openFile: async () => ({
        writev() {
          writes += 1;
          return stuck;
        },
        close: async () => {},
      }),
    });
    const log = logOf(files, 60_000);
    log.setInit(init('a'));
    feed(log, 0, 20);
    await eventually(() => expect(writes).toBe(1));
    expect(failures).toEqual([]);
    feed(log, 1_600, 1_000);
    expect(failures).toEqual(['disk_slow']);
    expect(log.pieces).toEqual([]);
    answer();
    expect(await log.flush()).toBe(false);
  });
});

describe('a crash', () => {
  test('leaves files that the next start clears away, as far as they had come', async () => {
    const files = filesIn('one');
    const log = logOf(files, 60_000);
    log.setInit(init('a'));
    feed(log, 0, 60);
    await log.flush();
    const [name] = await readdir(join(root, 'one'));
    await truncate(join(root, 'one', name!), 1_000);
    await clearPastFolder(root);
    await clearPastFolder(root);
    // What is asked for in between is not there, and no error.
    expect(await log.read(log.pieces[0]!)).toBeUndefined();
    await expect(stat(root)).rejects.toThrow('ENOENT');
  });

  test('that cut a file short makes a piece absent, never shorter', async () => {
    const log = logOf(filesIn('one'), 60_000);
    log.setInit(init('a'));
    feed(log, 0, 60);
    await log.flush();
    await truncate(join(root, 'one', '0.chunks'), 1_300);
    expect(await log.read(log.pieces[0]!)).toHaveLength(1_250);
    expect(await log.read(log.pieces[1]!)).toBeUndefined();
  });
});

test('the end of a log removes what it wrote; a repeat and what comes late do nothing', async () => {
  const log = logOf(filesIn('one'), 60_000);
  log.setInit(init('a'));
  feed(log, 0, 60);
  const [piece] = (await log.flush(), log.pieces);
  await Promise.all([log.close(), log.close()]);
  feed(log, 4_800, 60);
  await log.close();
  expect([log.pieces, log.growing, await log.read(piece!), await log.flush()]).toEqual([
    [],
    undefined,
    undefined,
    false,
  ]);
  expect(await readdir(root)).toEqual([]);
});

test('real chunks of a real packager come back as they went in, also where the picture changes its size', async () => {
  const log = logOf(filesIn('one'), 600_000);
  const given: Fragment[] = [];
  const source = makeTestSource({
    sink: {
      setInit: (next) => log.setInit(next),
      append(fragment, nowMs) {
        given.push(fragment);
        log.append(fragment, nowMs);
      },
    },
  });
  source.play(10_000);
  source.play(7_000, SPS_1080);
  await log.flush();
  const { pieces, growing } = log;
  const all = await Promise.all([...pieces, growing!].map((piece) => log.read(piece)));
  expect(Buffer.concat(all as Buffer[])).toEqual(Buffer.concat(given.map(({ data }) => data)));
  expect(pieces.filter(({ isDiscontinuity }) => isDiscontinuity)).toHaveLength(1);
  expect(new Set(pieces.map(({ init: { format } }) => format.width))).toEqual(new Set([640, 1_920]));
});
