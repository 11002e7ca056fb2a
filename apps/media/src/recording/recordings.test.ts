import { copyFile, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MediaFact } from '@klieg/contract/media';
import { silentLog } from '@klieg/kernel';
import { eventually } from '@klieg/testing/eventually';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { decode, prepareTestLoop, startHarness } from '../testing/live-harness.ts';
import { readBoxes } from '../testing/read-boxes.ts';
import { LOOP_FPS } from '@klieg/demo';
import { type FinishedRecording, makeRecordings, type RecordingsOptions } from './recordings.ts';

/* A real broadcast is recorded; the files are read by a real decoder. */

interface Taken extends FinishedRecording {
  readonly video: Buffer;
  readonly poster: Buffer | undefined;
}

let loop: Awaited<ReturnType<typeof prepareTestLoop>>;
let harness: Awaited<ReturnType<typeof startHarness>>;
let folder: string;
let taken: Taken[];
let refusals: number;

const handOver: RecordingsOptions['handOver'] = async (file) => {
  if (refusals > 0) {
    refusals -= 1;
    throw new Error('not now');
  }
  const video = await readFile(file.videoPath);
  const poster = file.posterPath ? await readFile(file.posterPath) : undefined;
  taken.push({ ...file, video, poster });
};

const start = async (freeBytesMin = 0) => {
  harness = await startHarness(
    loop.dataDir,
    {},
    { recording: { folder, freeBytesMin, handOver, retryMs: [50] } },
  );
};

beforeAll(async () => {
  loop = await prepareTestLoop();
});
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'klieg-recordings-'));
  taken = [];
  refusals = 0;
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

const partBytes = async (): Promise<number> => {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.part.mp4'));
  const sizes = await Promise.all(names.map(async (name) => (await stat(join(folder, name))).size));
  return sizes.reduce((sum, size) => sum + size, 0);
};

test('a recording becomes a seekable file with length and poster, and leaves nothing behind', async () => {
  await start();
  await harness.publish('anna');
  order('one');
  await eventually(async () => expect(await partBytes()).toBeGreaterThan(150_000));
  refusals = 1;
  order(null);
  await eventually(() => expect(taken).toHaveLength(1));
  const { video, poster, durationMs, recordingId, part, sizeBytes } = taken[0]!;
  expect({ recordingId, part, sizeBytes }).toEqual({ recordingId: 'one', part: 0, sizeBytes: video.length });
  const types = readBoxes(video).map((box) => box.type);
  // The index comes before the data, so that a player can seek at once.
  expect(types.indexOf('moov')).toBeLessThan(types.indexOf('mdat'));
  expect(types).not.toContain('moof');
  const decoded = await decode([video]);
  expect(decoded).toMatchObject({ width: 640, height: 360, broken: 0 });
  expect(durationMs! / 1000).toBeCloseTo(decoded['pictures']! / LOOP_FPS, 0);
  expect(poster?.subarray(0, 2)).toEqual(Buffer.from([0xff, 0xd8]));
  await eventually(async () => expect(await readdir(folder)).toEqual([]));
});

test('the end of a broadcast ends its recording', async () => {
  await start();
  await harness.publish('anna');
  order('one');
  await eventually(async () => expect(await partBytes()).toBeGreaterThan(50_000));
  harness.bus.publish('media.commands', { kind: 'stop', broadcastId: 'anna' });
  await eventually(() => expect(taken).toHaveLength(1));
});

test('a recording that is to begin in another process ends here; what runs here is told', async () => {
  await start();
  await harness.publish('anna');
  order('one');
  await eventually(async () => expect(await partBytes()).toBeGreaterThan(50_000));
  harness.bus.publish('media.commands', { kind: 'report' });
  const listed = () =>
    harness.facts.flatMap((fact) => (fact.kind === 'alive' ? (fact.broadcasts ?? []) : [])).at(-1);
  await eventually(() => expect(listed()).toMatchObject({ broadcastId: 'anna', recordingId: 'one' }));
  harness.bus.publish('media.commands', {
    kind: 'record',
    broadcastId: 'anna',
    recordingId: 'two',
    node: 'some other',
  });
  await eventually(() => expect(taken.map((one) => one.recordingId)).toEqual(['one']));
  harness.bus.publish('media.commands', { kind: 'report' });
  await eventually(() => expect(listed()).not.toHaveProperty('recordingId'));
  await eventually(async () => expect(await readdir(folder)).toEqual([]));
});

test('a full disk stops the recording with a notice, keeps what there is, and never the stream', async () => {
  await start(Number.MAX_SAFE_INTEGER);
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
});

test('what a crash left behind is finished at the next start', async () => {
  await start();
  await harness.publish('anna');
  order('left');
  await eventually(async () => expect(await partBytes()).toBeGreaterThan(100_000));
  const other = await mkdtemp(join(tmpdir(), 'klieg-recordings-'));
  // The file as it is at this moment, cut in the middle of a chunk like by a kill.
  await copyFile(join(folder, 'left.0.part.mp4'), join(other, 'left.0.part.mp4'));
  const facts: unknown[] = [];
  const recordings = await makeRecordings({
    folder: other,
    freeBytesMin: 0,
    tell: (fact) => facts.push(fact),
    log: silentLog,
    handOver,
  });
  try {
    await eventually(() => expect(taken.some((one) => one.recordingId === 'left')).toBe(true));
    expect(await decode([taken[0]!.video])).toMatchObject({ width: 640 });
  } finally {
    await recordings.close();
    await rm(other, { recursive: true, force: true });
  }
});

test('a file that cannot be read is told, and does not hold up the others', async () => {
  await start();
  const other = await mkdtemp(join(tmpdir(), 'klieg-recordings-'));
  const { writeFile } = await import('node:fs/promises');
  await writeFile(join(other, 'broken.0.part.mp4'), Buffer.alloc(5_000, 7));
  const facts: Partial<MediaFact>[] = [];
  const recordings = await makeRecordings({
    folder: other,
    freeBytesMin: 0,
    tell: (fact) => facts.push(fact as Partial<MediaFact>),
    log: silentLog,
    handOver,
  });
  try {
    await eventually(() =>
      expect(facts).toEqual([{ kind: 'recording_failed', recordingId: 'broken', reason: 'unreadable' }]),
    );
  } finally {
    await recordings.close();
    await rm(other, { recursive: true, force: true });
  }
});
