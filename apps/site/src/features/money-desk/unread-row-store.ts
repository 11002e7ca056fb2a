import { maskCards, type Uuid } from '@klieg/kernel';
import { sql } from 'kysely';
import type { Database, Transaction } from '../../platform/postgres/index.ts';
import type { UnreadRow } from '../billing/index.ts';

/** Rows of settlement files that could not be read. */
export interface UnreadRowStore {
  /** Stores them as they are in their file, without card numbers. */
  keep(transaction: Transaction, file: Uuid, rows: readonly UnreadRow[]): Promise<void>;
  /** The first rows of a file. */
  list(file: Uuid, limit: number): Promise<UnreadRow[]>;
}

/** Signs of a row that are kept. */
const ROW_MAX = 500;
/** Rows that one statement writes. */
const AT_ONCE = 1_000;

export function makeUnreadRowStore({ kysely }: Pick<Database, 'kysely'>): UnreadRowStore {
  return {
    async keep(transaction, file, rows) {
      for (let start = 0; start < rows.length; start += AT_ONCE) {
        const given = rows.slice(start, start + AT_ONCE).map(({ number, text }) => ({
          number,
          text: maskCards(text).replaceAll('\u0000', '\uFFFD').toWellFormed().slice(0, ROW_MAX),
        }));
        await sql`
          insert into settlement_unread (file_id, number, text)
          select ${file}, number, text
          from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as l(number int, text text)`.execute(
          transaction,
        );
      }
    },
    async list(file, limit) {
      const { rows } = await sql<UnreadRow>`
        select number, text from settlement_unread where file_id = ${file} order by number limit ${limit}`.execute(
        kysely,
      );
      return rows;
    },
  };
}
