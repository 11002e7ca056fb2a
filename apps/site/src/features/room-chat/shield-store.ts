import type { AccountId } from '@klieg/kernel';
import { sql } from 'kysely';
import type { Database } from '../../platform/postgres/index.ts';

/** A room's chat settings besides the streamer's own. */
export interface KeptShield {
  readonly shield: boolean;
  readonly bannedWords: readonly string[];
}

export interface ShieldStore {
  get(roomId: AccountId): Promise<KeptShield>;
  /** Absent values stay. */
  save(roomId: AccountId, change: Partial<KeptShield>): Promise<void>;
}

export function makeShieldStore({ kysely }: Database): ShieldStore {
  return {
    async get(roomId) {
      const { rows } = await sql<{ shield: boolean; banned_words: string[] }>`
        select shield, banned_words from rooms where account_id = ${roomId}`.execute(kysely);
      return { shield: rows[0]?.shield ?? false, bannedWords: rows[0]?.banned_words ?? [] };
    },
    async save(roomId, { shield, bannedWords }) {
      await sql`
        insert into rooms (account_id, shield, banned_words)
        values (${roomId}, ${shield ?? false}, ${bannedWords ?? []}::text[])
        on conflict (account_id) do update set
          shield = coalesce(${shield ?? null}, rooms.shield),
          banned_words = coalesce(${bannedWords ?? null}::text[], rooms.banned_words)`.execute(kysely);
    },
  };
}
