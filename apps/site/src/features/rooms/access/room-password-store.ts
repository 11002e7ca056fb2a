import { createHash } from 'node:crypto';
import type { AccountId } from '@klieg/kernel';
import { sql } from 'kysely';
import type { Database } from '#site/platform/postgres/index.ts';

/** One page's wish to be in a room: has its session given the password that the room has now? */
export interface PasswordAsk {
  readonly sessionId: string;
  readonly modelId: AccountId;
  readonly password: string;
}

/** Who has given a room's password. A new password ends earlier grants. */
export interface RoomPasswordStore {
  /** Lets a login session or guest in for twelve hours. */
  grant(sessionId: string, modelId: AccountId, password: string, accountId?: AccountId | null): Promise<Date>;
  /** Those of the given accounts that have given this password within twelve hours, by any login session. */
  listGivers(
    modelId: AccountId,
    password: string,
    accountIds: readonly AccountId[],
  ): Promise<ReadonlySet<AccountId>>;
  /** Those of the given objects whose session is let in now; one database query, none for an empty list. */
  listGranted(asks: readonly PasswordAsk[]): Promise<ReadonlySet<PasswordAsk>>;
}

const GRANT_HOURS = 12;

/** The model's id is in it, so that equal passwords of two rooms do not look equal. */
export const roomPasswordHash = (modelId: AccountId, password: string): Buffer =>
  createHash('sha256').update(`${modelId} ${password}`).digest();

export function makeRoomPasswordStore({ kysely }: Database): RoomPasswordStore {
  return {
    async grant(sessionId, modelId, password, accountId = null) {
      await sql`delete from room_password_grants where granted_until < now()`.execute(kysely);
      const { rows } = await sql<{ granted_until: Date }>`
        insert into room_password_grants (session_id, model_id, account_id, password_hash, granted_until)
        values (${sessionId}, ${modelId}, ${accountId}, ${roomPasswordHash(modelId, password)},
          now() + make_interval(hours => ${GRANT_HOURS}))
        on conflict (session_id, model_id) do update
          set password_hash = excluded.password_hash, granted_until = excluded.granted_until,
            account_id = excluded.account_id
        returning granted_until`.execute(kysely);
      return rows[0]!.granted_until;
    },
    async listGivers(modelId, password, accountIds) {
      if (accountIds.length === 0) return new Set();
      const { rows } = await sql<{ account_id: AccountId }>`
        select distinct account_id from room_password_grants
        where model_id = ${modelId} and account_id = any(${[...accountIds]})
          and password_hash = ${roomPasswordHash(modelId, password)} and granted_until > now()`.execute(
        kysely,
      );
      return new Set(rows.map(({ account_id: id }) => id));
    },
    async listGranted(asks) {
      if (asks.length === 0) return new Set();
      const { rows } = await sql<{ place: number }>`
        select asked.place from unnest(
          ${asks.map(({ sessionId }) => sessionId)}::text[],
          ${asks.map(({ modelId }) => modelId)}::bigint[],
          ${asks.map(({ modelId, password }) => roomPasswordHash(modelId, password))}::bytea[]
        ) with ordinality as asked (session_id, model_id, password_hash, place)
        join room_password_grants using (session_id, model_id, password_hash)
        where granted_until > now()`.execute(kysely);
      return new Set(rows.map(({ place }) => asks[place - 1]!));
    },
  };
}
