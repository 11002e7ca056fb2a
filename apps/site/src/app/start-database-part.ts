import type { Log } from '@klieg/kernel';
import type { DatabaseConnection } from '../platform/postgres/index.ts';
import { keepChild } from './child.ts';
import type { Config } from './config.ts';

/** A server writes its last checkpoint before it ends. */
const STOP_MS = 60_000;

/**
 * Starts the embedded database as a part of its own, which runs as another user and migrates: this process is told
 * the role of the running site alone. Resolves when the database is ready.
 * @param onClose takes what ends it
 * @throws Error with what the part said when it cannot start
 */
export async function startDatabasePart(
  { dataDir }: Pick<Config, 'dataDir'>,
  log: Log,
  onClose: (close: () => Promise<unknown>) => void,
): Promise<DatabaseConnection> {
  let connection: DatabaseConnection | undefined;
  const child = keepChild({
    name: 'database',
    part: 'database',
    entry: new URL('./database-main.ts', import.meta.url),
    env: { DATA_DIR: dataDir },
    log,
    stopMs: STOP_MS,
    onReady: (_process, message) => {
      connection = message['connection'] as DatabaseConnection;
    },
  });
  onClose(() => child.stop());
  await child.firstReady;
  if (!connection) throw new Error('the database part named no connection');
  return connection;
}
