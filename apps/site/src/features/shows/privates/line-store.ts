import type { AccountId } from '@klieg/kernel';
import { sql } from 'kysely';
import type { Database } from '#site/platform/postgres/index.ts';

export interface LinePlace {
  readonly place: number;
  readonly length: number;
}

/** People waiting for a performer to be free, in order of arrival. */
export interface LineStore {
  /** A repeat keeps the place. Undefined: the line is full. */
  join(roomId: AccountId, accountId: AccountId): Promise<LinePlace | undefined>;
  /** False where they did not wait. */
  leave(roomId: AccountId, accountId: AccountId): Promise<boolean>;
  placeOf(roomId: AccountId, accountId: AccountId): Promise<LinePlace | undefined>;
  list(roomId: AccountId): Promise<AccountId[]>;
  /** Everybody who waits, by room. */
  listAll(): Promise<{ readonly roomId: AccountId; readonly accountId: AccountId }[]>;
  clear(roomId: AccountId): Promise<AccountId[]>;
  /** Notes a nudge; false where there was one within a minute. */
  notePing(from: AccountId, to: AccountId): Promise<boolean>;
}

/** So many wait for one performer; with an hour for each the last would wait for two days. */
const LINE_MAX = 50;

export function makeLineStore({ kysely }: Pick<Database, 'kysely'>): LineStore {
  const list: LineStore['list'] = async (roomId) => {
    const { rows } = await sql<{ account_id: AccountId }>`
      select account_id from private_line where room_id = ${roomId} order by joined_at, account_id`.execute(
      kysely,
    );
    return rows.map(({ account_id: id }) => id);
  };
  const placeOf: LineStore['placeOf'] = async (roomId, accountId) => {
    const line = await list(roomId);
    const at = line.indexOf(accountId);
    return at < 0 ? undefined : { place: at + 1, length: line.length };
  };
  return {
    list,
    placeOf,
    async join(roomId, accountId) {
      await sql`
        insert into private_line (room_id, account_id) select ${roomId}, ${accountId}
        where (select count(*) from private_line where room_id = ${roomId}) < ${LINE_MAX}
        on conflict do nothing`.execute(kysely);
      return placeOf(roomId, accountId);
    },
    async leave(roomId, accountId) {
      const { rows } = await sql`
        delete from private_line where room_id = ${roomId} and account_id = ${accountId} returning 1`.execute(
        kysely,
      );
      return rows.length > 0;
    },
    async listAll() {
      const { rows } = await sql<{ roomId: AccountId; accountId: AccountId }>`
        select room_id "roomId", account_id "accountId" from private_line
        order by room_id, joined_at, account_id`.execute(kysely);
      return rows;
    },
    async clear(roomId) {
      const { rows } = await sql<{ account_id: AccountId }>`
        delete from private_line where room_id = ${roomId} returning account_id`.execute(kysely);
      return rows.map(({ account_id: id }) => id);
    },
    async notePing(from, to) {
      const { rows } = await sql`
        insert into private_pings as p (from_id, to_id, at) values (${from}, ${to}, clock_timestamp())
        on conflict (from_id, to_id) do update set at = excluded.at
        where p.at <= clock_timestamp() - interval '60 seconds' returning 1`.execute(kysely);
      return rows.length > 0;
    },
  };
}
