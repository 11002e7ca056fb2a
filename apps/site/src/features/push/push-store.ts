import { type AccountId, type Uuid, uuidv7 } from '@klieg/kernel';
import { sql } from 'kysely';
import type { Database } from '../../platform/postgres/index.ts';

export interface Subscription {
  readonly id: Uuid;
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

/** Browsers that are told by push. */
export interface PushStore {
  /**
   * A browser belongs to its latest subscriber; an account keeps its newest ones.
   * @returns its id: a new one if it belonged to another account, whose messages must not reach this one
   */
  put(accountId: AccountId, subscription: Omit<Subscription, 'id'>, most: number): Promise<Uuid>;
  remove(accountId: AccountId, endpoint: string): Promise<void>;
  /** The service says that it is gone. */
  drop(id: Uuid): Promise<void>;
  listOf(accountId: AccountId): Promise<Subscription[]>;
  find(id: Uuid): Promise<Subscription | undefined>;
  /** @returns false where it was reported within the last hour already: nothing was written */
  report(accountId: AccountId, playerId: string, nowMs: number, everyMs: number): Promise<boolean>;
}

export function makePushStore({ kysely }: Pick<Database, 'kysely'>): PushStore {
  return {
    async put(accountId, { endpoint, p256dh, auth }, most) {
      const { rows } = await sql<{ id: Uuid }>`
        insert into push_subscriptions as known (id, account_id, endpoint, p256dh, auth)
        values (${uuidv7()}, ${accountId}, ${endpoint}, ${p256dh}, ${auth})
        on conflict (endpoint) do update set account_id = excluded.account_id, p256dh = excluded.p256dh,
          auth = excluded.auth, created_at = excluded.created_at,
          id = case when known.account_id = excluded.account_id then known.id else excluded.id end
        returning id`.execute(kysely);
      await sql`
        delete from push_subscriptions where id in (select id from push_subscriptions
          where account_id = ${accountId} order by created_at desc, id desc offset ${most})`.execute(kysely);
      return rows[0]!.id;
    },
    async remove(accountId, endpoint) {
      await sql`delete from push_subscriptions where account_id = ${accountId} and endpoint = ${endpoint}`.execute(
        kysely,
      );
    },
    async drop(id) {
      await sql`delete from push_subscriptions where id = ${id}`.execute(kysely);
    },
    async listOf(accountId) {
      const { rows } = await sql<Subscription>`
        select id, endpoint, p256dh, auth from push_subscriptions where account_id = ${accountId}`.execute(
        kysely,
      );
      return rows;
    },
    async find(id) {
      const { rows } = await sql<Subscription>`
        select id, endpoint, p256dh, auth from push_subscriptions where id = ${id}`.execute(kysely);
      return rows[0];
    },
    async report(accountId, playerId, nowMs, everyMs) {
      const { rows } = await sql`
        insert into push_reports as r (account_id, player_id, reported_at)
        values (${accountId}, ${playerId}, ${new Date(nowMs)})
        on conflict (account_id) do update set player_id = excluded.player_id, reported_at = excluded.reported_at
          where r.reported_at <= ${new Date(nowMs - everyMs)} returning 1`.execute(kysely);
      return rows.length > 0;
    },
  };
}
