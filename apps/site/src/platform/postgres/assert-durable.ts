import type { Database } from './database.ts';

/**
 * Production calls this before it takes a request.
 * @throws Error when the server may lose what it acknowledged (fsync, full_page_writes or
 * synchronous_commit off)
 */
export async function assertDurable(database: Pick<Database, 'pool'>): Promise<void> {
  const { rows } = await database.pool.query<{ name: string }>(
    `select name from pg_settings
     where name in ('fsync', 'full_page_writes', 'synchronous_commit') and setting = 'off' order by name`,
  );
  if (rows.length === 0) return;
  const names = rows.map((row) => row.name).join(', ');
  throw new Error(
    `PostgreSQL runs with ${names} off and would lose acknowledged payments in a crash. Turn on: ${names}.`,
  );
}
