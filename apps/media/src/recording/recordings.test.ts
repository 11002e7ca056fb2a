import { copyFile, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MediaFact } from '@klieg/contract/media';
import { silentLog } from '@klieg/kernel';
import { eventually } from '@klieg/testing/eventually';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeKeptPieces } from '../testing/kept-pieces.ts';
import { decode, prepareTestLoop, startHarness } from '../testing/live-harness.ts';
import { LOOP_FPS } from '@klieg/demo';
import { isFullRun } from '@klieg/testing/run-length';
import { makeRecordings, type RecordingsOptions } from './recordings.ts';

/* A real broadcast is recorded; the pieces are read by a real decoder. */

let loop: Awaited<ReturnType<typeof prepareTestLoop>>;
let harness: Awaited<ReturnType<typeof startHarness>>;
let folder: string;
let kept: ReturnType<typeof makeKeptPieces>;

const none = (): Promise<never> => Promise.reject(new Error('nothing is handed over whole'));

const start = async (more: Partial<RecordingsOptions> = {}) => {
  harness = await startHarness(
    loop.dataDir,
    {},
    {
      recording: {
        folder,
        freeBytesMin: 0,
        pieceMs: 1_000,
        door: kept.door,
        handOver: none,
        retryMs: [50],
        ...more,
      },
    },
  );
};

/** What a process does that comes after one that was killed. */
const startAgain = (at: string, more: Partial<RecordingsOptions> = {}) =>
  makeRecordings({
    folder: at,
    freeBytesMin: 0,
    tell: () => undefined,
    log: silentLog,
    now: Date.now,
    monotonic: () => performance.now(),
    door: kept.door,
    handOver: none,
    retryMs: [50],
    ...more,
  });

beforeAll(async () => {
  loop = await prepareTestLoop();
});
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'klieg-recordings-'));
  kept = makeKeptPieces();
});
afterEach(async () => {
  await harness?.close();
  await rm(folder, { recursive: true, force: true });
});
afterAll(async () => {
  await loop.remove();
});

const order = (recordingId: string | null) =>
  harness.bus.publish('media.commands', { kind: 'record', broadcastId: 'anna', recordingId });

