import { fileURLToPath } from 'node:url';
import { onEnd, tellParent } from '@klieg/kernel/child';
import { makeLog } from '@klieg/log';
import {
  type DatabaseConnection,
  prepareDatabase,
  startEmbeddedPostgres,
} from '../platform/postgres/index.ts';

/*
 * The embedded database with its migrations, as a process of its own user: where the site was started as root, neither
 * the files of the database nor the password of its owner are the site's to read. DATA_DIR says where it lies.
 */

/** What this process tells the site: how it may come in, or why nothing came of it. */
type DatabasePartMessage =
  | { readonly ready: true; readonly connection: DatabaseConnection }
  | { readonly failure: string };

const migrations = fileURLToPath(new URL('../../../../migrations', import.meta.url));
const log = makeLog({ part: 'database' });

try {
  const server = await startEmbeddedPostgres({ dataDir: process.env['DATA_DIR'] ?? './var', log });
  const stop = () => void server.stop().then(() => process.exit(0));
  onEnd(stop);
  await prepareDatabase(server, migrations);
  const { connection } = server;
  tellParent({ ready: true, connection } satisfies DatabasePartMessage);
} catch (error) {
  log.error({ err: error }, 'the database cannot start');
  const failure = error instanceof Error ? error.message : String(error);
  tellParent({ failure } satisfies DatabasePartMessage);
  process.disconnect?.();
  process.exitCode = 1;
}
