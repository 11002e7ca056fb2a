import type { AccountId, Uuid } from '@klieg/kernel';
import { sql } from 'kysely';
import type { Database } from '../../platform/postgres/index.ts';
import { freeSecondsLeft, LOOK_IDLE_MS } from './voyeur-rules.ts';

/** A free look, as media tokens name it. */
export interface Look {
  readonly id: Uuid;
  readonly roomId: AccountId;
  readonly viewerId: AccountId;
  /** Its total length; what was left of the day when it began. */
  readonly seconds: number;
  readonly usedMs: number;
  readonly sessions: readonly string[];
}

export interface LookStore {
  /** What somebody has used of today's free time of this house, in delivered milliseconds. */
  usedToday(roomId: AccountId, viewerId: AccountId): Promise<number>;
  /**
   * The running look, or a new one with what is left of today; this login session is given a token of it. Undefined:
   * nothing is left. Several calls at once all get the same.
   */
  take(id: Uuid, roomId: AccountId, viewerId: AccountId, sessionId: string): Promise<Look | undefined>;
  /**
   * A media process has delivered this much of it. @returns the look, undefined if nothing is new or there is no look
   */
  noteUsed(id: Uuid, node: string, deliveredMs: number): Promise<Look | undefined>;
  /** Looks whose tokens may still be valid. */
  listOpen(): Promise<readonly Look[]>;
  /** Its tokens were taken back. */
  close(id: Uuid): Promise<void>;
  /** Drops those of days before. */
  prune(): Promise<void>;
}

interface Row {
  readonly look_id: Uuid;
  readonly room_id: AccountId;
  readonly viewer_id: AccountId;
  readonly seconds: number;
  readonly used: Record<string, number>;
  readonly sessions: string[];
}

const lookOf = (row: Row): Look => ({
  id: row.look_id,
  roomId: row.room_id,
  viewerId: row.viewer_id,
  seconds: row.seconds,
  usedMs: Object.values(row.used).reduce((sum, ms) => sum + ms, 0),
  sessions: row.sessions,
});

const TODAY = sql`(clock_timestamp() at time zone 'utc')::date`;
const FRESH = sql`token_at > clock_timestamp() - make_interval(secs => ${LOOK_IDLE_MS / 1_000})`;

export function makeLookStore({ kysely }: Pick<Database, 'kysely'>): LookStore {
  type On = Pick<Database, 'kysely'>['kysely'];
  const listToday = async (on: On, roomId: AccountId, viewerId: AccountId) =>
    (
      await sql<Row & { is_fresh: boolean }>`
        select *, ${FRESH} as is_fresh from voyeur_looks
        where viewer_id = ${viewerId} and room_id = ${roomId} and day = ${TODAY}`.execute(on)
    ).rows;
  const usedOf = (rows: readonly Row[]): number =>
    rows.reduce((sum, row) => sum + Math.min(lookOf(row).usedMs, row.seconds * 1_000), 0);
  return {
    usedToday: async (roomId, viewerId) => usedOf(await listToday(kysely, roomId, viewerId)),
    take: (id, roomId, viewerId, sessionId) =>
      kysely.transaction().execute(async (transaction) => {
        // Two pages that come in at once begin one look.
        const pair = `voyeur_look ${roomId} ${viewerId}`;
        await sql`select pg_advisory_xact_lock(hashtextextended(${pair}, 0))`.execute(transaction);
        const today = await listToday(transaction, roomId, viewerId);
        const left = freeSecondsLeft(usedOf(today));
        if (left === 0) return undefined;
        const running = today.find((row) => row.is_fresh && lookOf(row).usedMs < row.seconds * 1_000);
        const { rows } = running
          ? await sql<Row>`
              update voyeur_looks set token_at = clock_timestamp(),
                sessions = case when ${sessionId} = any(sessions) then sessions
                  else array_append(sessions, ${sessionId}) end
              where look_id = ${running.look_id} returning *`.execute(transaction)
          : await sql<Row>`
              insert into voyeur_looks (look_id, room_id, viewer_id, seconds, sessions)
              values (${id}, ${roomId}, ${viewerId}, ${left}, array[${sessionId}::text]) returning *`.execute(
              transaction,
            );
        return lookOf(rows[0]!);
      }),
    async noteUsed(id, node, deliveredMs) {
      const { rows } = await sql<Row>`
        update voyeur_looks set used = jsonb_set(used, array[${node}::text], to_jsonb(${deliveredMs}::bigint))
        where look_id = ${id} and coalesce((used ->> ${node})::bigint, -1) < ${deliveredMs} returning *`.execute(
        kysely,
      );
      return rows[0] && lookOf(rows[0]);
    },
    async listOpen() {
      const { rows } = await sql<Row>`
        select * from voyeur_looks where day >= ${TODAY} - 1 and ${FRESH}`.execute(kysely);
      return rows.map(lookOf);
    },
    async close(id) {
      await sql`
        update voyeur_looks set token_at = token_at - interval '1 hour', sessions = '{}'
        where look_id = ${id}`.execute(kysely);
    },
    async prune() {
      await sql`delete from voyeur_looks where day < ${TODAY} - 1`.execute(kysely);
    },
  };
}
