import { composeIdentity } from '../../features/identity/index.ts';
import {
  type DatabaseConnection,
  openDatabase,
  withEmbeddedPostgres,
} from '../../platform/postgres/index.ts';
import { readSettings } from '../config.ts';

/** What became of it; `unknown` is a name that nobody has, `no database` a site that has never been started. */
export type OwnerOutcome = 'made' | 'unknown' | 'no database';

async function makeIn(connection: DatabaseConnection, username: string): Promise<OwnerOutcome> {
  const database = openDatabase(connection);
  try {
    return (await composeIdentity({ database }, { isBreached: undefined }).accounts.makeAdmin(username))
      ? 'made'
      : 'unknown';
  } finally {
    await database.close();
  }
}

/**
 * Makes somebody who has an account the owner of the site: an administrator with a confirmed address. Whoever runs
 * this on the machine as the site's user could read and write everything anyway.
 * @throws ConfigError for an environment that no site starts with
 */
export async function makeOwner(
  env: Readonly<Record<string, string | undefined>>,
  username: string,
): Promise<OwnerOutcome> {
  const { databaseUrl, dataDir } = readSettings(env);
  if (databaseUrl) return makeIn({ connectionString: databaseUrl }, username);
  return (
    (await withEmbeddedPostgres(dataDir, ({ connection }) => makeIn(connection, username))) ?? 'no database'
  );
}
