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
 * Fan-out of our edge by WebSocket against nginx that serves the same bytes as files, in megabits
 * per second of processor time. The two take turns, so that a busy machine disturbs both.
 */

const VIEWERS = 600;
const FRAGMENT_MS = 100;
const STREAM_MBPS = 2;
const FRAGMENT_BYTES = (STREAM_MBPS * 1e6 * FRAGMENT_MS) / 1000 / 8;
const ROUNDS = 3;
const CROWD: Crowd = { receivers: VIEWERS, intervalMs: FRAGMENT_MS };

async function startEdge(): Promise<Contestant> {
  const secret = randomBytes(32);
  const child = fork(
    join(import.meta.dirname, 'processes', 'video-edge.ts'),
    [secret.toString('hex'), String(FRAGMENT_BYTES), String(FRAGMENT_MS)],
    { execArgv: [] },
  );
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  const expiresAt = Date.now() + MEDIA_TOKEN_MS;
  const token = signMediaToken(secret, {
    use: 'play',
    streamName: 'bench',
    session: 'bench',
    mode: 'public',
    expiresAt,
  });
  return {
    mode: 'ws',
    port,
    path: `/live/ws/bench?token=${token}`,
    cpuSeconds: () => cpuSecondsOf(child.pid!),
    async stop() {
      const { dropped, viewers } = await ask<{ dropped: number; viewers: number }>(child);
      const exited = once(child, 'exit');
      child.disconnect();
      await exited;
      if (viewers !== VIEWERS) throw new Error(`${viewers} viewers instead of ${VIEWERS}`);
      if (dropped > 0) console.error(`the edge dropped ${dropped} fragments, the receivers are too slow`);
    },
  };
}

const startNginx = async (): Promise<Contestant> => ({
  mode: 'http',
  ...(await startFileNginx(FRAGMENT_BYTES)),
});

async function run(): Promise<BenchmarkResult> {
  const edge: Round[] = [];
  const nginx: Round[] = [];
  for (let i = 0; i < ROUNDS; i++) {
    nginx.push(await measure(await startNginx(), CROWD));
    edge.push(await measure(await startEdge(), CROWD));
  }
  const seconds = (ROUNDS * MEASURE_MS) / 1000;
  const figures = {
    megabitsPerCpuSecond: perCpuSecond(edge),
    megabitsPerSecond: Math.round(sumOf(edge).megabits / seconds),
    viewers: VIEWERS,
    fragmentBytes: FRAGMENT_BYTES,
  };
  const reference = {
    server: nginxVersion(),
    nginxMegabitsPerCpuSecond: perCpuSecond(nginx),
    nginxMegabitsPerSecond: Math.round(sumOf(nginx).megabits / seconds),
  };
  const ratio = figures.megabitsPerCpuSecond / reference.nginxMegabitsPerCpuSecond;
  return { figures, reference, ratio };
}

export const benchmarks: readonly Benchmark[] = [{ name: 'video-ws', goal: 0.9, run }];
