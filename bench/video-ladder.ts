import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLog } from '@klieg/kernel';
import { parseSps } from '../apps/media/src/packaging/sps.ts';
import type { VideoUnit } from '../apps/media/src/packaging/units.ts';
import { ladderFor, openTranscoder, type RenditionSpec } from '../apps/media/src/transcode/index.ts';
import { splitAnnexB } from '../apps/media/src/transcode/nal-units.ts';
import type { Benchmark, BenchmarkResult } from './benchmark.ts';

/*
 * Three renditions of 720p30 by our transcode child against the ffmpeg command line with the same
 * ladder, settings and pictures, in seconds of processor time. Ours counts the child and the process
 * that feeds it, ffmpeg its own report; both as fast as they can, starts included, in turns.
 */

const FFMPEG = '/usr/bin/ffmpeg';
const STILL = join(import.meta.dirname, '..', 'apps', 'demo', 'scenes', 's00.jpg');
const WIDTH = 1_280;
const HEIGHT = 720;
const FPS = 30;
const SECONDS = 30;
const GROUP_SECONDS = 2;
const SOURCE_KBPS = 2_500;
const ROUNDS = 3;
/** Pictures that are on their way at a time. */
const AHEAD_MAX = 15;
const TICKS_PER_PICTURE = 90_000 / FPS;
const QUIET_MS = 60_000;

interface Round {
  /** Of the processes that decode, scale and encode. */
  readonly cpuSeconds: number;
  /** Of the process that hands them the pictures, where that is another one. */
  readonly feedCpuSeconds: number;
  /** Of all renditions together. */
  readonly kbps: number;
}

/** Same pictures for both: our ladder without thinning, which ffmpeg's does not have. */
const ladder: readonly RenditionSpec[] = ladderFor({ width: WIDTH, height: HEIGHT }, 3).map((spec) => ({
  ...spec,
  fpsMax: FPS,
}));

function ffmpeg(args: readonly string[]): string {
  const run = spawnSync(FFMPEG, ['-hide_banner', '-nostdin', '-y', ...args], { encoding: 'utf8' });
  if (run.status !== 0) throw new Error(`${FFMPEG} failed: ${run.error?.message ?? run.stderr.slice(-500)}`);
  return run.stderr;
}

const words = (line: string): string[] => line.split(' ');

/** A still that is panned and zoomed with a camera's noise, encoded as a browser would. */
function makeSource(path: string): void {
  const move = `zoompan=z='1.1+0.05*sin(on/40)':x='(iw-iw/zoom)/2*(1+sin(on/30))':y='(ih-ih/zoom)/2':d=1`;
  const filter = `scale=1600:-2,${move}:s=${WIDTH}x${HEIGHT}:fps=${FPS},noise=alls=5:allf=t,format=yuv420p`;
  const rate = `${SOURCE_KBPS}k`;
  const input = ['-loop', '1', '-i', STILL, '-t', String(SECONDS), '-r', String(FPS), '-vf', filter];
  const codec = words('-c:v libx264 -preset veryfast -profile:v baseline -sc_threshold 0');
  const rates = words(`-b:v ${rate} -maxrate ${rate} -bufsize ${rate} -g ${GROUP_SECONDS * FPS}`);
  ffmpeg([...input, ...codec, ...rates, '-x264-params', 'slices=1', '-f', 'h264', path]);
}

/** Access units of one slice each. */
function readUnits(path: string): VideoUnit[] {
  const file = readFileSync(path);
  const { sps, pps, nals } = splitAll(file);
  const slices = nals.filter((nal) => [1, 5].includes(nal[0]! & 0x1f));
  return slices.map((slice, i) => {
    const isKey = (slice[0]! & 0x1f) === 5;
    return { ticks: i * TICKS_PER_PICTURE, isKey, sps: isKey ? sps : undefined, pps, nals: [slice] };
  });
}

/** The splitter is bounded to what an access unit may have, so a file goes through it in pieces. */
function splitAll(file: Buffer): { sps: Buffer; pps: Buffer; nals: Buffer[] } {
  const start = Buffer.from([0, 0, 1]);
  const nals: Buffer[] = [];
  let sps: Buffer | undefined;
  let pps: Buffer | undefined;
  for (let at = file.indexOf(start); at >= 0;) {
    const next = file.indexOf(start, at + start.length);
    const split = splitAnnexB(file.subarray(at, next < 0 ? file.length : next));
    sps ??= split.sps;
    pps ??= split.pps;
    nals.push(...split.nals);
    at = next;
  }
  if (!sps || !pps) throw new Error('the source has no parameter sets');
  return { sps, pps, nals };
}

