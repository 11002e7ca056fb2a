import { execFile } from 'node:child_process';
import { existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Log } from '@klieg/kernel';
import pg from 'pg';
import {
  claimDataDirectory,
  findRunningServer,
  prepareDataDirectory,
  prepareSocketDirectory,
  requireTraversable,
  type RunAs,
} from './data-directory.ts';
import { locatePostgresBinaries } from './postgres-binaries.ts';
import { embeddedSettings, type PostgresSettings } from './postgres-settings.ts';
import { launchServer, serverEnvironment, type ServerProcess } from './server-process.ts';

/** What `pg` needs to reach an embedded server; host is the folder of its socket. */
export interface SocketConnection {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly database: string;
}

export interface EmbeddedPostgres extends ServerProcess {
  readonly connection: SocketConnection;
}

export interface EmbeddedPostgresOptions {
  /** Belongs to the server alone; made when missing. */
  readonly dataDir: string;
  readonly log: Log;
  /** Overrides of single settings. */
  readonly settings?: PostgresSettings;
}

const USER = 'klieg';
const DATABASE = 'klieg';
const ORPHAN_STOP_TIMEOUT_MS = 60_000;

/**
 * Starts PostgreSQL on the directory, reachable by a Unix socket only, and waits until it answers. It ends
 * with this process, also when this one is killed; a server left over from an earlier run is stopped first.
 * @throws Error with a sentence for the operator when the directory is in use or cannot be used
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { log } = options;
  const native = locatePostgresBinaries();
  const { path, runAs } = prepareDataDirectory(options.dataDir);
  requireTraversable(join(native, 'bin'), runAs, 'the programs of PostgreSQL');
  const claim = await claimDataDirectory(path);
  try {
    const cluster = join(path, 'cluster');
    await stopOrphan(cluster, log);
    if (!existsSync(cluster)) await initializeCluster(native, cluster, runAs);
    const host = prepareSocketDirectory(path, runAs);
    const settings = { ...embeddedSettings, ...options.settings, unix_socket_directories: host };
    const server = await launchServer({ native, cluster, runAs, settings, log });
    void server.exited.then(() => {
      rmSync(host, { recursive: true, force: true });
      claim.close();
    });
    const connection = { host, port: Number(embeddedSettings.port), user: USER, database: DATABASE };
    await ensureDatabase(connection).catch(async (error: unknown) => {
      await server.stop();
      throw error;
    });
    return { connection, ...server };
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
async function initializeCluster(native: string, cluster: string, runAs: RunAs): Promise<void> {
  const draft = `${cluster}.new`;
  rmSync(draft, { recursive: true, force: true });
  const args = ['-D', draft, '-U', USER, '--auth=trust', '-E', 'UTF8', '--no-instructions'];
  args.push('--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8');
  const initdb = join(native, 'bin', 'initdb');
  await promisify(execFile)(initdb, args, { ...runAs, cwd: '/', env: serverEnvironment });
  renameSync(draft, cluster);
}

async function ensureDatabase(connection: SocketConnection): Promise<void> {
  const client = new pg.Client({ ...connection, database: 'postgres' });
  await client.connect();
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [DATABASE]);
    if (!rowCount) await client.query(`create database ${DATABASE}`);
  } finally {
    await client.end();
  }
}
