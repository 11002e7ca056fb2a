import pg from 'pg';
import { listUnsafeSettings } from './assert-durable.ts';
import type { DatabaseConnection } from './database.ts';

const WAIT_MS = 5_000;

/** What a server says of itself. */
export interface ServerHealth {
  /** As `server_version_num` has it: 180004 is 18.4. */
  readonly versionNumber: number;
  /** Settings without which an acknowledged payment may be lost, and which are off. */
  readonly unsafeSettings: readonly string[];
  /** The role that asked, where it is more than the running site needs: superuser, or one that may make tables. */
  readonly tooMighty: string | undefined;
  /** Its clock minus ours, assuming that the way there and back take equally long. */
  readonly clockAheadMs: number;
}

/** Asks a server how it is, by one connection that is closed again. A rejection says why it cannot be reached. */
export async function readServerHealth(connection: DatabaseConnection): Promise<ServerHealth> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: WAIT_MS, query_timeout: WAIT_MS });
  await client.connect();
  try {
    const unsafeSettings = await listUnsafeSettings(client);
    const { rows: mighty } = await client.query<{ name: string }>(
      `select rolname as name from pg_roles where rolname = current_user
         and (rolsuper or rolcreatedb or rolcreaterole or has_schema_privilege(oid, 'public', 'create')
           or has_database_privilege(oid, current_database(), 'create'))`,
    );
    const askedAt = Date.now();
    const { rows } = await client.query<{ version: number; now_ms: number }>(
      `select current_setting('server_version_num')::int as version,
         extract(epoch from clock_timestamp())::float8 * 1000 as now_ms`,
    );
    const [answer] = rows;
    if (!answer) throw new Error('the server gave no answer');
    return {
      versionNumber: answer.version,
      unsafeSettings,
      tooMighty: mighty[0]?.name,
      clockAheadMs: answer.now_ms - (askedAt + Date.now()) / 2,
    };
  } finally {
    await client.end();
  }
}
