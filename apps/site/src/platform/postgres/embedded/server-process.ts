import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import type { Log } from '@klieg/kernel';
import type { RunAs } from './data-directory.ts';
import type { PostgresSettings } from './postgres-settings.ts';

export interface ServerExit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** False when the server ended although nobody called stop. */
  readonly wasStopped: boolean;
}

export interface ServerProcess {
  readonly pid: number;
  /** Ends the server after a checkpoint; open connections are cut. A repeat waits for the same end. */
  stop(): Promise<void>;
  readonly exited: Promise<ServerExit>;
}

export interface LaunchOptions {
  /** The folder with `bin`. */
  readonly native: string;
  readonly cluster: string;
  readonly runAs: RunAs;
  readonly settings: PostgresSettings;
  readonly log: Log;
}

/** Nothing of the site's environment, which holds secrets, reaches the server. */
export const serverEnvironment = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

const START_TIMEOUT_MS = 120_000;
const STOP_TIMEOUT_MS = 60_000;
/** After a kill of the main server process its children hold the cluster until they notice. */
const STILL_IN_USE = /pre-existing shared memory block|lock file "postmaster.pid" already exists/;
const STILL_IN_USE_TIMEOUT_MS = 20_000;

/** Starts the server and waits until it accepts connections, which includes recovery after a crash. */
export async function launchServer(options: LaunchOptions): Promise<ServerProcess> {
  const deadline = Date.now() + STILL_IN_USE_TIMEOUT_MS;
  for (;;) {
    const outcome = await tryLaunch(options);
    if ('server' in outcome) return outcome.server;
    if (!STILL_IN_USE.test(outcome.failure) || Date.now() > deadline) {
      throw new Error(`PostgreSQL did not start on ${options.cluster}:\n${outcome.failure}`);
    }
    await delay(50);
  }
}

async function tryLaunch(options: LaunchOptions): Promise<{ server: ServerProcess } | { failure: string }> {
  const { native, cluster, runAs, settings, log } = options;
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  // Detached: Ctrl-C in a terminal reaches the site only, which stops the server when it is done with it.
  const child = spawn(join(native, 'bin', 'postgres'), ['-D', cluster, ...flags], {
    ...runAs,
    cwd: '/',
    env: serverEnvironment,
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let wasStopped = false;
  const exited = new Promise<ServerExit>((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal, wasStopped }));
    child.once('error', () => resolve({ code: null, signal: null, wasStopped }));
  });
  const failure = await whenReady(child, log);
  if (failure !== undefined || child.pid === undefined) return { failure: failure ?? 'no process' };
  const watchdog = startWatchdog(child.pid, cluster, runAs);
  // The watchdog takes the end of its input to mean that this process is gone, so it must be stopped before the server.
  const end = exited.then(() => void watchdog.kill('SIGKILL'));
  const stop = async (): Promise<void> => {
    wasStopped = true;
    child.kill('SIGINT');
    const timer = setTimeout(() => child.kill('SIGQUIT'), STOP_TIMEOUT_MS);
    await end;
    clearTimeout(timer);
  };
  return { server: { pid: child.pid, stop, exited } };
}

/** Resolves with nothing when the server accepts connections, else with its output. */
function whenReady(child: ChildProcess, log: Log): Promise<string | undefined> {
  return new Promise((resolve) => {
    const said: string[] = [];
    let isReady = false;
    const timer = setTimeout(() => child.kill('SIGINT'), START_TIMEOUT_MS);
    const finish = (failure?: string): void => {
      clearTimeout(timer);
      resolve(failure);
    };
    child.once('error', (error) => finish(error.message));
    child.once('close', () => finish(said.join('\n')));
    if (!child.stderr) return finish('no output');
    createInterface({ input: child.stderr }).on('line', (line) => {
      if (!isReady) said.push(line);
      if (/\b(FATAL|PANIC|WARNING):/.test(line)) log.warn({ line }, 'database server');
      if (!isReady && line.includes('ready to accept connections')) {
        isReady = true;
        finish();
      }
    });
  });
}

/**
 * A shell that waits for the end of its input, which comes when this process ends in any way, and then
 * stops the server unless its process number has passed to another.
 */
function startWatchdog(pid: number, cluster: string, runAs: RunAs): ChildProcess {
  const script = 'read -r _; read -r now < "$2/postmaster.pid" && [ "$now" = "$1" ] && kill -INT "$1"';
  const child = spawn('/bin/sh', ['-c', script, 'klieg-database-watchdog', String(pid), cluster], {
    ...runAs,
    cwd: '/',
    env: serverEnvironment,
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  child.on('error', () => {});
  child.unref();
  return child;
}
