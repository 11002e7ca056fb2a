import { existsSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { backUpCluster } from '../../platform/backup/index.ts';
import { copyBlobs, makeFolderBlobs, openBlobs } from '../../platform/blobs/index.ts';
import { withEmbeddedPostgres } from '../../platform/postgres/index.ts';
import { type Config, readConfig } from '../config.ts';
import { BackupError } from './backup-error.ts';

/** Names of what lies in a backup. */
export const parts = { cluster: 'cluster', blobs: 'blobs', secret: 'secret' } as const;

async function saveDatabase({ databaseUrl, dataDir }: Config, target: string): Promise<string> {
  if (databaseUrl)
    return 'database: NOT saved, for DATABASE_URL is yours: save it first, with pg_dump --format=custom --file=klieg.dump "$DATABASE_URL"';
  const range = await withEmbeddedPostgres(dataDir, ({ owner }) =>
    backUpCluster(owner, join(dataDir, 'cluster'), join(target, parts.cluster)),
  );
  if (!range) throw new BackupError(`there is no database in ${dataDir}: set DATA_DIR as for the start`);
  return `database: as it was when its copy ended (${range.stopLsn})`;
}

async function saveBlobs({ blobUrl }: Config, target: string): Promise<string> {
  const folder = join(target, parts.blobs);
  // A site without any file has its folder too, which tells the restore that there were none.
  await mkdir(folder, { mode: 0o700 });
  return `files: ${await copyBlobs(openBlobs(blobUrl), makeFolderBlobs(folder))}`;
}

/**
 * Saves database, files and root secret of a site, running or not, to a folder that does not exist yet and that
 * appears when all of it is there. Files are saved after the database, which so refers to nothing newer.
 * @returns what was saved and what was not, line by line. @throws BackupError, or ConfigError as `readConfig`
 */
export async function backUp(
  env: Readonly<Record<string, string | undefined>>,
  folder: string,
): Promise<readonly string[]> {
  const config = readConfig(env);
  const target = resolve(folder);
  if (existsSync(target)) throw new BackupError(`${target} exists: name a folder that does not`);
  const draft = `${target}.unfinished`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { recursive: true, mode: 0o700 });
  const database = await saveDatabase(config, draft);
  const files = await saveBlobs(config, draft);
  await writeFile(join(draft, parts.secret), Buffer.from(config.secret).toString('hex'), { mode: 0o600 });
  await rename(draft, target);
  return [database, files, 'root secret: saved, so keep the folder as safe as the site', `done ${target}`];
}
