import { randomBytes } from 'node:crypto';
import type { Benchmark, BenchmarkResult } from './benchmark.ts';
import { cpuSecondsOf } from './media/cpu.ts';
import { startCrowd } from './media/crowd.ts';
import { startMediaProcess } from './media/media-process.ts';

/*
 * What a stream that is passed through costs the media process, in cores: without viewers, and with one
 * by WebSocket. Publishers and viewers are another process; nothing is decoded or encoded.
 */

const STREAMS = 8;
const MBPS = 2;
const WARM_UP_MS = 5_000;
const MEASURE_MS = 15_000;
const GOAL_CORES = 0.05;
const THUMBNAIL_MS = 3_600_000;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

async function coresOf(pid: number): Promise<number> {
  await pause(WARM_UP_MS);
  const startMs = performance.now();
  const before = cpuSecondsOf(pid);
  await pause(MEASURE_MS);
  return (cpuSecondsOf(pid) - before) / ((performance.now() - startMs) / 1_000);
}

const rounded = (value: number): number => Math.round(value * 10_000) / 10_000;

async function run(): Promise<BenchmarkResult> {
  const secret = randomBytes(32);
  const streamNames = Array.from({ length: STREAMS }, () => randomBytes(16).toString('base64url'));
  const settings = { transcodeCores: 0, maxKbps: MBPS * 1_000, thumbnailMs: THUMBNAIL_MS };
  const media = await startMediaProcess({ secret, settings });
  const pid = media.child.pid!;
  const idle = await coresOf(pid);
  const hex = secret.toString('hex');
  const crowd = await startCrowd({ port: media.port, secret: hex, streamNames, mbps: MBPS });
  try {
    await crowd.untilLive();
    const alone = await coresOf(pid);
    await crowd.watch({ ws: 1 });
    await pause(WARM_UP_MS);
    await crowd.ask();
    const watched = await coresOf(pid);
    const { bytes } = await crowd.ask();
    const perStream = watched / STREAMS;
    return {
      figures: {
        coresPerStream: rounded(perStream),
        coresPerStreamWithoutViewers: rounded(alone / STREAMS),
        streams: STREAMS,
        mbpsEach: MBPS,
        mbpsToViewers: Math.round((bytes * 8) / 1e6 / ((WARM_UP_MS + MEASURE_MS) / 1_000)),
      },
      reference: { goalCores: GOAL_CORES, idleCores: rounded(idle) },
      ratio: GOAL_CORES / perStream,
    };
  } finally {
    await crowd.stop();
    await media.stop();
  }
}

/** 0.05 cores over what a stream with a viewer costs. */
export const benchmarks: readonly Benchmark[] = [{ name: 'origin-cpu', goal: 1, run }];
