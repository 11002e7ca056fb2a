import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Benchmark, BenchmarkResult } from './benchmark.ts';
import { cpuSecondsOf, TICKS } from './media/cpu.ts';
import type { ReceiverMessage } from './processes/whep-messages.ts';

/*
 * Fan-out by WebRTC to many viewers, with repeats kept for each, in megabits per second of processor time
 * of the sender, against werift that sends the same pictures. The two take turns. What counts is what
 * the receivers got.
 */

const VIEWERS = 40;
const MBPS = 2;
const CONNECT_MS = 60_000;
/** Long enough for both to be compiled. */
const WARM_UP_MS = 8_000;
const MEASURE_MS = 8_000;
const ROUNDS = 2;
const WERIFT = join(import.meta.dirname, '..', 'node_modules', 'werift', 'package.json');

interface Round {
  readonly megabits: number;
  readonly cpuSeconds: number;
  /** What the receivers got over what one viewer should have got, for all of them. */
  readonly deliveredShare: number;
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const start = (file: string, ...args: string[]): ChildProcess =>
  fork(join(import.meta.dirname, 'processes', file), args, { execArgv: [] });

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = once(child, 'exit');
  if (child.connected) child.disconnect();
  await ended;
}

/** Carries descriptions between the two until all are connected. */
async function connectAll(sender: ChildProcess, receivers: ChildProcess): Promise<void> {
  let connected = 0;
  sender.on('message', (answer: { answer: number; sdp: string }) => receivers.send(answer));
  const allConnected = new Promise<void>((resolve) => {
    receivers.on('message', (message: ReceiverMessage | { connected: number }) => {
      if (!('connected' in message)) sender.send(message);
      else if (++connected === VIEWERS) resolve();
    });
  });
  for (let i = 0; i < VIEWERS; i++) receivers.send({ offer: i });
  const tooLong = pause(CONNECT_MS).then(() =>
    Promise.reject(new Error(`${connected} of ${VIEWERS} viewers were connected`)),
  );
  await Promise.race([allConnected, tooLong]);
  receivers.removeAllListeners('message');
}

async function askBytes(receivers: ChildProcess): Promise<number> {
  const answer = once(receivers, 'message') as Promise<[{ bytes: number }]>;
  receivers.send({ ask: true });
  return (await answer)[0].bytes;
}

async function measure(file: string): Promise<Round> {
  const sender = start(file, String(MBPS));
  const receivers = start('whep-receivers.ts');
  try {
    await connectAll(sender, receivers);
    await pause(WARM_UP_MS);
    await askBytes(receivers);
    const startMs = performance.now();
    const before = cpuSecondsOf(sender.pid!);
    await pause(MEASURE_MS);
    const bytes = await askBytes(receivers);
    const seconds = (performance.now() - startMs) / 1_000;
    const megabits = (bytes * 8) / 1e6;
    const deliveredShare = megabits / (seconds * MBPS * VIEWERS);
    return { megabits, cpuSeconds: cpuSecondsOf(sender.pid!) - before, deliveredShare };
  } finally {
    await Promise.all([stop(sender), stop(receivers)]);
  }
}

const rounded = (value: number): number => Math.round(value * 100) / 100;

function perCpuSecond(rounds: readonly Round[]): number {
  const megabits = rounds.reduce((sum, round) => sum + round.megabits, 0);
  const cpuSeconds = rounds.reduce((sum, round) => sum + round.cpuSeconds, 0);
  return Math.round(megabits / Math.max(cpuSeconds, 1 / TICKS));
}

const leastDelivered = (rounds: readonly Round[]): number =>
  rounded(Math.min(...rounds.map(({ deliveredShare }) => deliveredShare)));

async function run(): Promise<BenchmarkResult> {
  const ours: Round[] = [];
  const theirs: Round[] = [];
  for (let i = 0; i < ROUNDS; i++) {
    theirs.push(await measure('whep-werift.ts'));
    ours.push(await measure('whep-edge.ts'));
  }
  const { version } = JSON.parse(readFileSync(WERIFT, 'utf8')) as { version: string };
  const figures = {
    megabitsPerCpuSecond: perCpuSecond(ours),
    viewers: VIEWERS,
    deliveredShare: leastDelivered(ours),
  };
  const reference = {
    sender: `werift ${version}`,
    weriftMegabitsPerCpuSecond: perCpuSecond(theirs),
    weriftDeliveredShare: leastDelivered(theirs),
  };
  return { figures, reference, ratio: figures.megabitsPerCpuSecond / reference.weriftMegabitsPerCpuSecond };
}

export const benchmarks: readonly Benchmark[] = [{ name: 'video-whep', goal: 4, run }];
