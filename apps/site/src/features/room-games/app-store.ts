import { type AccountId, assert } from '@klieg/kernel';
import { sql } from 'kysely';
import type { Database, Transaction } from '../../platform/postgres/index.ts';
import { type AppConfig, kindOf } from './app-kinds.ts';
import type { GoalState } from './goal-rules.ts';

/** An installed app of a room. */
export interface AppRow {
  readonly roomId: AccountId;
  readonly type: number;
  readonly isExclusive: boolean;
  readonly config: AppConfig;
  readonly state: GoalState;
  /** Grows with every change by the performer, also when the app is taken out and installed again. */
  readonly version: number;
  /** The newest item of the feed that `state` counts. */
  readonly feedNumber: number;
  /** The newest feed item announced to the room. */
  readonly toldNumber: number;
  /** Counts every change of the row. */
  readonly changes: number;
}

export interface AppStore {
  list(roomIds: readonly AccountId[]): Promise<AppRow[]>;
  find(roomId: AccountId, type: number): Promise<AppRow | undefined>;
  /** The apps of a room, locked until the transaction ends. */
  lock(transaction: Transaction, roomId: AccountId): Promise<AppRow[]>;
  /** False when another app took the slot meanwhile. */
  install(
    transaction: Transaction,
    row: Omit<AppRow, 'version' | 'toldNumber' | 'changes'>,
  ): Promise<boolean>;
  /** Keeps a change by the performer of a row that the transaction has locked; its version grows. */
  change(
    transaction: Transaction,
    row: Pick<AppRow, 'roomId' | 'type' | 'config' | 'state' | 'feedNumber'>,
  ): Promise<AppRow>;
  /** Keeps what payments and pauses have changed. */
  saveState(
    transaction: Transaction,
    row: Pick<AppRow, 'roomId' | 'type' | 'state' | 'feedNumber'>,
  ): Promise<void>;
  /** False when it was not installed. */
  remove(transaction: Transaction, roomId: AccountId, type: number): Promise<boolean>;
  /** The room was told of the row as it was then; with `feedNumber` also of payments up to it. */
  markTold(
    row: Pick<AppRow, 'roomId' | 'type' | 'changes'> & { readonly feedNumber?: number },
  ): Promise<void>;
  /** Rooms that were not told of a change of their apps for some seconds. */
  listUntold(limit: number): Promise<AccountId[]>;
  /** Rooms whose apps have been paused for longer than this. */
  listPausedSince(beforeMs: number, limit: number): Promise<AccountId[]>;
}

interface Row {
  readonly room_id: AccountId;
  readonly type: number;
  readonly is_exclusive: boolean;
  readonly config: AppConfig;
  readonly state: GoalState;
  readonly version: number;
  readonly feed_number: number;
  readonly told_number: number;
  readonly changes: number;
}

const rowOf = (row: Row): AppRow => ({
  roomId: row.room_id,
  type: row.type,
  isExclusive: row.is_exclusive,
  config: row.config,
  state: row.state,
  version: row.version,
  feedNumber: row.feed_number,
  toldNumber: row.told_number,
  changes: row.changes,
});

const UNTOLD_SECONDS = 2;

export function makeAppStore({ kysely }: Pick<Database, 'kysely'>): AppStore {
  return {
    async list(roomIds) {
      if (roomIds.length === 0) return [];
      const { rows } = await sql<Row>`
        select * from room_apps where room_id = any(${roomIds}) order by room_id, type`.execute(kysely);
      // A newer node may know kinds of apps that this one cannot show.
      return rows.filter(({ type }) => kindOf(type) !== undefined).map(rowOf);
    },
    async find(roomId, type) {
      const { rows } = await sql<Row>`
        select * from room_apps where room_id = ${roomId} and type = ${type}`.execute(kysely);
      return rows[0] && rowOf(rows[0]);
    },
    async lock(transaction, roomId) {
      const { rows } = await sql<Row>`
        select * from room_apps where room_id = ${roomId} order by type for update`.execute(transaction);
      return rows.map(rowOf);
    },
    async install(transaction, { roomId, type, isExclusive, config, state, feedNumber }) {
      const { rows } = await sql`
        insert into room_apps (room_id, type, is_exclusive, config, state, feed_number, told_number, version)
        values (${roomId}, ${type}, ${isExclusive}, ${JSON.stringify(config)}::jsonb,
          ${JSON.stringify(state)}::jsonb, ${feedNumber}, ${feedNumber}, 1 + coalesce((
            select version from former_room_apps where room_id = ${roomId} and type = ${type}), 0))
        on conflict do nothing returning 1`.execute(transaction);
      return rows.length > 0;
    },
    async change(transaction, { roomId, type, config, state, feedNumber }) {
      const { rows } = await sql<Row>`
        update room_apps set config = ${JSON.stringify(config)}::jsonb, state = ${JSON.stringify(state)}::jsonb,
          feed_number = ${feedNumber}, version = version + 1, changes = changes + 1, changed_at = now()
        where room_id = ${roomId} and type = ${type} returning *`.execute(transaction);
      assert(rows[0], 'a locked app is there');
      return rowOf(rows[0]);
    },
    async saveState(transaction, { roomId, type, state, feedNumber }) {
      await sql`
        update room_apps set state = ${JSON.stringify(state)}::jsonb, feed_number = ${feedNumber}, changes = changes + 1, changed_at = now()
        where room_id = ${roomId} and type = ${type}`.execute(transaction);
    },
    async remove(transaction, roomId, type) {
      const { rows } = await sql`
        with removed as (
          delete from room_apps where room_id = ${roomId} and type = ${type} returning version)
        insert into former_room_apps (room_id, type, version) select ${roomId}, ${type}, version from removed
        on conflict (room_id, type) do update set version = excluded.version returning 1`.execute(
        transaction,
      );
      return rows.length > 0;
    },
    async markTold({ roomId, type, changes, feedNumber = 0 }) {
      await sql`
        update room_apps set told_number = greatest(told_number, ${feedNumber}),
          told_changes = greatest(told_changes, ${changes})
        where room_id = ${roomId} and type = ${type}`.execute(kysely);
    },
    async listUntold(limit) {
      const { rows } = await sql<{ room_id: AccountId }>`
        select distinct room_id from room_apps
        where (told_number < feed_number or told_changes < changes)
          and changed_at < now() - make_interval(secs => ${UNTOLD_SECONDS})
        limit ${limit}`.execute(kysely);
      return rows.map(({ room_id: roomId }) => roomId);
    },
    async listPausedSince(beforeMs, limit) {
      const { rows } = await sql<{ room_id: AccountId }>`
        select room_id from room_apps
        where state ->> 'status' = 'paused' and state ->> 'pausedBy' is distinct from 'show'
          and (state ->> 'pausedAt')::bigint < ${beforeMs} limit ${limit}`.execute(kysely);
      return rows.map(({ room_id: roomId }) => roomId);
    },
  };
}
