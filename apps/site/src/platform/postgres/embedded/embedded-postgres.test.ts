import { type ChildProcess, execFile, spawn } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { silentLog } from '@klieg/kernel';
import { usersFrom } from '@klieg/processes';
import { eventually } from '@klieg/testing/eventually';
import { isFullRun, isLongRun } from '@klieg/testing/run-length';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { assertDurable } from '../assert-durable.ts';
import { FORMER_ID } from './data-directory.ts';
import { type Database, type DatabaseConnection, openDatabase } from '../database.ts';
import { isOutage } from '../is-outage.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts';
import { migrate } from '../schema/migrate.ts';
import { locatePostgresBinaries } from './postgres-binaries.ts';
import { embeddedSettings } from './postgres-settings.ts';
import { prepareDatabase } from '../schema/prepare-database.ts';
import { launchServer, serverEnvironment } from './server-process.ts';

const migrations = fileURLToPath(new URL('../../../../../../migrations', import.meta.url));

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
  const database = openDatabase(server.owner);
  undo.push(() => database.close());
  return database;
}

function openAsSite(server: EmbeddedPostgres): Database {
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

test.runIf(isFullRun)(
  'a server with durability on passes the production check, one with fsync off does not',
  async () => {
    const safe = await start();
    await assertDurable(open(safe));
    await safe.stop();
    const unsafe = await start({ fsync: 'off', full_page_writes: 'off' });
    await expect(assertDurable(open(unsafe))).rejects.toThrow(/with fsync, full_page_writes off/);
  },
);

test.runIf(isFullRun)(
  'a second start on the directory of a live owner fails with a clear sentence',
  async () => {
    await start();
    await expect(start()).rejects.toThrow(/is in use by another running process/);
  },
);

test.runIf(isLongRun)(
  'the server ends when its owner is killed, and the next start finds the rows',
  async () => {
    const { owner, pid } = await startElsewhere();
    await kill(owner);
    await eventually(() => expect(isAlive(pid)).toBe(false));
    await start();
  },
);

test.runIf(isLongRun)('a server that outlived its owner is stopped by the next start', async () => {
  const { owner, pid } = await startElsewhere();
  process.kill(findWatchdog(pid), 'SIGKILL');
  await kill(owner);
  expect(isAlive(pid)).toBe(true);
  await start();
  expect(isAlive(pid)).toBe(false);
});

test.runIf(isFullRun)(
  'a killed or stopped server is started again by itself, with its rows, and ends when it is told to',
  async () => {
    const server = await start();
    const database = open(server);
    await database.pool.query('create table kept (n int8)');
    for (const signal of ['SIGKILL', 'SIGINT', 'SIGKILL'] as const) {
      const { pid } = server;
      await database.pool.query('insert into kept values (1)');
      process.kill(pid, signal);
      await eventually(() => expect(server.pid).not.toBe(pid));
      await eventually(() => database.pool.query('select 1'));
    }
    expect((await database.pool.query('select count(*) n from kept')).rows).toEqual([{ n: 3 }]);
    const { pid } = server;
    await server.stop();
    expect(await server.exited).toMatchObject({ wasStopped: true });
    expect(isAlive(pid)).toBe(false);
  },
);

test.runIf(isLongRun)(
  'a connection that breaks while somebody uses it ends nothing but their statement',
  async () => {
    const database = open(await start());
    const client = await database.pool.connect();
    const { rows } = await client.query('select pg_backend_pid() pid');
    process.kill(rows[0].pid, 'SIGTERM');
    await eventually(() => expect(isAlive(rows[0].pid)).toBe(false));
    const failure: unknown = await client.query('select 1').catch((error: unknown) => error);
    client.release(true);
    expect(isOutage(failure)).toBe(true);
    await database.pool.query('select 1');
  },
);

/** What a connection says as whom it works, or why it is refused. */
async function enter(connection: DatabaseConnection): Promise<string> {
  const database = openDatabase({ ...connection, max: 1 });
  try {
    const { rows } = await database.pool.query<{ name: string }>('select current_user as name');
    return rows[0]!.name;
  } catch (error) {
    return String(error);
  } finally {
    await database.close();
  }
}

test.runIf(isFullRun)(
  'nobody comes in without a password, and the passwords are for the own user alone',
  async () => {
    const { connection, owner } = await start();
    expect(await enter(connection)).toBe('klieg_site');
    expect(await enter(owner)).toBe('klieg');
    expect(connection.password).not.toBe(owner.password);
    for (const { user, ...rest } of [connection, owner]) {
      const { password: _, ...without } = rest;
      expect(await enter({ ...without, user })).toMatch(/password/);
      expect(await enter({ ...rest, user, password: 'guessed' })).toMatch(/password authentication failed/);
    }
    expect(await enter({ ...connection, user: 'klieg' })).toMatch(/password authentication failed/);
    expect(statSync(join(folder, 'pg', 'database-passwords')).mode & 0o777).toBe(0o600);
  },
);

/** A directory as the version before made it: one superuser, and everybody is let in. */
async function makeOldDirectory(): Promise<void> {
  const native = locatePostgresBinaries();
  const path = join(folder, 'pg');
  mkdirSync(path, { mode: 0o700 });
  const runAs = process.getuid?.() === 0 ? { uid: FORMER_ID, gid: FORMER_ID } : undefined;
  const cluster = join(path, 'cluster');
  mkdirSync(cluster, { mode: 0o700 });
  // The version before gave the whole directory to the server's user.
  for (const given of runAs ? [path, cluster] : []) chownSync(given, runAs!.uid, runAs!.gid);
  const options = { ...runAs, cwd: '/', env: serverEnvironment };
  const args = ['-D', cluster, '-U', 'klieg', '--auth=trust', '-E', 'UTF8', '--locale=C'];
  await promisify(execFile)(join(native, 'bin', 'initdb'), args, options);
  const settings = { ...embeddedSettings, unix_socket_directories: cluster };
  const server = await launchServer({ native, cluster, runAs, settings, log: silentLog });
  const old = { host: cluster, port: 5432, user: 'klieg' };
  const first = openDatabase({ ...old, database: 'postgres' });
  await first.pool.query('create database klieg');
  await first.close();
  const database = openDatabase({ ...old, database: 'klieg' });
  await migrate({ ...old, database: 'klieg' }, migrations);
  await database.pool.query('insert into ledger.balances (account, posted) values (809, 4711)');
  await database.close();
  await server.stop();
}

test.runIf(isLongRun)(
  'a directory of the version before, which let everybody in, is brought over without loss',
  async () => {
    await makeOldDirectory();
    const server = await start();
    await prepareDatabase(server, migrations);
    const { database, password: _, ...way } = server.owner;
    expect(await enter({ ...way, database })).toMatch(/password/);
    const { rows } = await openAsSite(server).pool.query('select account, posted from ledger.balances');
    expect(rows).toEqual([{ account: 809, posted: 4711 }]);
    if (process.getuid?.() !== 0) return;
    expect(statSync(join(folder, 'pg')).uid).toBe(0);
    expect(statSync(join(folder, 'pg', 'cluster', 'base')).uid).toBe(usersFrom().database);
  },
);

test.runIf(isLongRun)(
  'lost passwords are made anew, as after a restored backup, and the rows are there',
  async () => {
    const first = await start();
    const before = open(first);
    await before.pool.query('create table kept (n int8); insert into kept values (7)');
    await before.close();
    await first.stop();
    rmSync(join(folder, 'pg', 'database-passwords'));
    const second = await start();
    expect(second.owner.password).not.toBe(first.owner.password);
    expect(await enter({ ...second.owner, password: first.owner.password })).toMatch(/failed/);
    expect((await open(second).pool.query('select n from kept')).rows).toEqual([{ n: 7 }]);
  },
);

test.runIf(isFullRun && process.getuid?.() === 0)(
  'as root the server runs unprivileged, and a closed folder above is named',
  async () => {
    const server = await start();
    expect(statSync(`/proc/${server.pid}`).uid).toBe(usersFrom().database);
    await server.stop();
    const closed = join(folder, 'closed');
    mkdirSync(closed, { mode: 0o700 });
    const dataDir = join(closed, 'pg');
    await expect(startEmbeddedPostgres({ dataDir, log: silentLog })).rejects.toThrow(`chmod o+x ${closed}`);
  },
);

test.runIf(isFullRun)(
  'the role of the site has one database, no large objects, and leaves connections to the owner',
  async () => {
    const server = await start();
    for (const name of ['postgres', 'template1']) {
      const other = openDatabase({ ...server.connection, database: name });
      undo.push(() => other.close());
      await expect(other.pool.query('select 1')).rejects.toMatchObject({ code: '42501' });
    }
    const site = openAsSite(server);
    for (const call of [
      'lo_create(0)',
      "lo_from_bytea(0, 'x')",
      'lo_creat(-1)',
      'lo_open(1, 1)',
      'loread(0, 1)',
    ])
      await expect(site.pool.query(`select ${call}`), call).rejects.toMatchObject({ code: '42501' });
    const { rows } = await site.pool.query(
      'select rolconnlimit as "limit" from pg_roles where rolname = current_user',
    );
    expect(rows).toEqual([{ limit: Number(embeddedSettings.max_connections) - 10 }]);
  },
);
