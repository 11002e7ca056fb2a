import type { AccountId } from '@klieg/kernel';
import { sql } from 'kysely';
import type { Database } from '#site/platform/postgres/index.ts';
import { KEEPS_OUT, RUNS } from './sanction-store.ts';

export interface RoomModerator {
  readonly accountId: AccountId;
  readonly username: string;
  readonly since: Date;
  readonly expiresAt: Date;
}

/** Moderators of rooms, for as many days as the streamer's `mod_expire` says (rule S2713). */
export interface ModeratorStore {
  /** Appoints somebody; a repeat restarts the duration and keeps `since`. */
  add(roomId: AccountId, accountId: AccountId, days: number): Promise<void>;
  /** @returns false if that person was not one */
  remove(roomId: AccountId, accountId: AccountId): Promise<boolean>;
  /** False while the person is put out of the room or of all rooms. */
  isModerator(roomId: AccountId, accountId: AccountId): Promise<boolean>;
  list(roomId: AccountId): Promise<RoomModerator[]>;
}

export function makeModeratorStore({ kysely }: Database): ModeratorStore {
  return {
    async add(roomId, accountId, days) {
      await sql`
        insert into room_moderators (room_id, account_id, expires_at)
        values (${roomId}, ${accountId}, now() + make_interval(days => ${days}))
        on conflict (room_id, account_id) do update set expires_at = excluded.expires_at,
          since = case when room_moderators.expires_at > now() then room_moderators.since else now() end`.execute(
        kysely,
      );
    },
    async remove(roomId, accountId) {
      const { rows } = await sql`
        delete from room_moderators
        where room_id = ${roomId} and account_id = ${accountId} and expires_at > now() returning 1`.execute(
        kysely,
      );
      return rows.length > 0;
    },
    async isModerator(roomId, accountId) {
      const { rows } = await sql`
        select 1 from room_moderators m
        where m.room_id = ${roomId} and m.account_id = ${accountId} and m.expires_at > now()
          and not exists (select from room_sanctions s
            where s.room_id = m.room_id and s.account_id = m.account_id and s.kind in ('ban', 'kick') and ${RUNS})
          and not exists (select from house_sanctions h where h.account_id = m.account_id and ${KEEPS_OUT})`.execute(
        kysely,
      );
      return rows.length > 0;
    },
    async list(roomId) {
      const { rows } = await sql<{ id: AccountId; username: string; since: Date; expires_at: Date }>`
        select a.id, a.username, m.since, m.expires_at from room_moderators m
        join accounts a on a.id = m.account_id
        where m.room_id = ${roomId} and m.expires_at > now() order by m.since, a.id limit 100`.execute(
        kysely,
      );
      return rows.map((row) => ({
        accountId: row.id,
        username: row.username,
        since: row.since,
        expiresAt: row.expires_at,
      }));
    },
  };
}
