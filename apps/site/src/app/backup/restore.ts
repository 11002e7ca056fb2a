import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { silentLog } from '@klieg/kernel';
import { copyTree, giveTree } from '../../platform/backup/index.ts';
import { copyBlobs, makeFolderBlobs, openBlobs } from '../../platform/blobs/index.ts';
import {
  prepareDataDirectory,
  readServerHealth,
  startEmbeddedPostgres,
} from '../../platform/postgres/index.ts';
import { type Config, readConfig } from '../config.ts';
import { parts } from './back-up.ts';
import { BackupError } from './backup-error.ts';

async function refuseFull(folder: string, name: string): Promise<void> {
  const found = existsSync(folder) ? await readdir(folder) : [];
  if (found.length > 0)
    throw new BackupError(`${folder} is not empty and is left as it is: set ${name} to an empty folder`);
}

/** @throws BackupError where a place of files, a folder or a bucket, holds any */
async function refuseFilled({ blobUrl }: Config): Promise<void> {
  for await (const name of openBlobs(blobUrl).list())
    throw new BackupError(
      `BLOB_URL already holds files, such as ${name}, and is left as it is: set it to an empty place`,
    );
}

async function readSecret(source: string, given: string | undefined): Promise<string> {
  const secret = await readFile(join(source, parts.secret), 'utf8').catch(() => {
    throw new BackupError(`${source} is no backup: it holds no secret`);
  });
  if (given && given !== secret)
    throw new BackupError(
      'SECRET is not that of the backup, whose is restored: leave it out or set it to that',
    );
  return secret;
}

/** Puts the database back and starts it once, which brings it to the moment at which the backup ended. */
async function restoreDatabase({ dataDir }: Config, saved: string): Promise<void> {
  const { path, runAs } = prepareDataDirectory(dataDir);
  const cluster = join(path, parts.cluster);
  await copyTree(saved, cluster);
  if (runAs) await giveTree(cluster, runAs);
  const server = await startEmbeddedPostgres({ dataDir, log: silentLog });
  try {
    await readServerHealth(server.connection);
  } finally {
    await server.stop();
  }
}

/**
 * Puts a backup into an empty DATA_DIR, and its files to an empty place.
 * @returns what was done, line by line. @throws BackupError before anything is written; any other error may come
 * later, and leaves a DATA_DIR or files that were begun, to be removed before the next try
 */
export async function restore(
  env: Readonly<Record<string, string | undefined>>,
  folder: string,
): Promise<readonly string[]> {
  const source = resolve(folder);
  // DATA_DIR holds none yet.
  const secret = await readSecret(source, env['SECRET']);
  const config = readConfig({ ...env, SECRET: secret });
  const hasDatabase = existsSync(join(source, parts.cluster));
  const hasFiles = existsSync(join(source, parts.blobs));
  await refuseFull(config.dataDir, 'DATA_DIR');
  if (hasFiles) await refuseFilled(config);
  if (hasDatabase && config.databaseUrl)
    throw new BackupError('the backup holds an embedded database: leave DATABASE_URL out');
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 });
  if (hasDatabase) await restoreDatabase(config, join(source, parts.cluster));
  const files = hasFiles
    ? await copyBlobs(makeFolderBlobs(join(source, parts.blobs)), openBlobs(config.blobUrl))
    : undefined;
  await writeFile(join(config.dataDir, 'secret'), secret, { mode: 0o600 });
  return [
    hasDatabase
      ? 'database: restored and started once'
      : 'database: not in this backup; restore yours with pg_restore --dbname="$DATABASE_URL" klieg.dump',
    files === undefined ? 'files: not in this backup' : `files: ${files}`,
    `done ${config.dataDir}`,
  ];
}
