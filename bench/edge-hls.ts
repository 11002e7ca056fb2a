import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { MEDIA_TOKEN_MS, signMediaToken } from '@klieg/contract/media';
import type { Benchmark, BenchmarkResult } from './benchmark.ts';
import { cpuSecondsOf } from './media/cpu.ts';
import { nginxVersion, startFileNginx } from './media/file-nginx.ts';
import {
  ask,
  type Contestant,
  type Crowd,
  measure,
  MEASURE_MS,
  perCpuSecond,
  type Round,
  sumOf,
} from './media/measure-receivers.ts';

/*
 * Parts of LL-HLS from an edge, with the right looked at for each and every part fetched once from its origin, against
 * nginx that serves the same bytes as one file to anybody. Megabits per second of processor time; the two take turns.
 */

const VIEWERS = 600;
const PART_MS = 240;
const STREAM_MBPS = 2;
const PART_BYTES = (STREAM_MBPS * 1e6 * PART_MS) / 1000 / 8;
const ROUNDS = 3;
const CROWD: Crowd = { receivers: VIEWERS, intervalMs: PART_MS };

const startProcess = async (args: readonly string[]) => {
  const file = join(import.meta.dirname, 'processes', 'hls-edge.ts');
  const child = fork(file, [...args], { execArgv: [] });
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  const stop = async (): Promise<void> => {
    const exited = once(child, 'exit');
    child.disconnect();
    await exited;
  };
  return { child, port, stop };
};

/** @param onStop told how many parts the origin was asked for */
async function startEdge(onStop: (asked: number) => void): Promise<Contestant> {
  const secret = randomBytes(32);
  const streamName = randomBytes(16).toString('base64url');
  const origin = await startProcess(['origin', String(PART_BYTES)]);
  const edge = await startProcess(['edge', secret.toString('hex'), String(origin.port), streamName]);
  const expiresAt = Date.now() + MEDIA_TOKEN_MS;
  const claims = { use: 'play', streamName, session: 'bench', mode: 'public', expiresAt } as const;
  const token = signMediaToken(secret, claims);
  return {
    mode: 'http',
    port: edge.port,
    path: `/live/hls/${streamName}/source/part-1.{n}.m4s?token=${token}`,
    cpuSeconds: () => cpuSecondsOf(edge.child.pid!),
    async stop() {
      onStop((await ask<{ asked: number }>(origin.child)).asked);
      await edge.stop();
      await origin.stop();
    },
  };
}

async function run(): Promise<BenchmarkResult> {
  const edge: Round[] = [];
  const nginx: Round[] = [];
  let asked = 0;
  for (let i = 0; i < ROUNDS; i++) {
    nginx.push(await measure({ mode: 'http', ...(await startFileNginx(PART_BYTES)) }, CROWD));
    edge.push(await measure(await startEdge((count) => (asked += count)), CROWD));
  }
  const seconds = (ROUNDS * MEASURE_MS) / 1000;
  const figures = {
    megabitsPerCpuSecond: perCpuSecond(edge),
    megabitsPerSecond: Math.round(sumOf(edge).megabits / seconds),
    viewers: VIEWERS,
    partBytes: PART_BYTES,
    partsAskedOfOrigin: asked,
  };
  const reference = {
    server: nginxVersion(),
    nginxMegabitsPerCpuSecond: perCpuSecond(nginx),
    nginxMegabitsPerSecond: Math.round(sumOf(nginx).megabits / seconds),
  };
  return { figures, reference, ratio: figures.megabitsPerCpuSecond / reference.nginxMegabitsPerCpuSecond };
}

export const benchmarks: readonly Benchmark[] = [{ name: 'edge-hls', goal: 0.8, run }];
