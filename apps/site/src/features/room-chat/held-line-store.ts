import type { Payload } from '@klieg/contract';
import type { AccountId, Uuid } from '@klieg/kernel';
import { sql } from 'kysely';
import type { Database } from '../../platform/postgres/index.ts';

export interface HeldLine {
  readonly line: Payload<'v3.chat.message'>;
  readonly username: string;
  readonly reason: 'word' | 'link';
}

/** Lines that wait for a moderator: half an hour, and the newest 200 of a room. */
export interface HeldLineStore {
  hold(roomId: AccountId, held: HeldLine): Promise<void>;
  /** Oldest first. */
  list(roomId: AccountId): Promise<HeldLine[]>;
  find(roomId: AccountId, id: Uuid): Promise<HeldLine | undefined>;
  /** Of two at once one takes it out. @returns false where it is gone */
  remove(roomId: AccountId, id: Uuid): Promise<boolean>;
  /** Forgets what somebody has waiting. */
  drop(roomId: AccountId, username: string): Promise<void>;
  /** Forgets everything that has waited too long. */
  prune(): Promise<void>;
}

const LINES_MAX = 200;
const FRESH = sql`at > now() - interval '30 minutes'`;

interface Row {
  readonly line: Payload<'v3.chat.message'>;
  readonly username: string;
  readonly reason: 'word' | 'link';
}

export function makeHeldLineStore({ kysely }: Database): HeldLineStore {
  return {
    async hold(roomId, { line, username, reason }) {
      await sql`
        insert into held_lines (id, room_id, username, reason, line)
        values (${line.id}, ${roomId}, ${username}, ${reason}, ${JSON.stringify(line)}::jsonb)`.execute(
        kysely,
      );
    },
    async list(roomId) {
      const { rows } = await sql<Row>`
        select * from (
          select id, line, username, reason from held_lines where room_id = ${roomId} and ${FRESH}
          order by id desc limit ${LINES_MAX}) newest
        order by id`.execute(kysely);
      return rows.map(({ line, username, reason }) => ({ line, username, reason }));
    },
    async find(roomId, id) {
      const { rows } = await sql<Row>`
        select line, username, reason from held_lines
        where room_id = ${roomId} and id = ${id} and ${FRESH}`.execute(kysely);
      return rows[0];
    },
    async remove(roomId, id) {
      const { numAffectedRows } = await sql`
        delete from held_lines where room_id = ${roomId} and id = ${id} and ${FRESH}`.execute(kysely);
      return numAffectedRows === 1n;
    },
    async drop(roomId, username) {
      await sql`delete from held_lines where room_id = ${roomId} and username = ${username}`.execute(kysely);
    },
    async prune() {
      await sql`delete from held_lines where at < now() - interval '30 minutes'`.execute(kysely);
    },
  };
}
