import type { AccountId } from '@klieg/kernel';
import { sql } from 'kysely';
import type { Database, Transaction } from '../../platform/postgres/index.ts';

/** A higher limit that was chosen and counts later. */
export interface LimitRaise {
  /** Tokens a day; 0: no limit. */
  readonly limitTokens: number;
  readonly dueAt: Date;
}

export interface LimitRaiseStore {
  find(account: AccountId, within?: Transaction): Promise<LimitRaise | undefined>;
  /** Stores a raise in place of another; an equal one keeps its time. */
  keep(account: AccountId, raise: LimitRaise, within: Transaction): Promise<void>;
  drop(account: AccountId, within: Transaction): Promise<void>;
  listDue(now: Date): Promise<readonly AccountId[]>;
}

export function makeLimitRaiseStore({ kysely }: Database): LimitRaiseStore {
  return {
    async find(account, within) {
      const { rows } = await sql<{ limit: number; due_at: Date }>`
        select daily_limit as limit, due_at from daily_limit_raises where account_id = ${account}`.execute(
        within ?? kysely,
      );
      return rows[0] && { limitTokens: Number(rows[0].limit), dueAt: rows[0].due_at };
    },
    async keep(account, { limitTokens, dueAt }, within) {
      await sql`
        insert into daily_limit_raises as kept (account_id, daily_limit, due_at)
        values (${account}, ${limitTokens}, ${dueAt})
        on conflict (account_id) do update set daily_limit = excluded.daily_limit, due_at = excluded.due_at
        where kept.daily_limit <> excluded.daily_limit`.execute(within);
    },
    async drop(account, within) {
      await sql`delete from daily_limit_raises where account_id = ${account}`.execute(within);
    },
    async listDue(now) {
      const { rows } = await sql<{ account_id: AccountId }>`
        select account_id from daily_limit_raises where due_at <= ${now} order by due_at limit 500`.execute(
        kysely,
      );
      return rows.map(({ account_id: id }) => id);
    },
  };
}
