import { CompiledQuery } from 'kysely';
import type pg from 'pg';
import type { Transaction } from '#site/platform/postgres/index.ts';

/** Asks the database, within a transaction or without. */
export type Ask = <R>(text: string, values: readonly unknown[]) => Promise<readonly R[]>;

/** Asks on a connection of the pool. @param nameOf statements with a name are planned once for each connection */
export const askPool =
  (pool: pg.Pool, nameOf: (text: string) => string | undefined = () => undefined): Ask =>
  async <R>(text: string, values: readonly unknown[]) => {
    const name = nameOf(text);
    const query = { ...(name !== undefined && { name }), text, values: [...values] };
    return (await pool.query<R & pg.QueryResultRow>(query)).rows;
  };

/** Asks on the transaction's own connection: one that waits for a second of the pool may wait for ever. */
export const askWithin =
  (transaction: Transaction): Ask =>
  async <R>(text: string, values: readonly unknown[]) =>
    (await transaction.executeQuery<R>(CompiledQuery.raw(text, [...values]))).rows;
