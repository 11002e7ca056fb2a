import { IGNORED_MAX } from '@klieg/contract';
import type { AccountId } from '@klieg/kernel';
import { sql } from 'kysely';
import type { Database } from '../../platform/postgres/index.ts';

/** Whom a person ignores, and which models a person has hidden from lists. */
export interface BlockStore {
  /** Newest first. */
  listIgnored(id: AccountId): Promise<string[]>;
  listHidden(id: AccountId): Promise<string[]>;
  /** A repeat changes nothing. @returns what it did, or `full` at the limit */
  ignore(id: AccountId, other: AccountId): Promise<'done' | 'known' | 'full'>;
  /** @returns whether the other was ignored */
  unignore(id: AccountId, other: AccountId): Promise<boolean>;
  /** Beyond the limit the oldest make room. */
  hide(id: AccountId, other: AccountId, isHidden: boolean): Promise<void>;
  isIgnoring(id: AccountId, other: AccountId): Promise<boolean>;
  /** Indexes of the pairs where one ignores the other. */
  listApart(pairs: readonly (readonly [AccountId, AccountId])[]): Promise<ReadonlySet<number>>;
  /** Which of the given people ignore the one, and which are ignored by the one. */
  listBetween(id: AccountId, others: readonly AccountId[]): Promise<ReadonlySet<AccountId>>;
}

export function makeBlockStore({ kysely }: Database): BlockStore {
  return {
    async listIgnored(id) {
      const { rows } = await sql<{ username: string }>`
        select a.username from ignored_people i join accounts a on a.id = i.ignored_id
        where i.account_id = ${id} order by i.created_at desc, a.id limit ${IGNORED_MAX}`.execute(kysely);
      return rows.map((row) => row.username);
    },
    async listHidden(id) {
      const { rows } = await sql<{ username: string }>`
        select a.username from hidden_people h join accounts a on a.id = h.hidden_id
        where h.account_id = ${id} order by h.created_at desc, a.id limit ${IGNORED_MAX}`.execute(kysely);
      return rows.map((row) => row.username);
    },
    ignore: (id, other) =>
      kysely.transaction().execute(async (transaction) => {
        // Two at once count one after the other.
        await sql`select pg_advisory_xact_lock(hashtextextended('ignored', ${id}))`.execute(transaction);
        const { rows } = await sql<{ n: number; is_known: boolean }>`
          select count(*) as n, coalesce(bool_or(ignored_id = ${other}), false) as is_known
          from ignored_people where account_id = ${id}`.execute(transaction);
        const { n, is_known: isKnown } = rows[0]!;
        if (isKnown) return 'known';
        if (n >= IGNORED_MAX) return 'full';
        await sql`insert into ignored_people (account_id, ignored_id) values (${id}, ${other})`.execute(
          transaction,
        );
        return 'done';
      }),
    async listApart(pairs) {
      if (pairs.length === 0) return new Set();
      const { rows } = await sql<{ place: number }>`
        select pair.place from unnest(
          ${pairs.map(([one]) => one)}::bigint[], ${pairs.map(([, other]) => other)}::bigint[]
        ) with ordinality as pair (one, other, place)
        where exists (select from ignored_people i
          where (i.account_id, i.ignored_id) in ((pair.one, pair.other), (pair.other, pair.one)))`.execute(
        kysely,
      );
      return new Set(rows.map(({ place }) => Number(place) - 1));
    },
    async unignore(id, other) {
      const { rows } = await sql`
        delete from ignored_people where account_id = ${id} and ignored_id = ${other} returning 1`.execute(
        kysely,
      );
      return rows.length > 0;
    },
    async hide(id, other, isHidden) {
      if (!isHidden) {
        await sql`delete from hidden_people where account_id = ${id} and hidden_id = ${other}`.execute(
          kysely,
        );
        return;
      }
      await sql`insert into hidden_people (account_id, hidden_id) values (${id}, ${other})
        on conflict do nothing`.execute(kysely);
      await sql`delete from hidden_people where account_id = ${id} and hidden_id in (
        select hidden_id from hidden_people where account_id = ${id}
        order by created_at desc, hidden_id offset ${IGNORED_MAX})`.execute(kysely);
    },
    async isIgnoring(id, other) {
      const { rows } = await sql`
        select 1 from ignored_people where account_id = ${id} and ignored_id = ${other}`.execute(kysely);
      return rows.length > 0;
    },
    async listBetween(id, others) {
      const { rows } = await sql<{ id: AccountId }>`
        select ignored_id as id from ignored_people where account_id = ${id} and ignored_id = any(${others})
        union select account_id from ignored_people where ignored_id = ${id} and account_id = any(${others})`.execute(
        kysely,
      );
      return new Set(rows.map((row) => row.id));
    },
  };
}
