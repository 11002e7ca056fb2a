import { setTimeout as delay } from 'node:timers/promises';
import type { Log } from '@klieg/kernel';
import type { ServerExit, ServerProcess } from './server-process.ts';

/** Pauses before a start that follows a failed or short one. */
const FIRST_WAIT_MS = 100;
const WAIT_MAX_MS = 5_000;
/** A server that ran this long started well: its end begins a new count of failures. */
const STEADY_MS = 30_000;

/** The pause before the next start, in milliseconds, after the one before and how long the server ran since. */
export function pauseAfter(ranMs: number, lastPauseMs: number): number {
  if (ranMs >= STEADY_MS) return 0;
  return Math.min(Math.max(2 * lastPauseMs, FIRST_WAIT_MS), WAIT_MAX_MS);
}

/** Waits this many milliseconds, or until the signal comes, which rejects. */
export type Pause = (ms: number, signal: AbortSignal) => Promise<unknown>;

const pauseFor: Pause = (ms, signal) => delay(ms, undefined, { signal });

/**
 * Starts a server, and starts it again whenever it ends although nobody stopped it; with growing pauses where it does
 * not come up or dies at once.
 * @returns the server; its number is that of the one that runs now, and it has exited only when it was stopped
 */
export async function keepRunning(
  launch: () => Promise<ServerProcess>,
  log: Log,
  pause: Pause = pauseFor,
): Promise<ServerProcess> {
  const ended = Promise.withResolvers<ServerExit>();
  const stopping = new AbortController();
  let current = await launch();
  let startedAt = performance.now();
  let pauseMs = 0;
  let isStopping = false;
  let restarting: Promise<void> | undefined;

  const restart = async (): Promise<void> => {
    let ranMs = performance.now() - startedAt;
    while (!isStopping) {
      pauseMs = pauseAfter(ranMs, pauseMs);
      // Whoever stops it does not wait for the pause.
      if (pauseMs > 0) await pause(pauseMs, stopping.signal).catch(() => undefined);
      if (isStopping) return;
      try {
        current = await launch();
        startedAt = performance.now();
        watch(current);
        return log.warn({ pid: current.pid }, 'the database server runs again');
      } catch (error) {
        log.error({ err: error }, 'the database server could not be started again');
        ranMs = 0;
      }
    }
  };
  const watch = (server: ServerProcess): void =>
    void server.exited.then((exit) => {
      if (isStopping) return ended.resolve(exit);
      log.error({ ...exit }, 'the database server ended; it is started again');
      restarting = restart();
    });
  watch(current);

  return {
    get pid() {
      return current.pid;
    },
    async stop() {
      isStopping = true;
      stopping.abort();
      await restarting;
      await current.stop();
      // Nobody else reports a server that ended by itself while it was being stopped.
      ended.resolve(await current.exited);
    },
    exited: ended.promise,
  };
}
