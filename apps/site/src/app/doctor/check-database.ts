import { readServerHealth, withEmbeddedPostgres } from '../../platform/postgres/index.ts';
import type { Config } from '../config.ts';
import { judgeDatabase } from './database-rules.ts';
import { fail, type Finding, ok, sayError } from './finding.ts';

/** The embedded server is asked where it runs; one that is stopped is started for the question. */
async function checkEmbedded(dataDir: string): Promise<Finding[]> {
  const health = await withEmbeddedPostgres(dataDir, ({ connection }) => readServerHealth(connection));
  return health ? judgeDatabase(health) : [ok('database', 'none yet; the first start makes it')];
}

/** Whether the database answers, keeps what it acknowledges and knows the time. */
export async function checkDatabase({
  databaseUrl,
  dataDir,
}: Pick<Config, 'databaseUrl' | 'dataDir'>): Promise<Finding[]> {
  try {
    if (!databaseUrl) return await checkEmbedded(dataDir);
    return judgeDatabase(await readServerHealth({ connectionString: databaseUrl }));
  } catch (error) {
    const mend = databaseUrl
      ? 'start the server, or mend DATABASE_URL'
      : 'run this as the user of the site, with its DATA_DIR and TMPDIR';
    return [fail('database', `not reachable (${sayError(error)}): ${mend}`)];
  }
}
