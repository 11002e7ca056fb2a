import { createHash } from 'node:crypto';
import type { AccountId } from '@klieg/kernel';
import { sql } from 'kysely';
import type { Database } from '../../platform/postgres/index.ts';

/** Who has given a room's password. A new password ends what was granted for the one before. */
export interface RoomPasswordStore {
  /** Lets a login session or guest in for twelve hours; `VisitorStore` says who was let in. */
  grant(sessionId: string, modelId: AccountId, password: string): Promise<Date>;
}

const GRANT_HOURS = 12;

/** What is kept of a room's password. The model's id is in it, so that equal passwords of two rooms do not look equal. */
export const hashOfPassword = (modelId: AccountId, password: string): Buffer =>
  createHash('sha256').update(`${modelId} ${password}`).digest();

export function makeRoomPasswordStore({ kysely }: Database): RoomPasswordStore {
  return {
    async grant(sessionId, modelId, password) {
      await sql`delete from room_password_grants where granted_until < now()`.execute(kysely);
      const { rows } = await sql<{ granted_until: Date }>`
        insert into room_password_grants (session_id, model_id, password_hash, granted_until)
        values (${sessionId}, ${modelId}, ${hashOfPassword(modelId, password)},
          now() + make_interval(hours => ${GRANT_HOURS}))
        on conflict (session_id, model_id) do update
          set password_hash = excluded.password_hash, granted_until = excluded.granted_until
        returning granted_until`.execute(kysely);
      return rows[0]!.granted_until;
    },
  };
}
