import type { Log } from '@klieg/kernel';
import { Kysely, PostgresDialect, type Transaction as KyselyTransaction } from 'kysely';
import pg from 'pg';
import { watchDriverErrors } from './driver-errors.ts';

/** How to reach a server: parts (a socket folder as host works) or a URL, plus the pool's size. */
export type DatabaseConnection = Pick<
  pg.PoolConfig,
  'host' | 'port' | 'user' | 'password' | 'database' | 'ssl' | 'connectionString' | 'max'
>;

/** One process's way to PostgreSQL; `Schema` is what Kysely's builder knows of the tables. */
export interface Database<Schema = unknown> {
  readonly kysely: Kysely<Schema>;
  /** For hot paths with raw named statements. */
  readonly pool: pg.Pool;
  /** Waits for running statements; a repeat does nothing. */
  close(): Promise<void>;
}

/** What runs in it is saved as a whole or not at all. */
export type Transaction<Schema = unknown> = KyselyTransaction<Schema>;

/** How long a statement waits for a connection, when the server hangs or too many wait. */
const CONNECT_MS = 15_000;
/** A connection is worth keeping: a new one costs a server process that must read the catalogue and plan again. */
const IDLE_MS = 10 * 60_000;

/**
 * Opens a pool; connections are made when first used. int8 arrives as number, timestamptz as Date, date
 * as 'YYYY-MM-DD'.
 */
export function openDatabase<Schema = unknown>(connection: DatabaseConnection, log?: Log): Database<Schema> {
  const pool = new pg.Pool({
    max: 10,
    connectionTimeoutMillis: CONNECT_MS,
    idleTimeoutMillis: IDLE_MS,
    ...connection,
    types: wireTypes,
  });
  // Also listens for a connection that breaks between two statements; its user learns of it with the next one.
  watchDriverErrors(pool);
  // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
  pool.on('error', (err) => log?.warn({ err }, 'an idle database connection broke'));
  let closing: Promise<void> | undefined;
  return {
    kysely: new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) }),
    pool,
    close: () => (closing ??= pool.end()),
  };
}

/** For clients outside of a pool that want values as `openDatabase` gives them. */
export const wireTypes = new pg.TypeOverrides();

function toSafeNumber(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`int8 ${text} does not fit a number`);
  return value;
}

const INT8_ARRAY: number = 1016;
wireTypes.setTypeParser(pg.types.builtins.INT8, toSafeNumber);
wireTypes.setTypeParser(pg.types.builtins.DATE, (text: string) => text);
wireTypes.setTypeParser(INT8_ARRAY, (text: string) =>
  text === '{}'
    ? []
    : text
        .slice(1, -1)
        .split(',')
        .map((item) => (item === 'NULL' ? null : toSafeNumber(item))),
);
