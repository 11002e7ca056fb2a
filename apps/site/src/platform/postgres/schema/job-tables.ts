import { PgBoss } from 'pg-boss';
import type pg from 'pg';

/** Where the job queue keeps its tables. */
export const JOBS_SCHEMA = 'jobs';

/**
 * Makes the tables of the job queue, or brings those of an older version forward. The running queue may not: its
 * role can change no table.
 */
export async function installJobTables(client: pg.Client): Promise<void> {
  const boss = new PgBoss({
    schema: JOBS_SCHEMA,
    db: { executeSql: client.query.bind(client) as never },
    supervise: false,
    schedule: false,
  });
  await boss.start();
  await boss.stop({ graceful: false, close: false });
}
