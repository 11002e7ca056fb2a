import { type ChildProcess, execFileSync, fork, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MEDIA_TOKEN_MS, signMediaToken } from '@klieg/contract/media';
import type { Benchmark, BenchmarkResult } from './benchmark.ts';
import { cpuSecondsOf, TICKS } from './media/cpu.ts';

/*
 * Fan-out of our edge by WebSocket against nginx that serves the same bytes as files, in megabits
 * per second of processor time. The two take turns, so that a busy machine disturbs both.
 */

const VIEWERS = 600;
const FRAGMENT_MS = 100;
const STREAM_MBPS = 2;
const FRAGMENT_BYTES = (STREAM_MBPS * 1e6 * FRAGMENT_MS) / 1000 / 8;
const WARM_UP_MS = 2_000;
const MEASURE_MS = 6_000;
const ROUNDS = 3;
const NGINX = '/usr/sbin/nginx';

interface Round {
  readonly megabits: number;
  readonly cpuSeconds: number;
}

/** A server under test; `cpuSeconds` is what it has used so far. */
interface Contestant {
  readonly mode: 'ws' | 'http';
  readonly port: number;
  readonly path: string;
  cpuSeconds(): number;
  stop(): Promise<void>;
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

async function ask<Answer>(child: ChildProcess): Promise<Answer> {
  const answer = once(child, 'message') as Promise<[Answer]>;
  child.send('ask');
  return (await answer)[0];
}

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

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

async function startNginx(): Promise<Contestant> {
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'klieg-nginx-'));
  const html = join(folder, 'html');
  mkdirSync(html);
  chmodSync(folder, 0o755);
  writeFileSync(join(html, 'fragment.m4s'), Buffer.alloc(FRAGMENT_BYTES, 7));
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${folder}/${kind};`,
  );
  const configuration = `worker_processes 1; daemon off; pid ${folder}/pid; error_log ${folder}/error.log;
    events { worker_connections 4096; }
    http { access_log off; sendfile on; tcp_nopush on; tcp_nodelay on; keepalive_requests 1000000;
      open_file_cache max=100; ${paths.join(' ')}
      server { listen 127.0.0.1:${port}; root ${html}; } }`;
  const file = join(folder, 'nginx.conf');
  writeFileSync(file, configuration);
  const child = spawn(NGINX, ['-e', join(folder, 'error.log'), '-c', file], { stdio: 'inherit' });
  await pause(500);
  const worker = Number.parseInt(execFileSync('pgrep', ['-P', String(child.pid)]).toString(), 10);
  return {
    mode: 'http',
    port,
    path: '/fragment.m4s',
    cpuSeconds: () => cpuSecondsOf(worker),
    async stop() {
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      await exited;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function measure(contestant: Contestant): Promise<Round> {
  const { mode, port, path } = contestant;
  const receivers = fork(
    join(import.meta.dirname, 'processes', 'video-receivers.ts'),
    [mode, String(port), path, String(VIEWERS), String(FRAGMENT_MS)],
    { execArgv: [] },
  );
  try {
    await once(receivers, 'message');
    await pause(WARM_UP_MS);
    await ask(receivers);
    const before = contestant.cpuSeconds();
    await pause(MEASURE_MS);
    const { bytes } = await ask<{ bytes: number }>(receivers);
    const cpuSeconds = contestant.cpuSeconds() - before;
    await contestant.stop();
    return { megabits: (bytes * 8) / 1e6, cpuSeconds };
  } finally {
    const exited = once(receivers, 'exit');
    receivers.disconnect();
    await exited;
  }
}

const sumOf = (rounds: readonly Round[]): Round =>
  rounds.reduce((sum, round) => ({
    megabits: sum.megabits + round.megabits,
    cpuSeconds: sum.cpuSeconds + round.cpuSeconds,
  }));

const perCpuSecond = (rounds: readonly Round[]): number => {
  const { megabits, cpuSeconds } = sumOf(rounds);
  return Math.round(megabits / Math.max(cpuSeconds, 1 / TICKS));
};

async function run(): Promise<BenchmarkResult> {
  const edge: Round[] = [];
  const nginx: Round[] = [];
  for (let i = 0; i < ROUNDS; i++) {
    nginx.push(await measure(await startNginx()));
    edge.push(await measure(await startEdge()));
  }
  const seconds = (ROUNDS * MEASURE_MS) / 1000;
  const figures = {
    megabitsPerCpuSecond: perCpuSecond(edge),
    megabitsPerSecond: Math.round(sumOf(edge).megabits / seconds),
    viewers: VIEWERS,
    fragmentBytes: FRAGMENT_BYTES,
  };
  const reference = {
    server: spawnSync(NGINX, ['-v'], { encoding: 'utf8' }).stderr.trim(),
    nginxMegabitsPerCpuSecond: perCpuSecond(nginx),
    nginxMegabitsPerSecond: Math.round(sumOf(nginx).megabits / seconds),
  };
  const ratio = figures.megabitsPerCpuSecond / reference.nginxMegabitsPerCpuSecond;
  return { figures, reference, ratio };
}

export const benchmarks: readonly Benchmark[] = [{ name: 'video-ws', goal: 0.9, run }];
