import type pg from 'pg';
import type { Database } from './database.ts';

/** Names of switched-off settings without which a server may lose what it acknowledged. */
export async function listUnsafeSettings(client: Pick<pg.ClientBase, 'query'>): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select name from pg_settings
     where name in ('fsync', 'full_page_writes', 'synchronous_commit') and setting = 'off' order by name`,
  );
  return rows.map(({ name }) => name);
}

/**
 * Production calls this before it takes a request.
 * @throws Error that names the settings with which the server may lose what it acknowledged
 */
export async function assertDurable(database: Pick<Database, 'pool'>): Promise<void> {
  const unsafe = await listUnsafeSettings(database.pool);
  if (unsafe.length === 0) return;
  const names = unsafe.join(', ');
  throw new Error(
    `PostgreSQL runs with ${names} off and would lose acknowledged payments in a crash. Turn on: ${names}.`,
  );
}
