import { SAVED_SEARCHES_MAX, TOLD_EACH_MS } from '@klieg/contract';
import type { AccountId, Uuid } from '@klieg/kernel';
import { sql } from 'kysely';
import type { Database, Transaction } from '../../platform/postgres/index.ts';

export interface KeptSearch {
  readonly id: Uuid;
  readonly accountId: AccountId;
  readonly name: string;
  readonly query: string;
  readonly isTold: boolean;
  readonly createdAt: Date;
}

/** Saved searches, a row each. */
export interface SavedSearchStore {
  /** Newest first. */
  listOf(accountId: AccountId): Promise<KeptSearch[]>;
  /** A search that is there already gets the name. @returns false where the account has too many */
  save(
    search: Pick<KeptSearch, 'id' | 'accountId' | 'name' | 'query' | 'isTold'> & {
      readonly anchors: readonly string[];
    },
  ): Promise<boolean>;
  /** @returns false where this account has no such search */
  change(
    accountId: AccountId,
    id: Uuid,
    change: { readonly name?: string | undefined; readonly isTold?: boolean | undefined },
  ): Promise<boolean>;
  remove(accountId: AccountId, id: Uuid): Promise<void>;
  /** Searches with one of these anchors whose people may be notified now, ordered by id, after this one. */
  listDue(anchors: readonly string[], after: Uuid | null, limit: number): Promise<KeptSearch[]>;
  /** Blocks further notices of a search for an hour. @returns false if the hour has not passed */
  claim(transaction: Transaction, id: Uuid): Promise<boolean>;
}

interface Row {
  readonly id: Uuid;
  readonly account_id: AccountId;
  readonly name: string;
  readonly query: string;
  readonly is_told: boolean;
  readonly created_at: Date;
}

const searchOf = (row: Row): KeptSearch => ({
  id: row.id,
  accountId: row.account_id,
  name: row.name,
  query: row.query,
  isTold: row.is_told,
  createdAt: row.created_at,
});
const IS_DUE = sql`(told_at is null or told_at < clock_timestamp() - make_interval(secs => ${TOLD_EACH_MS / 1_000}))`;

export function makeSavedSearchStore({ kysely }: Pick<Database, 'kysely'>): SavedSearchStore {
  return {
    async listOf(accountId) {
      const { rows } = await sql<Row>`
        select * from saved_searches where account_id = ${accountId} order by created_at desc, id desc`.execute(
        kysely,
      );
      return rows.map(searchOf);
    },
    save: ({ id, accountId, name, query, isTold, anchors }) =>
      kysely.transaction().execute(async (transaction) => {
        // Two at once must not both take the last free place.
        await sql`select pg_advisory_xact_lock(hashtextextended(${`saved searches ${accountId}`}, 0))`.execute(
          transaction,
        );
        const { rows: changed } = await sql`
          update saved_searches set name = ${name}, is_told = ${isTold}
          where account_id = ${accountId} and query = ${query} returning 1`.execute(transaction);
        if (changed.length > 0) return true;
        const { rows: made } = await sql`
          insert into saved_searches (id, account_id, name, query, anchors, is_told)
          select ${id}, ${accountId}, ${name}, ${query}, ${[...anchors]}, ${isTold}
          where (select count(*) from saved_searches where account_id = ${accountId}) < ${SAVED_SEARCHES_MAX}
          returning 1`.execute(transaction);
        return made.length > 0;
      }),
    async change(accountId, id, { name, isTold }) {
      const { rows } = await sql`
        update saved_searches set name = coalesce(${name ?? null}, name), is_told = coalesce(${isTold ?? null}, is_told)
        where id = ${id} and account_id = ${accountId} returning 1`.execute(kysely);
      return rows.length > 0;
    },
    async remove(accountId, id) {
      await sql`delete from saved_searches where id = ${id} and account_id = ${accountId}`.execute(kysely);
    },
    async listDue(anchors, after, limit) {
      const { rows } = await sql<Row>`
        select * from saved_searches
        where is_told and anchors && ${[...anchors]}::text[] and ${IS_DUE}
          and (${after}::uuid is null or id > ${after})
        order by id limit ${limit}`.execute(kysely);
      return rows.map(searchOf);
    },
    async claim(transaction, id) {
      const { rows } = await sql`
        update saved_searches set told_at = clock_timestamp() where id = ${id} and is_told and ${IS_DUE}
        returning 1`.execute(transaction);
      return rows.length > 0;
    },
  };
}