async function runOurs(units: readonly VideoUnit[]): Promise<Round> {
  const { sps, pps } = units[0]!;
  const before = process.cpuUsage();
  const produced = new Map(ladder.map(({ id }) => [id as string, 0]));
  let bytes = 0;
  let pushed = 0;
  const slowest = (): number => Math.min(...produced.values());
  const transcoder = await new Promise<ReturnType<typeof openTranscoder>>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('transcoding takes too long')), QUIET_MS);
    const feed = (): void => {
      while (pushed < units.length && pushed - slowest() < AHEAD_MAX) opened.pushVideo(units[pushed++]!);
      if (slowest() < units.length) return;
      clearTimeout(timer);
      resolve(opened);
    };
    const opened = openTranscoder({
      format: parseSps(sps!)!,
      sps: sps!,
      pps: pps!,
      audio: undefined,
      renditions: ladder,
      onVideo(id, unit) {
        produced.set(id, produced.get(id)! + 1);
        for (const nal of unit.nals) bytes += nal.length;
        feed();
      },
      onAudioFormat() {},
      onAudio() {},
      onGap: () => reject(new Error('pictures were lost')),
      onState: (state) => (state === 'running' ? feed() : reject(new Error(state))),
      log: silentLog,
      now: () => performance.now(),
    });
  });
  const used = process.cpuUsage(before);
  const { cpuSeconds } = transcoder;
  transcoder.close();
  const feedCpuSeconds = (used.user + used.system) / 1e6;
  return { cpuSeconds, feedCpuSeconds, kbps: (bytes * 8) / 1_000 / SECONDS };
}

function runFfmpeg(path: string): Round {
  const names = ladder.map((_, i) => `[in${i}]`);
  const scales = ladder.map(
    ({ width, height }, i) => `${names[i]}scale=${width}:${height}:flags=bilinear[out${i}]`,
  );
  const filter = [`[0:v]split=${ladder.length}${names.join('')}`, ...scales].join(';');
  const settings = `-g ${GROUP_SECONDS * FPS} -sc_threshold 0 -threads 1 -f null -`;
  const outputs = ladder.flatMap(({ kbps }, i) => {
    const codec = `-map [out${i}] -c:v libx264 -preset superfast -tune zerolatency -profile:v baseline`;
    return words(`${codec} -b:v ${kbps}k -maxrate ${kbps}k -bufsize ${kbps}k ${settings}`);
  });
  const input = [...words(`-benchmark -threads 1 -r ${FPS} -i`), path];
  const report = ffmpeg([...input, '-filter_complex_threads', '1', '-filter_complex', filter, ...outputs]);
  const times = /utime=([\d.]+)s stime=([\d.]+)s/.exec(report);
  const size = /video:(\d+)kB/.exec(report);
  if (!times) throw new Error('ffmpeg did not report its processor time');
  return {
    cpuSeconds: Number(times[1]) + Number(times[2]),
    feedCpuSeconds: 0,
    kbps: (Number(size?.[1] ?? 0) * 1_024 * 8) / 1_000 / SECONDS,
  };
}

const perVideoSecond = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / (values.length * SECONDS);
const costOf = (rounds: readonly Round[]): number =>
  perVideoSecond(rounds.map(({ cpuSeconds, feedCpuSeconds }) => cpuSeconds + feedCpuSeconds));

const rounded = (value: number): number => Math.round(value * 1_000) / 1_000;

async function run(): Promise<BenchmarkResult> {
  const folder = mkdtempSync(join(tmpdir(), 'klieg-bench-ladder-'));
  try {
    const path = join(folder, 'source.h264');
    makeSource(path);
    const units = readUnits(path);
    const ours: Round[] = [];
    const theirs: Round[] = [];
    for (let i = 0; i < ROUNDS; i++) {
      theirs.push(runFfmpeg(path));
      ours.push(await runOurs(units));
    }
    const figures = {
      cpuSecondsPerVideoSecond: rounded(costOf(ours)),
      ofThemFeeding: rounded(perVideoSecond(ours.map(({ feedCpuSeconds }) => feedCpuSeconds))),
      kbps: Math.round(ours[0]!.kbps),
      pictures: units.length,
    };
    const reference = {
      command: spawnSync(FFMPEG, ['-version'], { encoding: 'utf8' }).stdout.split('\n')[0]!.slice(0, 60),
      ffmpegCpuSecondsPerVideoSecond: rounded(costOf(theirs)),
      ffmpegKbps: Math.round(theirs[0]!.kbps),
    };
    return { figures, reference, ratio: costOf(theirs) / costOf(ours) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Processor time of ffmpeg over ours: 0.83 is 1.2 times its cost. */
export const benchmarks: readonly Benchmark[] = [{ name: 'video-ladder', goal: 0.83, run }];
