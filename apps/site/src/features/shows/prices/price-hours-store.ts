import type { AccountId } from '@klieg/kernel';
import { sql } from 'kysely';
import type { Database } from '#site/platform/postgres/index.ts';

/** When to look next at the prices of performers with weekly hours. */
export interface PriceHoursStore {
  /** Those that are due, oldest first. */
  listDue(nowMs: number, limit: number): Promise<AccountId[]>;
  /** Null: nothing more to look at. */
  setDue(roomId: AccountId, dueMs: number | null): Promise<void>;
}

export function makePriceHoursStore({ kysely }: Pick<Database, 'kysely'>): PriceHoursStore {
  return {
    async listDue(nowMs, limit) {
      const { rows } = await sql<{ room_id: AccountId }>`
        select room_id from private_hours_due where due_at <= ${new Date(nowMs)} order by due_at limit ${limit}`.execute(
        kysely,
      );
      return rows.map(({ room_id: id }) => id);
    },
    async setDue(roomId, dueMs) {
      if (dueMs === null) {
        await sql`delete from private_hours_due where room_id = ${roomId}`.execute(kysely);
        return;
      }
      await sql`
        insert into private_hours_due (room_id, due_at) values (${roomId}, ${new Date(dueMs)})
        on conflict (room_id) do update set due_at = excluded.due_at`.execute(kysely);
    },
  };
}
