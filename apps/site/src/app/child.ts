import type { ChildProcess } from 'node:child_process';
import { setPriority } from 'node:os';
import type { Log } from '@klieg/kernel';
import { forkPart, isSupervised, type PartName } from '@klieg/processes';
import { NATIVE_MEMORY } from './native-memory.ts';
import { passedEnvironment } from './passed-environment.ts';

export interface ChildOptions {
  /** As the log calls it. */
  readonly name: string;
  readonly part: PartName;
  readonly entry: URL;
  /** Its own settings; of the site's it gets what every process needs of the machine. */
  readonly env: Readonly<Record<string, string>>;
  /** Names of the operator's settings that it is given as they are; no other child gets them. */
  readonly given?: readonly string[];
  readonly log: Log;
  /** Called with the ready message after every start. */
  readonly onReady: (child: ChildProcess, message: Readonly<Record<string, unknown>>) => void;
  readonly isLowPriority?: boolean;
  /** How long it may take to end, in milliseconds. */
  readonly stopMs?: number;
}

/** A part in a process of its own, started again when it dies. */
export interface Child {
  readonly process: ChildProcess | undefined;
  /**
   * Resolves at the first ready message. Rejects with what the part says of its start as `{ failure }`, and when it has
   * ended five times before; it is started again all the same until it is stopped.
   */
  readonly firstReady: Promise<void>;
  /** It is not started again when it ends. */
  retire(): void;
  stop(): Promise<void>;
}

const RESTART_MS = [200, 500, 1_000, 2_000, 5_000];
const STEADY_MS = 30_000;
const STOP_MS = 5_000;
const DEATHS_MAX = 5;

/** Forks a part and keeps it running until it is stopped. */
export function keepChild(options: ChildOptions): Child {
  let child: ChildProcess | undefined;
  let isStopping = false;
  let falls = 0;
  let deaths = 0;
  const ready = Promise.withResolvers<void>();
  // Not everybody waits for it.
  ready.promise.catch(() => undefined);

  const start = () => {
    const startedAt = Date.now();
    const started = forkPart({
      part: options.part,
      entry: options.entry,
      execArgv: process.execArgv,
      env: { ...NATIVE_MEMORY, ...passedEnvironment(process.env, options.given), ...options.env },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      serialization: 'json',
    });
    child = started;
    // The supervisor sees to it for those whom it starts.
    if (options.isLowPriority && started.pid !== undefined && !isSupervised()) setPriority(started.pid, 10);
    started.on('message', (message: Record<string, unknown>) => {
      if (typeof message['failure'] === 'string') ready.reject(new Error(message['failure']));
      if (!message['ready']) return;
      options.onReady(started, message);
      ready.resolve();
    });
    const startAgain = (why: object) => {
      if (isStopping) return;
      deaths += 1;
      if (deaths === DEATHS_MAX)
        ready.reject(
          new Error(`${options.name} ended ${deaths} times before it was ready; the lines above say why`),
        );
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
    firstReady: ready.promise,
    retire() {
      isStopping = true;
    },
    async stop() {
      isStopping = true;
      const running = child;
      if (running?.pid === undefined || running.exitCode !== null || running.signalCode !== null) return;
      await new Promise<void>((resolve) => {
        const kill = setTimeout(() => running.kill('SIGKILL'), options.stopMs ?? STOP_MS);
        running.once('exit', () => {
          clearTimeout(kill);
          resolve();
        });
        running.kill('SIGTERM');
      });
    },
  };
}

/** Ends parts at the same time, so that all of them take no longer than the slowest. */
export async function stopChildren(children: readonly Child[]): Promise<void> {
  await Promise.all(children.map((child) => child.stop()));
}
