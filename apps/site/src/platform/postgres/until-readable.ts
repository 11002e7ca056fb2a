import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database } from './database.ts';

const LOOK_MS = 10;
const AT_MOST_MS = 60_000;

/**
 * Resolves once readers of feeds can see everything committed before this call. They read only what is older than the
 * oldest transaction still running in the server, which may be in another database.
 * @throws Error when a transaction holds them back for a minute
 */
export async function untilReadable({ kysely }: Database): Promise<void> {
  const { rows } = await sql<{ xid: string }>`select pg_current_xact_id()::text xid`.execute(kysely);
  const own = rows[0]!.xid;
  for (let waitedMs = 0; waitedMs < AT_MOST_MS; waitedMs += LOOK_MS) {
    const seen = await sql<{ is_past: boolean }>`
      select pg_snapshot_xmin(pg_current_snapshot()) > ${own}::xid8 is_past`.execute(kysely);
    if (seen.rows[0]!.is_past) return;
    await sleep(LOOK_MS);
  }
  throw new Error(`a transaction that is older than ${own} has been running for a minute`);
}
