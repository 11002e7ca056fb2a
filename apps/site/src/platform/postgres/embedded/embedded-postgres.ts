import { execFile } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import type { Server } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Log } from '@klieg/kernel';
import pg from 'pg';
import {
  claimDataDirectory,
  CLUSTER,
  findRunningServer,
  FORMER_ID,
  giveTo,
  prepareDataDirectory,
  prepareSocketDirectory,
  requireTraversable,
  type RunAs,
} from './data-directory.ts';
import { keepRunning } from './keep-running.ts';
import {
  DATABASE,
  type EmbeddedConnections,
  OWNER,
  SITE_ROLE,
  type SocketConnection,
} from './embedded-connection.ts';
import {
  connectionsOf,
  type EmbeddedPasswords,
  findPasswords,
  keepPasswords,
  makePasswords,
  passwordsIn,
} from './embedded-passwords.ts';
import { enrolRoles, type StoppedCluster } from './enrol-roles.ts';
import { locatePostgresBinaries } from './postgres-binaries.ts';
import { embeddedSettings, type PostgresSettings } from './postgres-settings.ts';
import { launchServer, serverEnvironment, type ServerProcess } from './server-process.ts';

export interface EmbeddedPostgres extends ServerProcess, EmbeddedConnections {}

export interface EmbeddedPostgresOptions {
  /** Only for the server; made when missing. */
  readonly dataDir: string;
  readonly log: Log;
  /** Whom the server runs as where this is root; absent: whom the directory belongs to, else a user of its own. */
  readonly user?: RunAs;
  /** Overrides of single settings. */
  readonly settings?: PostgresSettings;
}

/** A data directory that is claimed and in order, with no server running on it. */
interface Prepared extends StoppedCluster {
  readonly path: string;
  readonly claim: Server;
  readonly passwords: EmbeddedPasswords;
}

const ORPHAN_STOP_TIMEOUT_MS = 60_000;

/** Creates what a data directory lacks, stops a server left over from an earlier run and claims it. */
async function prepare({ dataDir, user, log }: EmbeddedPostgresOptions): Promise<Prepared> {
  const native = locatePostgresBinaries();
  const { path, runAs } = prepareDataDirectory(dataDir, user);
  requireTraversable(join(native, 'bin'), runAs, 'the programs of PostgreSQL');
  const claim = await claimDataDirectory(path);
  try {
    const stopped = { native, cluster: join(path, CLUSTER), runAs };
    await stopOrphan(stopped.cluster, log);
    if (!existsSync(stopped.cluster)) await initializeCluster(stopped);
    else if (runAs) giveTo(stopped.cluster, runAs.uid);
    const passwords = findPasswords(path) ?? (await setPasswords(path, stopped, log));
    return { ...stopped, path, claim, passwords };
  } catch (error) {
    claim.close();
    throw error;
  }
}

/**
 * Makes a data directory what the given user needs to start the server on it without root, who calls this.
 * @throws Error as `startEmbeddedPostgres`
 */
export async function prepareEmbeddedPostgres(
  options: EmbeddedPostgresOptions & { readonly user: NonNullable<RunAs> },
): Promise<void> {
  const { path, claim } = await prepare(options);
  try {
    giveTo(passwordsIn(path), options.user.uid);
    prepareSocketDirectory(path, options.user);
  } finally {
    await new Promise((resolve) => claim.close(resolve));
  }
}

