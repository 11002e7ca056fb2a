import type { Uuid } from '@klieg/kernel';
import { sql } from 'kysely';
import type { Database, Transaction } from '../../platform/postgres/index.ts';
import type { ContestDays } from './contest-rules.ts';

/** A contest as staff set it. */
export interface KeptContest extends ContestDays {
  readonly id: Uuid;
  readonly title: string;
  readonly body: string;
  readonly prizes: readonly string[];
}

/** Contests, and what performers have in them. */
export interface ContestStore {
  list(): Promise<KeptContest[]>;
  /** Under a lock until the end of the transaction. */
  lock(transaction: Transaction, id: Uuid): Promise<KeptContest | undefined>;
  /** Adds it, or changes the one of its id. @returns false where there are too many already */
  put(transaction: Transaction, contest: KeptContest, most: number): Promise<boolean>;
  remove(transaction: Transaction, id: Uuid): Promise<void>;
  /** Likes that performers were given on some days (UTC), the most first. */
  listPoints(days: ContestDays, limit: number): Promise<{ username: string; points: number }[]>;
}

const CONTEST = sql`
  id, title, body, first_day::text as first_day, last_day::text as last_day, prizes from contests`;

export function makeContestStore({ kysely }: Pick<Database, 'kysely'>): ContestStore {
  return {
    async list() {
      const { rows } = await sql<KeptContest>`select ${CONTEST} order by first_day desc, id`.execute(kysely);
      return rows;
    },
    async lock(transaction, id) {
      const { rows } = await sql<KeptContest>`select ${CONTEST} where id = ${id} for update`.execute(
        transaction,
      );
      return rows[0];
    },
    async put(transaction, one, most) {
      const { rows } = await sql`
        insert into contests (id, title, body, first_day, last_day, prizes)
        select ${one.id}::uuid, ${one.title}, ${one.body}, ${one.first_day}::date, ${one.last_day}::date,
          ${one.prizes}::text[]
        where (select count(*) from contests where id <> ${one.id}::uuid) < ${most}
        on conflict (id) do update set title = excluded.title, body = excluded.body,
          first_day = excluded.first_day, last_day = excluded.last_day, prizes = excluded.prizes
        returning 1`.execute(transaction);
      return rows.length > 0;
    },
    async remove(transaction, id) {
      await sql`delete from contests where id = ${id}`.execute(transaction);
    },
    async listPoints({ first_day: first, last_day: last }, limit) {
      const { rows } = await sql<{ username: string; points: number }>`
        select a.username, count(*)::int as points
        from model_likes l join accounts a on a.id = l.model_id
        where l.day between ${first}::date and ${last}::date
        group by a.id, a.username order by points desc, a.id limit ${limit}`.execute(kysely);
      return rows;
    },
  };
}
