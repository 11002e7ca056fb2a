import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { TICKS } from './cpu.ts';

/* Servers of the same bytes in turns: what each delivers to many receivers for its processor time. */

export interface Round {
  readonly megabits: number;
  readonly cpuSeconds: number;
}

/** A server under test; `cpuSeconds` is what it has used so far. */
export interface Contestant {
  readonly mode: 'ws' | 'http';
  readonly port: number;
  readonly path: string;
  cpuSeconds(): number;
  stop(): Promise<void>;
}

export interface Crowd {
  readonly receivers: number;
  /** Between two requests of a receiver by HTTP. */
  readonly intervalMs: number;
}

const WARM_UP_MS = 2_000;
export const MEASURE_MS = 6_000;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

export async function ask<Answer>(child: ChildProcess): Promise<Answer> {
  const answer = once(child, 'message') as Promise<[Answer]>;
  child.send('ask');
  return (await answer)[0];
}

/** Measures a server and stops it. */
export async function measure(
  contestant: Contestant,
  { receivers: count, intervalMs }: Crowd,
): Promise<Round> {
  const { mode, port, path } = contestant;
  const receivers = fork(
    join(import.meta.dirname, '..', 'processes', 'video-receivers.ts'),
    [mode, String(port), path, String(count), String(intervalMs)],
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

export const sumOf = (rounds: readonly Round[]): Round =>
  rounds.reduce((sum, round) => ({
    megabits: sum.megabits + round.megabits,
    cpuSeconds: sum.cpuSeconds + round.cpuSeconds,
  }));

/** Megabits for each second of processor time. */
export const perCpuSecond = (rounds: readonly Round[]): number => {
  const { megabits, cpuSeconds } = sumOf(rounds);
  return Math.round(megabits / Math.max(cpuSeconds, 1 / TICKS));
};
