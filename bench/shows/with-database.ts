import { mkdtempSync, rmSync } from 'node:fs';
import { chmod } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { silentLog } from '@klieg/kernel';
import {
  type Database,
  openDatabase,
  prepareDatabase,
  startEmbeddedPostgres,
} from '../../apps/site/src/platform/postgres/index.ts';

export interface BenchDatabase {
  readonly connection: Parameters<typeof openDatabase>[0];
  readonly database: Database;
  readonly postgresPid: number;
}

const migrations = fileURLToPath(new URL('../../migrations', import.meta.url));

/** Runs a server of its own with an empty database of the product. */
export async function withDatabase<T>(use: (server: BenchDatabase) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'klieg-bench-'));
  await chmod(folder, 0o755);
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'pg'), log: silentLog });
  try {
    await prepareDatabase(postgres, migrations);
    const { connection, pid: postgresPid } = postgres;
    const database = openDatabase(connection);
    try {
      return await use({ connection, database, postgresPid });
    } finally {
      await database.close();
    }
  } finally {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
