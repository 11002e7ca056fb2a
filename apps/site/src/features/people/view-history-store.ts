import type { AccountId } from '@klieg/kernel';
import { sql } from 'kysely';
import { askTogether, type Database } from '../../platform/postgres/index.ts';

/** Days that a visit stays in the history. */
export const HISTORY_DAYS = 30;
/** Old visits that one run deletes. */
const PRUNE_MAX = 5_000;

export interface Visit {
  readonly modelId: AccountId;
  readonly username: string;
  readonly viewedAt: Date;
}

/** Where a page of the list ended. */
export interface VisitMark {
  readonly at: Date;
  readonly modelId: AccountId;
}

/** Rooms that a person entered, once per room, newest first. */
export interface ViewHistoryStore {
  /** Visits that come at nearly the same time are written together. */
  record(account: AccountId, model: AccountId): Promise<void>;
  list(account: AccountId, after: VisitMark | undefined, limit: number): Promise<Visit[]>;
  /** One room, or all without a name. */
  clear(account: AccountId, username: string | undefined): Promise<void>;
  /** Deletes old entries. @returns how many */
  prune(): Promise<number>;
}

export function makeViewHistoryStore({ kysely }: Database): ViewHistoryStore {
  // In one order, so that two nodes that write the same visits do not wait for each other.
  const recordMany = async (
    visits: readonly { readonly account: AccountId; readonly model: AccountId }[],
  ): Promise<readonly void[]> => {
    await sql`
      insert into view_history (account_id, model_id)
      select distinct account_id, model_id
      from unnest(${visits.map(({ account }) => account)}::bigint[], ${visits.map(({ model }) => model)}::bigint[])
        as visit (account_id, model_id)
      order by account_id, model_id
      on conflict (account_id, model_id) do update set viewed_at = now()`.execute(kysely);
    return visits.map(() => undefined);
  };
  const record = askTogether(recordMany);

  return {
    record: (account, model) => record({ account, model }),
    async list(account, after, limit) {
      const { rows } = await sql<{ model_id: AccountId; username: string; viewed_at: Date }>`
        select v.model_id, a.username, v.viewed_at from view_history v join accounts a on a.id = v.model_id
        where v.account_id = ${account} and v.viewed_at > now() - make_interval(days => ${HISTORY_DAYS})
          and (${after?.at ?? null}::timestamptz is null
            or (date_trunc('milliseconds', v.viewed_at), v.model_id)
              < (${after?.at ?? null}::timestamptz, ${after?.modelId ?? null}::bigint))
        order by date_trunc('milliseconds', v.viewed_at) desc, v.model_id desc limit ${limit}`.execute(
        kysely,
      );
      return rows.map((row) => ({
        modelId: row.model_id,
        username: row.username,
        viewedAt: row.viewed_at,
      }));
    },
    async clear(account, username) {
      await sql`
        delete from view_history where account_id = ${account} and (${username ?? null}::text is null
          or model_id = (select id from accounts where username = ${username ?? null}))`.execute(kysely);
    },
    async prune() {
      const { rows } = await sql`
        delete from view_history where ctid in (
          select ctid from view_history where viewed_at < now() - make_interval(days => ${HISTORY_DAYS})
          limit ${PRUNE_MAX})
        returning 1`.execute(kysely);
      return rows.length;
    },
  };
}
