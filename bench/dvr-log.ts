import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Benchmark, BenchmarkResult } from './benchmark.ts';
import { cpuSecondsOf } from './media/cpu.ts';
import { startCrowd } from './media/crowd.ts';
import { startMediaProcess } from './media/media-process.ts';

/*
 * What it costs the media process to keep the past of its streams on disk, in cores and bytes for each, beside the
 * same streams without it in the same run; and what the memory of it would be, were it kept there.
 */

const STREAMS = 8;
const MBPS = 2;
const WARM_UP_MS = 5_000;
const MEASURE_MS = 15_000;
/** Turns of both, one after the other, so that what else the machine does hits both alike. */
const TURNS = 5;
const GOAL_CORES = 0.005;
const THUMBNAIL_MS = 3_600_000;
/** What is kept for clips alone. */
const CLIP_SECONDS = 75;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const rounded = (value: number): number => Math.round(value * 10_000) / 10_000;
const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;

async function coresOf(pid: number): Promise<number> {
  await pause(WARM_UP_MS);
  const startMs = performance.now();
  const before = cpuSecondsOf(pid);
  await pause(MEASURE_MS);
  return (cpuSecondsOf(pid) - before) / ((performance.now() - startMs) / 1_000);
}

/** Resident memory of a process, in MiB. */
const residentMib = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? NaN) / 1_024;

const bytesIn = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);

/** What chunks of so many seconds take of a process's memory, in MiB. */
function memoryOfChunks(seconds: number): number {
  const chunkBytes = Math.round((MBPS * 1e6) / 8 / 12.5);
  const before = process.memoryUsage.rss();
  const held = Array.from({ length: Math.round(seconds * 12.5) * STREAMS }, () =>
    Buffer.concat([randomBytes(chunkBytes)]),
  );
  const after = process.memoryUsage.rss();
  return held.length > 0 ? (after - before) / 2 ** 20 / STREAMS : NaN;
}

async function run(): Promise<BenchmarkResult> {
  const secret = randomBytes(32);
  const recordingFolder = mkdtempSync(join(tmpdir(), 'klieg-dvr-bench-'));
  const streamNames = Array.from({ length: STREAMS }, () => randomBytes(16).toString('base64url'));
  const settings = { transcodeCores: 0, maxKbps: MBPS * 1_000, thumbnailMs: THUMBNAIL_MS };
  const media = await startMediaProcess({ secret, settings, recordingFolder });
  const pid = media.child.pid!;
  const crowd = await startCrowd({
    port: media.port,
    secret: secret.toString('hex'),
    streamNames,
    mbps: MBPS,
  });
  try {
    await crowd.untilLive();
    const without: number[] = [];
    const kept: number[] = [];
    const memory: number[] = [];
    let bytesPerSecond = 0;
    // The crowd calls each broadcast as its stream was called first.
    const broadcastIds = streamNames;
    let names = streamNames;
    for (let turn = 0; turn < TURNS; turn++) {
      without.push(await coresOf(pid));
      const before = residentMib(pid);
      for (const [i, streamName] of names.entries())
        await media.order({ kind: 'keep_past', broadcastId: broadcastIds[i]!, streamName, minutes: 10 });
      await pause(WARM_UP_MS);
      const [fromBytes, fromMs] = [bytesIn(recordingFolder), performance.now()];
      kept.push(await coresOf(pid));
      bytesPerSecond = (bytesIn(recordingFolder) - fromBytes) / ((performance.now() - fromMs) / 1_000);
      memory.push(residentMib(pid) - before);
      // Under another name nothing is kept any more.
      names = names.map(() => randomBytes(16).toString('base64url'));
      for (const [i, streamName] of names.entries())
        await media.order({ kind: 'rename', broadcastId: broadcastIds[i]!, streamName });
    }
    const perStream = (median(kept) - median(without)) / STREAMS;
    return {
      figures: {
        coresPerStream: rounded(perStream),
        kilobytesPerStreamAndSecond: Math.round(bytesPerSecond / STREAMS / 1_000),
        mebibytesOfMemoryPerStream: rounded(median(memory) / STREAMS),
        gigabytesPerStreamAndHour: rounded((bytesPerSecond / STREAMS) * 3_600 * 1e-9),
        streams: STREAMS,
        mbpsEach: MBPS,
      },
      reference: {
        goalCores: GOAL_CORES,
        coresPerStreamWithout: rounded(median(without) / STREAMS),
        mebibytesOfMemoryOfAClip: rounded(memoryOfChunks(CLIP_SECONDS)),
      },
      ratio: GOAL_CORES / Math.max(perStream, 0.000_1),
    };
  } finally {
    await crowd.stop();
    await media.stop();
    rmSync(recordingFolder, { recursive: true, force: true });
  }
}

/** 0.005 cores over what is kept costs more than nothing that is kept. */
export const benchmarks: readonly Benchmark[] = [{ name: 'dvr-log', goal: 1, run }];
