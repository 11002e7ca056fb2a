import { type AccountId, type Uuid, uuidv7 } from '@klieg/kernel';
import { sql } from 'kysely';
import type { Database } from '../../platform/postgres/index.ts';

export interface UnbanRequest {
  readonly id: Uuid;
  readonly accountId: AccountId;
  readonly username: string;
  readonly reason: string;
  readonly at: Date;
  readonly bannedAt: Date | null;
}

/** What the banned ask of a room; one open request each. */
export interface UnbanRequestStore {
  /** A repeat answers the open one and takes the new reason. */
  ask(
    roomId: AccountId,
    accountId: AccountId,
    reason: string,
  ): Promise<{ readonly id: Uuid; readonly isNew: boolean }>;
  /** Who asks by an open one. */
  findAsker(roomId: AccountId, id: Uuid): Promise<string | undefined>;
  /** The open one of somebody. */
  findOpen(roomId: AccountId, username: string): Promise<Uuid | undefined>;
  /** Open ones, oldest first, after the given one. */
  list(
    roomId: AccountId,
    page: { readonly after: Uuid | undefined; readonly limit: number },
  ): Promise<UnbanRequest[]>;
  /** Decides an open one. @returns who asked, undefined where it is not there or was decided */
  decide(
    roomId: AccountId,
    id: Uuid,
    decision: { readonly by: string; readonly isGranted: boolean },
  ): Promise<{ readonly accountId: AccountId; readonly username: string } | undefined>;
}

export function makeUnbanRequestStore({ kysely }: Database): UnbanRequestStore {
  return {
    async ask(roomId, accountId, reason) {
      const { rows } = await sql<{ id: Uuid; isNew: boolean }>`
        insert into unban_requests (id, room_id, account_id, reason)
        values (${uuidv7()}, ${roomId}, ${accountId}, ${reason})
        on conflict (room_id, account_id) where decided_at is null do update set reason = excluded.reason
        returning id, xmax = 0 as "isNew"`.execute(kysely);
      return rows[0]!;
    },
    async findAsker(roomId, id) {
      const { rows } = await sql<{ username: string }>`
        select a.username from unban_requests r join accounts a on a.id = r.account_id
        where r.room_id = ${roomId} and r.id = ${id} and r.decided_at is null`.execute(kysely);
      return rows[0]?.username;
    },
    async findOpen(roomId, username) {
      const { rows } = await sql<{ id: Uuid }>`
        select r.id from unban_requests r join accounts a on a.id = r.account_id
        where r.room_id = ${roomId} and a.username = ${username} and r.decided_at is null`.execute(kysely);
      return rows[0]?.id;
    },
    async list(roomId, { after, limit }) {
      const { rows } = await sql<{
        id: Uuid;
        account_id: AccountId;
        username: string;
        reason: string;
        at: Date;
        banned_at: Date | null;
      }>`
        select r.id, r.account_id, a.username, r.reason, r.at, s.at as banned_at
        from unban_requests r
        join accounts a on a.id = r.account_id
        left join room_sanctions s on s.room_id = r.room_id and s.account_id = r.account_id
          and s.kind = 'ban' and s.lifted_at is null
        where r.room_id = ${roomId} and r.decided_at is null
          and (${after ?? null}::uuid is null or r.id > ${after ?? null})
        order by r.id limit ${limit}`.execute(kysely);
      return rows.map((row) => ({
        id: row.id,
        accountId: row.account_id,
        username: row.username,
        reason: row.reason,
        at: row.at,
        bannedAt: row.banned_at,
      }));
    },
    async decide(roomId, id, { by, isGranted }) {
      const { rows } = await sql<{ account_id: AccountId; username: string }>`
        update unban_requests r set decided_at = now(), decided_by = ${by}, is_granted = ${isGranted}
        from accounts a
        where r.id = ${id} and r.room_id = ${roomId} and r.decided_at is null and a.id = r.account_id
        returning r.account_id, a.username`.execute(kysely);
      return rows[0] && { accountId: rows[0].account_id, username: rows[0].username };
    },
  };
}