const files = async (): Promise<string[]> => (await readdir(folder)).filter((name) => name !== 'past');
const writtenBytes = async (): Promise<number> => {
  const sizes = await Promise.all(
    (await files()).map(async (name) => (await stat(join(folder, name)).catch(() => undefined))?.size ?? 0),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
};

test('a recording goes to the site in pieces while it runs, each of which plays by itself, and leaves nothing behind', async () => {
  await start();
  await harness.publish('anna');
  kept.refuse(2);
  order('one');
  await eventually(() => expect(kept.of('one').length).toBeGreaterThanOrEqual(3));
  order(null);
  await eventually(() => expect(kept.isEnded('one')).toBe(true));
  const pieces = kept.of('one');
  expect(pieces.map(({ nth }) => nth)).toEqual(pieces.map((_, nth) => nth));
  for (const { data } of pieces)
    expect(await decode([data])).toMatchObject({ width: 640, height: 360, broken: 0 });
  const whole = await decode([kept.whole('one')]);
  expect(whole).toMatchObject({ width: 640, height: 360, broken: 0 });
  const seconds = pieces.reduce((sum, { durationMs }) => sum + durationMs / 1000, 0);
  expect(seconds).toBeCloseTo(whole['pictures']! / LOOP_FPS, 0);
  expect(kept.posters).toHaveLength(1);
  expect(kept.posters[0]!.subarray(0, 2)).toEqual(Buffer.from([0xff, 0xd8]));
  await eventually(async () => expect(await files()).toEqual([]));
});

test.runIf(isFullRun)('the end of a broadcast ends its recording', async () => {
  await start();
  await harness.publish('anna');
  order('one');
  await eventually(async () => expect(await writtenBytes()).toBeGreaterThan(50_000));
  harness.bus.publish('media.commands', { kind: 'stop', broadcastId: 'anna' });
  await eventually(() => expect(kept.isEnded('one')).toBe(true));
  expect(kept.of('one').length).toBeGreaterThan(0);
});

test.runIf(isFullRun)(
  'another recording of the same broadcast ends the one before, whose own end was never heard',
  async () => {
    await start();
    await harness.publish('anna');
    order('public');
    await eventually(() => expect(kept.of('public').length).toBeGreaterThan(0));
    order('show');
    order('show');
    await eventually(() => expect(kept.isEnded('public')).toBe(true));
    const before = kept.of('public').length;
    await eventually(() => expect(kept.of('show').length).toBeGreaterThan(1));
    expect(kept.of('public')).toHaveLength(before);
    order(null);
    await eventually(() => expect(kept.isEnded('show')).toBe(true));
    expect(kept.ended).toHaveLength(2);
  },
);

test.runIf(isFullRun)(
  'a recording that is to go on in another process ends here; what runs here is told',
  async () => {
    await start();
    await harness.publish('anna');
    order('one');
    await eventually(async () => expect(await writtenBytes()).toBeGreaterThan(50_000));
    harness.bus.publish('media.commands', { kind: 'report' });
    const listed = () =>
      harness.facts.flatMap((fact) => (fact.kind === 'alive' ? (fact.broadcasts ?? []) : [])).at(-1);
    await eventually(() => expect(listed()).toMatchObject({ broadcastId: 'anna', recordingId: 'one' }));
    harness.bus.publish('media.commands', {
      kind: 'record',
      broadcastId: 'anna',
      recordingId: 'one',
      node: 'some other',
    });
    await eventually(() => expect(kept.isEnded('one')).toBe(true));
    harness.bus.publish('media.commands', { kind: 'report' });
    await eventually(() => expect(listed()).not.toHaveProperty('recordingId'));
    await eventually(async () => expect(await files()).toEqual([]));
  },
);

test('a full disk stops the recording with a notice, keeps what there is, and never the stream', async () => {
  await start({ freeBytesMin: Number.MAX_SAFE_INTEGER });
  const { streamName } = await harness.publish('anna');
  const viewer = harness.watch(streamName);
  order('one');
  await eventually(() =>
    expect(harness.facts).toContainEqual(
      expect.objectContaining({ kind: 'recording_failed', recordingId: 'one', reason: 'disk_full' }),
    ),
  );
  const seen = viewer.frames.length;
  await eventually(() => expect(viewer.frames.length).toBeGreaterThan(seen + 10));
  expect(viewer.closeCode).toBeUndefined();
  await eventually(() => expect(kept.isEnded('one')).toBe(true));
});

test.runIf(isFullRun)(
  'a recording that the site does not want any more ends, and what waits of it goes',
  async () => {
    const door = { ...kept.door, put: () => Promise.resolve('gone' as const) };
    await start({ door });
    await harness.publish('anna');
    order('one');
    await eventually(() => expect(kept.isEnded('one')).toBe(true));
    harness.bus.publish('media.commands', { kind: 'report' });
    const listed = () =>
      harness.facts.flatMap((fact) => (fact.kind === 'alive' ? (fact.broadcasts ?? []) : [])).at(-1);
    await eventually(() => {
      expect(listed()).toMatchObject({ broadcastId: 'anna' });
      expect(listed()).not.toHaveProperty('recordingId');
    });
    await eventually(async () => expect(await files()).toEqual([]));
  },
);

test.runIf(isFullRun)(
  'while the site is away pieces wait in a room that is bounded; what finds none is lost, and the recording goes on',
  async () => {
    await start({ spoolBytesMax: 200_000 });
    await harness.publish('anna');
    kept.refuse(Number.MAX_SAFE_INTEGER);
    order('one');
    // The last piece that found room may pass the bound; none follows it.
    const numbers = async () => {
      const names = (await files()).filter((name) => name.endsWith('.piece.mp4'));
      return names.map((name) => Number(name.split('.')[2])).toSorted((one, other) => one - other);
    };
    await eventually(async () => expect((await numbers()).length).toBeGreaterThan(0));
    let before = -1;
    await eventually(async () => {
      const now = (await numbers()).length;
      const isFull = now === before && !(await files()).some((name) => name.endsWith('.writing.mp4'));
      before = now;
      expect(isFull).toBe(true);
    });
    kept.refuse(0);
    await eventually(() => expect(kept.of('one').length).toBeGreaterThan(before + 1));
    order(null);
    await eventually(() => expect(kept.isEnded('one')).toBe(true));
    const pieces = kept.of('one');
    // A number is missing, and the clock goes on over the hole.
    const hole = pieces.findIndex((piece, at) => at > 0 && piece.nth > pieces[at - 1]!.nth + 1);
    expect(hole).toBeGreaterThan(0);
    const [last, next] = [pieces[hole - 1]!, pieces[hole]!];
    expect(next.fromMs - (last.fromMs + last.durationMs)).toBeGreaterThan(500);
    expect(await decode([next.data])).toMatchObject({ broken: 0 });
  },
);

test.runIf(isFullRun)(
  'what a crash left behind is whole up to its last chunk and goes on its way at the next start',
  async () => {
    kept.refuse(Number.MAX_SAFE_INTEGER);
    await start();
    await harness.publish('anna');
    order('left');
    await eventually(async () =>
      expect((await files()).filter((name) => name.endsWith('.piece.mp4')).length).toBeGreaterThan(1),
    );
    await eventually(async () =>
      expect((await files()).some((name) => name.endsWith('.writing.mp4'))).toBe(true),
    );
    const other = await mkdtemp(join(tmpdir(), 'klieg-recordings-'));
    // The files as they are at this moment, the last cut in the middle of a chunk like by a kill.
    for (const name of await files()) await copyFile(join(folder, name), join(other, name));
    const torn = (await readdir(other)).find((name) => name.endsWith('.writing.mp4'))!;
    const bytes = await readFile(join(other, torn));
    await writeFile(join(other, torn), bytes.subarray(0, bytes.length - 37));
    const waiting = (await readdir(other)).filter((name) => name.endsWith('.mp4')).length;
    kept.refuse(0);
    const after = makeKeptPieces();
    const recordings = await startAgain(other, { door: after.door });
    try {
      await eventually(() => expect(after.isEnded('left')).toBe(true));
      expect(after.of('left').length).toBeGreaterThanOrEqual(waiting - 1);
      expect(await decode([after.whole('left')])).toMatchObject({ width: 640, broken: 0 });
      expect(await readdir(other)).toEqual([]);
    } finally {
      await recordings.close();
      await rm(other, { recursive: true, force: true });
    }
  },
);

test('a process that was killed after all its pieces had gone is known to have ended', async () => {
  await writeFile(join(folder, 'sent.1700000000000.run'), '');
  const recordings = await startAgain(folder);
  await eventually(() => expect(kept.ended).toEqual([{ recordingId: 'sent', run: 1_700_000_000_000 }]));
  await recordings.close();
  expect(await files()).toEqual([]);
});

test('after a crash with a clock that was put back, what is recorded then comes after what was recorded before', async () => {
  const before = 1_800_000_000_000;
  await writeFile(join(folder, `one.${before}.run`), '');
  kept.refuse(1);
  const recordings = await startAgain(folder, { now: () => before - 3_600_000 });
  recordings.start({ recordingId: 'one', broadcastId: 'anna' }, () => undefined);
  recordings.stop('anna');
  await eventually(() => expect(kept.ended).toHaveLength(2));
  await recordings.close();
  expect(kept.ended.map(({ run }) => run)).toEqual([before, before + 1]);
});

test('a file that cannot be read is told, a piece that cannot be read is left out, and neither holds up the others', async () => {
  await writeFile(join(folder, 'broken.0.part.mp4'), Buffer.alloc(5_000, 7));
  await writeFile(join(folder, 'odd.1700000000000.0.1700000000000.piece.mp4'), Buffer.alloc(5_000, 7));
  const facts: Partial<MediaFact>[] = [];
  const recordings = await startAgain(folder, { tell: (fact) => facts.push(fact as Partial<MediaFact>) });
  try {
    await eventually(() =>
      expect(facts).toEqual([{ kind: 'recording_failed', recordingId: 'broken', reason: 'unreadable' }]),
    );
    await eventually(() => expect(kept.isEnded('odd')).toBe(true));
    expect(kept.of('odd')).toEqual([]);
  } finally {
    await recordings.close();
  }
});
