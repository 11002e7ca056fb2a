import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Benchmark, BenchmarkResult } from './benchmark.ts';
import { cpuSecondsOf } from './media/cpu.ts';
import { startCrowd } from './media/crowd.ts';
import { startLiveNginx } from '../apps/media/src/testing/live-nginx.ts';
import { startMediaProcess } from './media/media-process.ts';

/*
 * What nginx with the shipped configuration takes off the media process: requests of many readers of one
 * stream by low-latency HLS over those that the media process has to answer with media. For each of
 * them nginx asks for the reader's right as well, an answer without a body, which is told apart.
 */

const READERS = 60;
const MBPS = 2;
const WARM_UP_MS = 8_000;
const MEASURE_MS = 20_000;

interface Answers {
  readonly answers: number;
  readonly refusals: number;
  readonly bytes: number;
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

function startReaders(port: number, secret: string, streamName: string) {
  const file = join(import.meta.dirname, 'processes', 'hls-readers.ts');
  const child = fork(file, [String(port), secret, streamName, String(READERS)], { execArgv: [] });
  const ready = once(child, 'message');
  return {
    async ask(): Promise<Answers> {
      await ready;
      const answer = once(child, 'message') as Promise<[Answers]>;
      child.send('ask');
      return (await answer)[0];
    },
    async stop(): Promise<void> {
      const ended = once(child, 'exit');
      child.disconnect();
      await ended;
    },
  };
}

async function run(): Promise<BenchmarkResult> {
  const secret = randomBytes(32);
  const hex = secret.toString('hex');
  const streamName = randomBytes(16).toString('base64url');
  const media = await startMediaProcess({ secret, settings: { transcodeCores: 0, maxKbps: MBPS * 1_000 } });
  const nginx = await startLiveNginx(media.port);
  const crowd = await startCrowd({ port: media.port, secret: hex, streamNames: [streamName], mbps: MBPS });
  try {
    await crowd.untilLive();
    const readers = startReaders(nginx.port, hex, streamName);
    await pause(WARM_UP_MS);
    await Promise.all([readers.ask(), media.askRequests()]);
    const before = cpuSecondsOf(media.child.pid!);
    await pause(MEASURE_MS);
    const [{ answers, refusals, bytes }, { hls, auth }] = await Promise.all([
      readers.ask(),
      media.askRequests(),
    ]);
    const cpuSeconds = cpuSecondsOf(media.child.pid!) - before;
    await readers.stop();
    const seconds = MEASURE_MS / 1_000;
    return {
      figures: {
        requestsAtNginx: answers,
        requestsAtOrigin: hls,
        questionsOfRight: auth,
        refusals,
        readers: READERS,
        partsPerReaderAndSecond: Math.round((answers / 2 / READERS / seconds) * 100) / 100,
        megabitsPerSecond: Math.round((bytes * 8) / 1e6 / seconds),
        originCores: Math.round((cpuSeconds / seconds) * 1_000) / 1_000,
      },
      reference: { configuration: 'deploy/nginx/klieg-live.conf' },
      ratio: answers / Math.max(1, hls),
    };
  } finally {
    await crowd.stop();
    nginx.stop();
    await media.stop();
  }
}

export const benchmarks: readonly Benchmark[] = [{ name: 'hls-offload', goal: 40, run }];
