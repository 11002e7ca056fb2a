import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { silentLog } from '@klieg/kernel';
import { CLUSTER, findRunningServer } from './data-directory.ts';
import type { EmbeddedConnections } from './embedded-connection.ts';
import { connectionsOf, findPasswords } from './embedded-passwords.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';

/** The state of an embedded database, as another process finds it. */
export type FoundPostgres =
  | { readonly state: 'absent' }
  | { readonly state: 'stopped' }
  | ({ readonly state: 'running' } & EmbeddedConnections);

const PORT_LINE = 3;
const SOCKET_FOLDER_LINE = 4;

/**
 * Looks for the running embedded server of a data directory, which may belong to another process; starts none.
 * @throws Error when it runs and its passwords are missing or not for this user
 */
export function findEmbeddedPostgres(dataDir: string): FoundPostgres {
  const cluster = join(dataDir, CLUSTER);
  if (!existsSync(cluster)) return { state: 'absent' };
  if (findRunningServer(cluster) === undefined) return { state: 'stopped' };
  const lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n');
  const host = lines[SOCKET_FOLDER_LINE] ?? '';
  const port = Number(lines[PORT_LINE]);
  const passwords = findPasswords(dataDir);
  if (!passwords)
    throw new Error(`The database in ${dataDir} runs under an older version: start the site anew first`);
  return { state: 'running', ...connectionsOf(host, port, passwords) };
}

/**
 * Does something with the embedded server of a data directory: the running one, or one that is started for it and
 * stopped afterwards. Undefined where there is no database yet.
 */
export async function withEmbeddedPostgres<T>(
  dataDir: string,
  work: (connections: EmbeddedConnections) => Promise<T>,
): Promise<T | undefined> {
  const found = findEmbeddedPostgres(dataDir);
  if (found.state === 'absent') return undefined;
  if (found.state === 'running') return work(found);
  const server = await startEmbeddedPostgres({ dataDir, log: silentLog });
  try {
    return await work(server);
  } finally {
    await server.stop();
  }
}
