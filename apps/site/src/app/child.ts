import { type ChildProcess, fork } from 'node:child_process';
import { setPriority } from 'node:os';
import type { Log } from '@klieg/kernel';
import { ENGINE_MEMORY, NATIVE_MEMORY } from './native-memory.ts';

export interface ChildOptions {
  readonly name: string;
  readonly entry: URL;
  readonly env: Readonly<Record<string, string>>;
  readonly log: Log;
  /** Called with the ready message after every start. */
  readonly onReady: (child: ChildProcess, message: Readonly<Record<string, unknown>>) => void;
  readonly isLowPriority?: boolean;
}

/** A part in a process of its own, started again when it dies. */
export interface Child {
  readonly process: ChildProcess | undefined;
  /** Resolves at the first ready message. */
  readonly firstReady: Promise<void>;
  stop(): Promise<void>;
}

const RESTART_MS = [200, 500, 1_000, 2_000, 5_000];
const STEADY_MS = 30_000;
const STOP_MS = 5_000;

/** Forks a part and keeps it running until it is stopped. */
export function keepChild(options: ChildOptions): Child {
  let child: ChildProcess | undefined;
  let isStopping = false;
  let falls = 0;
  let resolveReady: () => void;
  const firstReady = new Promise<void>((resolve) => (resolveReady = resolve));

  const start = () => {
    const startedAt = Date.now();
    const started = fork(options.entry, {
      execArgv: [...ENGINE_MEMORY, ...process.execArgv],
      env: { ...NATIVE_MEMORY, ...process.env, ...options.env },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      serialization: 'json',
    });
    child = started;
    if (options.isLowPriority && started.pid !== undefined) setPriority(started.pid, 10);
    started.on('message', (message: Record<string, unknown>) => {
      if (!message['ready']) return;
      options.onReady(started, message);
      resolveReady();
    });
    const startAgain = (why: object) => {
      if (isStopping) return;
      falls = Date.now() - startedAt > STEADY_MS ? 0 : falls + 1;
      const waitMs = RESTART_MS[Math.min(falls, RESTART_MS.length - 1)]!;
      options.log.warn({ part: options.name, ...why, waitMs }, 'a part ended and is started again');
      setTimeout(() => !isStopping && start(), waitMs).unref();
    };
    started.once('exit', (code, signal) => startAgain({ code, signal }));
    // One that could not be started has no exit.
    started.on('error', (err) => {
      if (started.pid === undefined) startAgain({ err });
      else options.log.warn({ part: options.name, err }, 'a part cannot be reached');
    });
  };
  start();

  return {
    get process() {
      return child;
    },
    firstReady,
    async stop() {
      isStopping = true;
      const running = child;
      if (running?.pid === undefined || running.exitCode !== null || running.signalCode !== null) return;
      await new Promise<void>((resolve) => {
        const kill = setTimeout(() => running.kill('SIGKILL'), STOP_MS);
        running.once('exit', () => {
          clearTimeout(kill);
          resolve();
        });
        running.kill('SIGTERM');
      });
    },
  };
}
