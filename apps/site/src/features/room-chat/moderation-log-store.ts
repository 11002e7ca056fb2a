import type { ModerationAction } from '@klieg/contract';
import { type AccountId, type Uuid, uuidv7 } from '@klieg/kernel';
import { sql } from 'kysely';
import type { Database } from '../../platform/postgres/index.ts';

/** Something done in a room. */
export interface ModerationEntry {
  readonly action: ModerationAction;
  readonly username: string | null;
  readonly byId: AccountId | null;
  readonly by: string;
  readonly reason: string;
  readonly messageId: string | null;
  readonly value: number | null;
  readonly until: Date | null;
}

export interface KeptModerationEntry extends ModerationEntry {
  readonly id: Uuid;
  readonly at: Date;
}

/** What was done in rooms and by whom; it only grows. */
export interface ModerationLogStore {
  append(roomId: AccountId, entry: ModerationEntry): Promise<void>;
  /** Newest first. */
  list(
    roomId: AccountId,
    page: { readonly before: Uuid | undefined; readonly limit: number },
  ): Promise<KeptModerationEntry[]>;
  /** How often somebody was silenced by the room itself within a week. */
  countAutosilences(roomId: AccountId, username: string): Promise<number>;
}

/** Name for automatic actions of a room. */
export const AUTOMATIC = 'automatic';

interface Row {
  readonly id: Uuid;
  readonly action: ModerationAction;
  readonly username: string | null;
  readonly by_id: AccountId | null;
  readonly by_name: string;
  readonly reason: string;
  readonly message_id: string | null;
  readonly value: number | null;
  readonly at: Date;
  readonly until: Date | null;
}

export function makeModerationLogStore({ kysely }: Database): ModerationLogStore {
  return {
    async append(roomId, { action, username, byId, by, reason, messageId, value, until }) {
      await sql`
        insert into room_moderation_log
          (id, room_id, action, username, by_id, by_name, reason, message_id, value, until)
        values (${uuidv7()}, ${roomId}, ${action}, ${username}, ${byId}, ${by}, ${reason}, ${messageId},
          ${value}, ${until})`.execute(kysely);
    },
    async list(roomId, { before, limit }) {
      const { rows } = await sql<Row>`
        select * from room_moderation_log
        where room_id = ${roomId} and (${before ?? null}::uuid is null or id < ${before ?? null})
        order by id desc limit ${limit}`.execute(kysely);
      return rows.map((row) => ({
        id: row.id,
        action: row.action,
        username: row.username,
        byId: row.by_id,
        by: row.by_name,
        reason: row.reason,
        messageId: row.message_id,
        value: row.value,
        at: row.at,
        until: row.until,
      }));
    },
    async countAutosilences(roomId, username) {
      const { rows } = await sql<{ n: number }>`
        select count(*)::int as n from room_moderation_log
        where room_id = ${roomId} and username = ${username} and action = 'silence'
          and by_name = ${AUTOMATIC} and at > now() - interval '7 days'`.execute(kysely);
      return rows[0]!.n;
    },
  };
}
