import type { AccountId } from '@klieg/kernel';
import { sql } from 'kysely';
import type { Database } from '../../platform/postgres/index.ts';

export interface Follower {
  readonly id: AccountId;
  readonly followedAt: Date;
}

/** Where a page of the list ended. */
export interface FollowerMark {
  readonly at: Date;
  readonly id: AccountId;
}

/** Who follows a model, newest first. */
export interface FollowerStore {
  list(model: AccountId, after: FollowerMark | undefined, limit: number): Promise<Follower[]>;
}

export function makeFollowerStore({ kysely }: Database): FollowerStore {
  return {
    async list(model, after, limit) {
      const { rows } = await sql<{ follower_id: AccountId; created_at: Date }>`
        select follower_id, created_at from follows
        where model_id = ${model} and (${after?.at ?? null}::timestamptz is null
          or (date_trunc('milliseconds', created_at), follower_id)
            < (${after?.at ?? null}::timestamptz, ${after?.id ?? null}::bigint))
        order by date_trunc('milliseconds', created_at) desc, follower_id desc limit ${limit}`.execute(
        kysely,
      );
      return rows.map((row) => ({ id: row.follower_id, followedAt: row.created_at }));
    },
  };
}
