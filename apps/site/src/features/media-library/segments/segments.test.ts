import { execFile } from 'node:child_process';
import {
  closeSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { isFullRun } from '@klieg/testing/run-length';
import { afterAll, describe, expect, test } from 'vitest';
import { box, readBoxes, type ReadBytes, readMoov, u32 } from '#site/platform/movies/index.ts';
import { cutSegments } from './cut-segments.ts';
import { makeSegments, readMovieOf } from './segment-index.ts';
import { gridOf, sheetsOf } from './timeline-rules.ts';

const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), 'klieg-segments-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const PICTURES = ['-f', 'lavfi', '-i', 'testsrc2=size=320x180:rate=25'];
const SOUND = ['-f', 'lavfi', '-i', 'sine=frequency=440'];
const H264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p'];

/** Makes a file with ffmpeg. */
async function makeFile(name: string, options: readonly string[]): Promise<string> {
  const path = join(folder, name);
  await run('ffmpeg', ['-v', 'error', '-y', ...options, path]);
  return path;
}

/** Reads a file as the child does. */
function reading<T>(path: string, use: (read: ReadBytes, sizeBytes: number) => T): T {
  const file = openSync(path, 'r');
  try {
    const read: ReadBytes = (from, length) => {
      const bytes = Buffer.alloc(length);
      return bytes.subarray(0, readSync(file, bytes, 0, length, from));
    };
    return use(read, statSync(path).size);
  } finally {
    closeSync(file);
  }
}

const segmentsOf = (path: string) =>
  reading(path, (read, size) => makeSegments(readMovieOf(read, size), size));

/** The bytes of each segment as they are served. */
function assemble(path: string) {
  const { index, heads } = segmentsOf(path);
  const file = readFileSync(path);
  const segments = index.segments.map(([, [from, length], runs]) =>
    Buffer.concat([
      heads.subarray(from, from + length),
      ...runs.map(([at, bytes]) => file.subarray(at, at + bytes)),
    ]),
  );
  return { index, header: heads.subarray(0, index.header), segments };
}

/** Every picture and sound of a file with its time in milliseconds and the digest of what it shows. */
async function decoded(path: string, kind: 'v' | 'a'): Promise<(readonly [time: number, digest: string])[]> {
  const { stdout } = await run('ffmpeg', [
    '-v',
    'error',
    '-i',
    path,
    '-map',
    `0:${kind}`,
    '-f',
    'framemd5',
    '-',
  ]);
  const scale = Number(/#tb 0: 1\/(\d+)/u.exec(stdout)?.[1]);
  return stdout
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split(',').map((field) => field.trim()))
    .map(([, , time, , , digest]) => [Math.round((Number(time) * 1_000) / scale), digest!] as const);
}

const FILES: readonly [what: string, options: readonly string[]][] = [
  [
    'with sound, its index behind',
    [...PICTURES, ...SOUND, '-t', '20', ...H264, '-bf', '0', '-g', '50', '-c:a', 'aac'],
  ],
  [
    'with pictures out of order, its index in front',
    [
      ...PICTURES,
      ...SOUND,
      '-t',
      '20',
      ...H264,
      '-bf',
      '3',
      '-g',
      '75',
      '-c:a',
      'aac',
      '-movflags',
      'faststart',
    ],
  ],
  ['without sound', [...PICTURES, '-t', '13', ...H264, '-g', '25']],
  [
    'with Opus',
    [...PICTURES, ...SOUND, '-t', '9', ...H264, '-bf', '0', '-g', '50', '-c:a', 'libopus', '-f', 'mp4'],
  ],
  ['of one picture that stands alone', [...PICTURES, '-t', '3', ...H264, '-g', '1000']],
  [
    'of which sound and pictures stand far apart',
    [...PICTURES, ...SOUND, '-t', '20', ...H264, '-g', '50', '-c:a', 'aac', '-max_interleave_delta', '0'],
  ],
];