/**
 * Starts PostgreSQL on the directory, reachable by a Unix socket only, and waits until it answers. One that dies is
 * started again. It ends with this process, also when this one is killed; a server left over from an earlier run is
 * stopped first.
 * @throws Error with a sentence for the operator when the directory is in use or cannot be used
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { log } = options;
  const { native, cluster, runAs, path, claim, passwords } = await prepare(options);
  try {
    const host = prepareSocketDirectory(path, runAs);
    const settings: PostgresSettings = {
      ...embeddedSettings,
      ...options.settings,
      unix_socket_directories: host,
    };
    const server = await keepRunning(() => launchServer({ native, cluster, runAs, settings, log }), log);
    void server.exited.then(() => {
      rmSync(host, { recursive: true, force: true });
      claim.close();
    });
    const { connection, owner } = connectionsOf(host, Number(embeddedSettings.port), passwords);
    await ensureDatabase(owner, Number(settings.max_connections)).catch(async (error: unknown) => {
      await server.stop();
      throw error;
    });
    return {
      connection,
      owner,
      get pid() {
        return server.pid;
      },
      stop: server.stop,
      exited: server.exited,
    };
  } catch (error) {
    claim.close();
    throw error;
  }
}

async function stopOrphan(cluster: string, log: Log): Promise<void> {
  const pid = findRunningServer(cluster);
  if (pid === undefined) return;
  log.warn({ pid }, 'stopping a database server left over from an earlier run');
  process.kill(pid, 'SIGINT');
  const deadline = Date.now() + ORPHAN_STOP_TIMEOUT_MS;
  while (findRunningServer(cluster) === pid) {
    if (Date.now() > deadline) throw new Error(`The database server ${pid} of an earlier run does not stop.`);
    await delay(20);
  }
}

/** Works beside the final place, so that an interrupted run leaves nothing that looks finished. */
async function initializeCluster({ native, cluster, runAs }: StoppedCluster): Promise<void> {
  const draft = `${cluster}.new`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { mode: 0o700 });
  // It looks up the name of its user, and ours may have none: `nobody` makes the files instead.
  const maker = runAs && { uid: FORMER_ID, gid: FORMER_ID };
  if (maker) chownSync(draft, maker.uid, maker.gid);
  // Nobody is let in before the roles have their passwords.
  const args = ['-D', draft, '-U', OWNER, '--auth=reject', '-E', 'UTF8', '--no-instructions'];
  args.push('--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8');
  const initdb = join(native, 'bin', 'initdb');
  await promisify(execFile)(initdb, args, { ...maker, cwd: '/', env: serverEnvironment });
  if (runAs) giveTo(draft, runAs.uid);
  renameSync(draft, cluster);
}

/** Sets passwords for a cluster that does not have ours: a new one, one of an earlier version, or a restored one. */
async function setPasswords(dataDir: string, stopped: StoppedCluster, log: Log): Promise<EmbeddedPasswords> {
  const passwords = makePasswords();
  const host = prepareSocketDirectory(dataDir, stopped.runAs);
  await enrolRoles(stopped, passwords, { host, log });
  keepPasswords(dataDir, passwords);
  return passwords;
}

/** Connections reserved for the owner, who migrates, makes backups and investigates. */
const CONNECTIONS_OF_OWNER = 10;

/** Functions through which anybody could store large objects; we use none. */
const CLOSE_LARGE_OBJECTS = `
  do $$ declare f regprocedure; begin
    for f in select oid from pg_proc where pronamespace = 'pg_catalog'::regnamespace
      and (proname like 'lo\\_%' or proname in ('loread', 'lowrite'))
    loop execute format('revoke execute on function %s from public', f); end loop;
  end $$`;

/** Creates the site's database if missing, and denies the site's role everything else on the server. */
async function ensureDatabase(owner: SocketConnection, connectionsMax: number): Promise<void> {
  await asOwner({ ...owner, database: 'postgres' }, async (client) => {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [DATABASE]);
    if (!rowCount) await client.query(`create database ${DATABASE}`);
    await client.query('revoke connect, temporary on database postgres, template1 from public');
    const limit = Math.max(1, connectionsMax - CONNECTIONS_OF_OWNER);
    await client.query(`alter role ${SITE_ROLE} connection limit ${limit}`);
  });
  await asOwner({ ...owner, database: DATABASE }, (client) => client.query(CLOSE_LARGE_OBJECTS));
}

async function asOwner(
  connection: SocketConnection,
  work: (client: pg.Client) => Promise<unknown>,
): Promise<void> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
