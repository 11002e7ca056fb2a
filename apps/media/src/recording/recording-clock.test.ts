import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { silentLog } from '@klieg/kernel';
import { eventually } from '@klieg/testing/eventually';
import { isFullRun } from '@klieg/testing/run-length';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeRecorderSlot } from '../broadcasts/recorder-slot.ts';
import { makeFragmenter } from '../packaging/fragmenter.ts';
import { makeKeptPieces } from '../testing/kept-pieces.ts';
import { encodeMaterial, type Material } from '../transcode/testing/material.ts';
import { makeRecordings } from './recordings.ts';

/*
 * A recording that begins in the middle of a broadcast, read by tools that know nothing of us. The test
 * set-up installs them on Debian; where there are none the tests say so and do not run.
 */

const FFMPEG = '/usr/bin/ffmpeg';
const FFPROBE = '/usr/bin/ffprobe';
const FPS = 30;
const GROUP = 30;
const PICTURES = 120;
/** A picture in the second group, at which the recording is ordered. */
const ORDERED_AT = 40;
const RECORDED = PICTURES - GROUP;

const run = promisify(execFile);
let folder: string;
let materials: Map<number, Material>;

beforeAll(async () => {
  const job = { width: 320, height: 180, fps: FPS, pictures: PICTURES, groupPictures: GROUP };
  materials = new Map();
  for (const bFrames of [0, 2]) materials.set(bFrames, await encodeMaterial({ ...job, bFrames }));
});
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'klieg-clock-'));
});
afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

/** Records the material from the middle of its second group on. */
async function record(material: Material, offsetMs: number) {
  const kept = join(folder, 'kept.mp4');
  const pieces = makeKeptPieces();
  const recordings = await makeRecordings({
    folder: join(folder, 'running'),
    freeBytesMin: 0,
    pieceMs: 1_000,
    tell: (fact) => expect(fact).toBeUndefined(),
    log: silentLog,
    now: Date.now,
    monotonic: () => performance.now(),
    door: pieces.door,
    handOver: () => Promise.reject(new Error('nothing is handed over whole')),
  });
  const slot = makeRecorderSlot();
  const fragmenter = makeFragmenter({
    audio: material.audio,
    fragmentMs: 80,
    startMs: offsetMs,
    onInit: (init) => slot.setInit(init),
    onFragment: (fragment) => slot.append(fragment, 0),
  });
  const sounds = [...material.sounds];
  material.pictures.forEach((picture, i) => {
    if (i === ORDERED_AT)
      recordings.start({ recordingId: 'one', broadcastId: 'anna' }, (sink) => void slot.attach(sink));
    fragmenter.pushVideo(picture);
    while (sounds[0] && sounds[0].onVideoMs <= picture.ticks / 90) fragmenter.pushAudio(sounds.shift()!);
  });
  recordings.stop('anna');
  await eventually(() => expect(pieces.isEnded('one')).toBe(true));
  await recordings.close();
  await writeFile(kept, pieces.whole('one'));
  return { kept, pieces: pieces.of('one') };
}

/** Checksums of the pictures that are shown from a second on. */
async function picturesFrom(path: string, seconds: number, countMax: number): Promise<string[]> {
  const args = [
    '-v',
    'error',
    '-ss',
    String(seconds),
    '-i',
    path,
    '-map',
    '0:v',
    '-frames:v',
    String(countMax),
  ];
  const { stdout } = await run(FFMPEG, [...args, '-f', 'framemd5', '-']);
  const lines = stdout.split('\n').filter((line) => line && !line.startsWith('#'));
  return lines.map((line) => line.split(',').at(-1)!.trim());
}

for (const bFrames of [0, 2])
  for (const offsetMs of isFullRun ? [0, 74_290, 3 * 3_600_000] : [74_290])
    test.skipIf(!existsSync(FFPROBE))(
      `a recording begun ${offsetMs} ms into a broadcast has a clock of its own, is whole and can be sought to a picture (${bFrames} B-frames)`,
      async () => {
        const { kept, pieces } = await record(materials.get(bFrames)!, offsetMs);
        const shown =
          '-v error -of json -show_format -show_streams -show_entries packet=pts_time,flags,codec_type';
        const probed = await run(FFPROBE, [...shown.split(' '), kept]);
        const { format, streams, packets } = JSON.parse(probed.stdout);
        const isPicture = ({ codec_type }: { codec_type: string }) => codec_type === 'video';
        const picture = streams.find(isPicture);
        // Pictures that are shown out of order are decoded before the first one is shown.
        const lead = Number(picture.start_time);
        expect(lead).toBeLessThanOrEqual(bFrames / FPS + 0.001);
        expect(Number(format.start_time)).toBeLessThanOrEqual(lead);
        // It begins with the group that ran when it was ordered.
        expect(packets.filter(isPicture)).toHaveLength(RECORDED);
        // Pieces follow one another without a hole, each from a picture that stands alone.
        expect(pieces.map(({ nth }) => nth)).toEqual(pieces.map((_, nth) => nth));
        expect(pieces.length).toBeGreaterThan(1);
        let endMs = 0;
        for (const { fromMs, durationMs } of pieces) {
          expect(fromMs).toBeCloseTo(endMs, 1);
          endMs = fromMs + durationMs;
        }
        expect(endMs / 1000).toBeCloseTo(RECORDED / FPS, 2);
        const first = packets.find(isPicture);
        expect({ at: Number(first.pts_time), isKey: first.flags.startsWith('K') }).toEqual({
          at: lead,
          isKey: true,
        });
        const all = await picturesFrom(kept, 0, RECORDED);
        expect(all).toHaveLength(RECORDED);
        // Files that are put together can be sought in either way; those of chunks only where nothing is shown out of order.
        for (const index of bFrames === 0 ? [1, 29, 45, 74] : [])
          expect(await picturesFrom(kept, (index - 0.5) / FPS, 1)).toEqual([all[index]]);
      },
    );
