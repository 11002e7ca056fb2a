import { sql } from 'kysely';
import type { Database, Transaction } from './database.ts';

/**
 * The time of the database, in Unix milliseconds: the one clock that all nodes share.
 * @param on a transaction, where what is decided by the time is written by it; its own start does not matter
 */
export async function databaseNow(on: Database['kysely'] | Transaction): Promise<number> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() now`.execute(on);
  return rows[0]!.now.getTime();
}
