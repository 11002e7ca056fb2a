import { mkdir, open, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import pg from 'pg';
import type { SocketConnection } from '../postgres/index.ts';
import { copyToDisk, copyTree } from './copy-tree.ts';

/** Folders whose content a server recreates, by the manual's "Making a Base Backup Using the Low Level API". */
const EMPTIED = new Set([
  'pg_dynshmem',
  'pg_notify',
  'pg_replslot',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
  'pg_wal',
]);
const LEFT_OUT = /^(?:postmaster\.(?:pid|opts)|pgsql_tmp.*|pg_internal\.init.*)$/;
const SEGMENT = /^[0-9A-F]{24}$/;

/** Where in the log of changes a backup begins and ends. */
export interface BackupRange {
  readonly startLsn: string;
  readonly stopLsn: string;
}

async function writeToDisk(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Copies the log from the segment of the start to that of the end, without which the copy is of no use. */
async function copyLog(
  client: pg.Client,
  cluster: string,
  target: string,
  range: BackupRange,
): Promise<void> {
  const { rows } = await client.query<{ first: string; last: string }>(
    'select pg_walfile_name($1) as first, pg_walfile_name($2) as last',
    [range.startLsn, range.stopLsn],
  );
  const { first = '', last = '' } = rows[0] ?? {};
  const names = (await readdir(join(cluster, 'pg_wal'))).filter(
    (name) => SEGMENT.test(name) && name >= first && name <= last,
  );
  if (!names.includes(first) || !names.includes(last))
    throw new Error(`the log of the backup is not there from ${first} to ${last}`);
  await mkdir(join(target, 'pg_wal', 'archive_status'), { recursive: true, mode: 0o700 });
  for (const name of names) await copyToDisk(join(cluster, 'pg_wal', name), join(target, 'pg_wal', name));
}

/**
 * Copies the files of a running server, with the log needed to make them consistent as of the end of the copy. A slot
 * that ends with the connection keeps the log until it is copied.
 */
export async function backUpCluster(
  connection: SocketConnection,
  cluster: string,
  target: string,
): Promise<BackupRange> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    await client.query('select pg_create_physical_replication_slot($1, true, true)', [
      `klieg_backup_${process.pid}`,
    ]);
    const { rows: started } = await client.query<{ lsn: string }>(
      "select pg_backup_start('klieg', true) as lsn",
    );
    await copyTree(cluster, target, (path, { name }) => LEFT_OUT.test(name) || EMPTIED.has(dirname(path)));
    const { rows: stopped } = await client.query<{ lsn: string; labelfile: string }>(
      'select lsn, labelfile from pg_backup_stop(false)',
    );
    const [start, stop] = [started[0], stopped[0]];
    if (!start || !stop) throw new Error('the server did not say where the backup begins and ends');
    const range = { startLsn: start.lsn, stopLsn: stop.lsn };
    await copyLog(client, cluster, target, range);
    await writeToDisk(join(target, 'backup_label'), stop.labelfile);
    return range;
  } finally {
    await client.end();
  }
}
