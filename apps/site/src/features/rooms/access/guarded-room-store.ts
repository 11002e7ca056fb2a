import { sql } from 'kysely';
import type { Database } from '#site/platform/postgres/index.ts';

export interface GuardedRoomStore {
  /** Which of these rooms are not open to everybody: few of many, so only these are read in full. */
  listGuarded(usernames: readonly string[]): Promise<string[]>;
}

export function makeGuardedRoomStore({ kysely }: Pick<Database, 'kysely'>): GuardedRoomStore {
  return {
    async listGuarded(usernames) {
      const { rows } = await sql<{ username: string }>`
        select username from accounts
        where username = any(${[...usernames]}) and (
          type <> 'model' or compliance_status <> 'approved' or suspended_at is not null
          or coalesce(nullif(settings->'blocked_countries', 'null'), '[]') <> '[]'
          or coalesce(nullif(settings->'blocked_states', 'null'), '[]') <> '[]'
          or coalesce((settings->>'block_room_models')::boolean, false))`.execute(kysely);
      return rows.map(({ username }) => username);
    },
  };
}
