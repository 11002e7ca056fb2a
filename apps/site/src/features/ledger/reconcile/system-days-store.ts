import { sql } from 'kysely';
import type { Database } from '#site/platform/postgres/index.ts';
import { type Holder, holderOf } from '../accounts.ts';

/** What an account of the system had at the end of a UTC day; cents for the operator's money, else tokens. */
export interface SystemDay {
  readonly holder: Holder;
  readonly change: number;
  readonly balance: number;
}

/** The system's accounts by day, summed up from each batch's totals (rule L29). */
export interface SystemDaysStore {
  /** Adds the batches that are complete and not yet counted, each once on whatever node; returns how many. */
  fold(): Promise<number>;
  /** Accounts that ever moved, as of the end of the day (`2026-11-22`, UTC), as far as it is summed up. */
  read(day: string): Promise<SystemDay[]>;
}

/** Its name among the readers of batches, so that none is dropped before it was counted. */
export const SYSTEM_DAYS_READER = 'ledger.system_days';
const BATCHES = 2_000;

export function makeSystemDaysStore({ kysely }: Pick<Database, 'kysely'>): SystemDaysStore {
  const foldSome = (): Promise<number> =>
    kysely.transaction().execute(async (transaction) => {
      await sql`insert into ledger.reader_positions (reader, xid) values (${SYSTEM_DAYS_READER}, '0')
        on conflict do nothing`.execute(transaction);
      const { rows } = await sql<{ count: number }>`
        with place as (
          select xid from ledger.reader_positions where reader = ${SYSTEM_DAYS_READER} for update),
        seen as materialized (
          select * from ledger.batches
          where xid > (select xid from place) and xid < pg_snapshot_xmin(pg_current_snapshot())
          order by xid limit ${BATCHES}),
        counted as (
          insert into ledger.system_days as d (account, day, change)
          select account, (at at time zone 'UTC')::date, sum(change)
          from seen, unnest(system_accounts, system_changes) moved(account, change) group by 1, 2 order by 1, 2
          on conflict (account, day) do update set change = d.change + excluded.change),
        moved_on as (
          update ledger.reader_positions set xid = (select max(xid) from seen)
          where reader = ${SYSTEM_DAYS_READER} and exists (select from seen))
        select count(*)::int count from seen`.execute(transaction);
      return rows[0]!.count;
    });
  return {
    async fold() {
      let all = 0;
      for (let some = BATCHES; some === BATCHES; all += some) some = await foldSome();
      return all;
    },
    async read(day) {
      const { rows } = await sql<{ account: number; change: number; balance: number }>`
        select account, coalesce(sum(change) filter (where day = ${day}), 0)::bigint change,
          sum(change)::bigint balance
        from ledger.system_days where day <= ${day} group by account order by account`.execute(kysely);
      return rows.map(({ account, change, balance }) => ({ holder: holderOf(account), change, balance }));
    },
  };
}
