import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { silentLog } from '@klieg/kernel';
import { eventually } from '@klieg/testing/eventually';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { assertDurable } from './assert-durable.ts';
import { type Database, openDatabase } from './database.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts';

let folder: string;
const undo: (() => Promise<void> | void)[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'klieg-embedded-'));
  chmodSync(folder, 0o755);
});

afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
  rmSync(folder, { recursive: true, force: true });
});

async function start(settings = {}): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir: join(folder, 'pg'), log: silentLog, settings });
  undo.push(() => server.stop());
  return server;
}

function open(server: EmbeddedPostgres): Database {
  const database = openDatabase(server.connection);
  undo.push(() => database.close());
  return database;
}

/** A process of its own that starts the server and prints its number. */
async function startElsewhere(): Promise<{ owner: ChildProcess; pid: number }> {
  const program = fileURLToPath(new URL('./testing-server-owner.ts', import.meta.url));
  const owner = spawn(process.execPath, [program, join(folder, 'pg')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  undo.push(() => void owner.kill('SIGKILL'));
  const [line] = (await once(owner.stdout!, 'data')) as [Buffer];
  return { owner, pid: Number(line.toString()) };
}

const isAlive = (pid: number): boolean => {
  try {
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
  } catch {
    return false;
  }
};

function findWatchdog(pid: number): number {
  for (const entry of readdirSync('/proc')) {
    if (!/^\d+$/.test(entry)) continue;
    try {
      const words = readFileSync(`/proc/${entry}/cmdline`, 'utf8').split('\0');
      if (words.includes('klieg-database-watchdog') && words.includes(String(pid))) return Number(entry);
    } catch {
      // The process ended while we looked.
    }
  }
  throw new Error('no watchdog');
}

const kill = async (child: ChildProcess): Promise<void> => {
  const end = once(child, 'exit');
  child.kill('SIGKILL');
  await end;
};

test('a first start makes the cluster, later starts find its rows, and only the socket answers', async () => {
  const first = await start();
  const before = open(first);
  await before.pool.query('create table kept (n int8); insert into kept values (9007199254740991)');
  const { rows } = await before.pool.query("select setting from pg_settings where name = 'listen_addresses'");
  expect(rows).toEqual([{ setting: '' }]);
  await before.close();
  await first.stop();
  expect(await first.exited).toEqual({ code: 0, signal: null, wasStopped: true });

  const second = await start();
  const after = await open(second).pool.query('select n, array[n] as ns from kept');
  expect(after.rows).toEqual([{ n: 9007199254740991, ns: [9007199254740991] }]);
});

test('a server with durability on passes the production check, one with fsync off does not', async () => {
  const safe = await start();
  await assertDurable(open(safe));
  await safe.stop();
  const unsafe = await start({ fsync: 'off', full_page_writes: 'off' });
  await expect(assertDurable(open(unsafe))).rejects.toThrow(/with fsync, full_page_writes off/);
});

test('a second start on the directory of a live owner fails with a clear sentence', async () => {
  await start();
  await expect(start()).rejects.toThrow(/is in use by another running process/);
});

test('the server ends when its owner is killed, and the next start finds the rows', async () => {
  const { owner, pid } = await startElsewhere();
  await kill(owner);
  await eventually(() => expect(isAlive(pid)).toBe(false));
  await start();
});

test('a server that outlived its owner is stopped by the next start', async () => {
  const { owner, pid } = await startElsewhere();
  process.kill(findWatchdog(pid), 'SIGKILL');
  await kill(owner);
  expect(isAlive(pid)).toBe(true);
  await start();
  expect(isAlive(pid)).toBe(false);
});

test('a killed server is reported as not stopped and starts again on the same directory', async () => {
  const server = await start();
  process.kill(server.pid, 'SIGKILL');
  expect(await server.exited).toEqual({ code: null, signal: 'SIGKILL', wasStopped: false });
  const again = await start();
  await open(again).pool.query('select 1');
});

test.runIf(process.getuid?.() === 0)(
  'as root the server runs unprivileged, and a closed folder above is named',
  async () => {
    const server = await start();
    expect(statSync(`/proc/${server.pid}`).uid).not.toBe(0);
    await server.stop();
    const closed = join(folder, 'closed');
    mkdirSync(closed, { mode: 0o700 });
    const dataDir = join(closed, 'pg');
    await expect(startEmbeddedPostgres({ dataDir, log: silentLog })).rejects.toThrow(`chmod o+x ${closed}`);
  },
);