describe('segments of a file', () => {
  test.runIf(isFullRun).each(FILES.map(([what, options], at) => [what, at, options] as const))(
    '%s are what it was, picture by picture',
    async (_what, at, options) => {
      const path = await makeFile(`${at}.mp4`, options);
      const { index, header, segments } = assemble(path);
      const whole = join(folder, `${at}-whole.mp4`);
      writeFileSync(whole, Buffer.concat([header, ...segments]));
      const wanted = await decoded(path, 'v');
      expect(await decoded(whole, 'v')).toEqual(wanted);
      if (options.includes('-c:a')) {
        // What a decoder hears before the first picture is for it to begin with.
        const [had, has] = [await decoded(path, 'a'), await decoded(whole, 'a')];
        expect(Math.abs(had.length - has.length)).toBeLessThanOrEqual(2);
        expect(has.at(-1)![0]).toBe(had.at(-1)![0]);
      }
      const sum = index.segments.reduce((seconds, [one]) => seconds + one, 0);
      expect(sum).toBeCloseTo(wanted.length / 25, 2);
      for (const [seconds] of index.segments.slice(0, -1)) expect(seconds).toBeGreaterThanOrEqual(6);
    },
  );

  test.runIf(isFullRun)('can each be played alone, with the header', async () => {
    const path = await makeFile('alone.mp4', [
      ...PICTURES,
      ...SOUND,
      '-t',
      '20',
      ...H264,
      '-bf',
      '2',
      '-g',
      '50',
      '-c:a',
      'aac',
    ]);
    const { header, segments } = assemble(path);
    expect(segments.length).toBe(4);
    const counts = [];
    for (const [nth, segment] of segments.entries()) {
      const one = join(folder, `alone-${nth}.mp4`);
      writeFileSync(one, Buffer.concat([header, segment]));
      counts.push((await decoded(one, 'v')).length);
    }
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(500);
  });

  test.runIf(isFullRun)('carry few bytes that nothing names', async () => {
    const path = await makeFile('tight.mp4', FILES[1]![1]);
    const { segments } = assemble(path);
    const sum = segments.reduce((bytes, { length }) => bytes + length, 0);
    expect(sum).toBeLessThan(statSync(path).size * 1.1 + 20_000);
  });

  test('are none where pictures that stand alone are too far apart, in a fragmented file, or in no file at all', async () => {
    const sparse = await makeFile('sparse.mp4', [
      '-f',
      'lavfi',
      '-i',
      'testsrc2=size=64x64:rate=2',
      '-t',
      '70',
      ...H264,
      '-g',
      '1000',
      '-keyint_min',
      '1000',
      '-sc_threshold',
      '0',
    ]);
    expect(() => segmentsOf(sparse)).toThrow('too far apart');
    const pieces = await makeFile('pieces.mp4', [
      ...PICTURES,
      '-t',
      '3',
      ...H264,
      '-movflags',
      'frag_keyframe+empty_moov',
    ]);
    expect(() => segmentsOf(pieces)).toThrow('no picture');
    const noise = join(folder, 'noise.mp4');
    writeFileSync(noise, Buffer.alloc(4_000, 'noise'));
    expect(() => segmentsOf(noise)).toThrow();
  });

  test('name nothing behind the end of the file, whatever its index says', async () => {
    const path = await makeFile('cut.mp4', [...PICTURES, '-t', '3', ...H264, '-movflags', 'faststart']);
    const bytes = readFileSync(path);
    writeFileSync(path, bytes.subarray(0, bytes.length - 2_000));
    expect(() => segmentsOf(path)).toThrow();
    // Each byte of the index in turn becomes another: it is read or refused, and never hangs.
    const moov = readBoxes(bytes).find(({ type }) => type === 'moov')!;
    const start = bytes.indexOf(moov.whole);
    for (let at = 8; at < moov.whole.length; at += 7) {
      const other = Buffer.from(bytes);
      other[start + at]! ^= 0xff;
      const read: ReadBytes = (from, length) => other.subarray(from, from + length);
      try {
        const { index } = makeSegments(readMovieOf(read, other.length), other.length);
        for (const [, , runs] of index.segments)
          for (const [from, length] of runs) expect(from + length).toBeLessThanOrEqual(other.length);
      } catch (error) {
        expect(error).toBeInstanceOf(Error);
      }
    }
  });
});

describe('boxes', () => {
  const reader =
    (bytes: Buffer): ReadBytes =>
    (from, length) =>
      bytes.subarray(from, from + length);

  test('are found behind large ones, and refused where they do not fit', () => {
    const large = Buffer.concat([u32(1), Buffer.from('mdat'), u32(0, 24), Buffer.alloc(8)]);
    const file = Buffer.concat([large, box('moov', Buffer.from('here'))]);
    expect(String(readMoov(reader(file), file.length))).toBe('here');
    expect(() => readMoov(reader(large), large.length)).toThrow('no moov');
    const wrong = Buffer.concat([u32(99), Buffer.from('free')]);
    expect(() => readMoov(reader(wrong), wrong.length)).toThrow('does not fit');
    expect(() => readBoxes(wrong)).toThrow('does not fit');
    expect(() => readBoxes(Buffer.concat([u32(4), Buffer.from('free')]))).toThrow('does not fit');
  });
});

test('what cannot be cut has no segments', () => {
  expect(() => cutSegments({ video: emptyTrack, audio: undefined })).toThrow('too far apart');
});
const emptyTrack = {
  kind: 'video',
  timescale: 25,
  lead: 0,
  samples: {
    count: 0,
    offsets: new Float64Array(),
    sizes: new Uint32Array(),
    times: new Float64Array(),
    durations: new Uint32Array(),
    delays: new Int32Array(),
    isSync: new Uint8Array(),
  },
  boxes: {} as never,
} as const;

test.each([
  [2, 1280, 720, { everySeconds: 5, count: 1, width: 160, height: 90, columns: 1, rows: 1 }, 1],
  [61, 1280, 720, { everySeconds: 5, count: 13, width: 160, height: 90, columns: 10, rows: 2 }, 1],
  [3_600, 720, 1280, { everySeconds: 10, count: 360, width: 90, height: 160, columns: 10, rows: 10 }, 4],
  [0, 4_096, 2, { everySeconds: 5, count: 1, width: 160, height: 2, columns: 1, rows: 1 }, 1],
])(
  'a video of %i s and %i × %i points has its pictures in sheets',
  (seconds, width, height, grid, sheets) => {
    expect(gridOf(seconds, { width, height })).toEqual(grid);
    expect(sheetsOf(grid)).toBe(sheets);
  },
);
