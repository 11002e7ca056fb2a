import type { ChatStatus } from '@klieg/contract';
import type { AccountId, Uuid } from '@klieg/kernel';
import { sql } from 'kysely';
import type { Database, Transaction } from '../../platform/postgres/index.ts';
import { type FollowStore, makeFollowStore } from './follow-store.ts';
import { type ListedModelStore, makeListedModelStore } from './cards/listed-model-store.ts';

/** The row of a room; a model who never broadcast has the defaults. */
export interface RoomRow {
  readonly accountId: AccountId;
  readonly status: ChatStatus;
  readonly previousStatus: ChatStatus | null;
  readonly subject: string;
  readonly subjectColor: string | null;
  readonly broadcastId: Uuid | null;
  /** Login session of the page that started the broadcast. */
  readonly sessionId: string | null;
  readonly streamName: string | null;
  readonly width: number | null;
  readonly height: number | null;
  readonly streamingTech: 'obs' | 'webrtc';
  readonly standbyEnabled: boolean;
  readonly standbyNotificationsEnabled: boolean;
  readonly startedAt: Date | null;
  readonly goneAt: Date | null;
  readonly lastOnlineAt: Date | null;
  readonly version: number;
  readonly followers: number;
  /** How many gave one star, two stars … five stars. */
  readonly ratingCounts: readonly number[];
}

interface Row {
  readonly account_id: AccountId;
  readonly status: ChatStatus;
  readonly previous_status: ChatStatus | null;
  readonly subject: string;
  readonly subject_color: string | null;
  readonly broadcast_id: Uuid | null;
  readonly session_id: string | null;
  readonly stream_name: string | null;
  readonly width: number | null;
  readonly height: number | null;
  readonly streaming_tech: 'obs' | 'webrtc';
  readonly standby_enabled: boolean;
  readonly standby_notifications_enabled: boolean;
  readonly started_at: Date | null;
  readonly gone_at: Date | null;
  readonly last_online_at: Date | null;
  readonly version: number;
  readonly followers: number;
  readonly rating_counts: number[];
}

/** The new values of a status change; absent ones stay. */
export interface RoomChange {
  readonly status: ChatStatus;
  readonly previousStatus?: ChatStatus | null;
  readonly broadcastId?: Uuid | null;
  readonly sessionId?: string | null;
  readonly streamName?: string | null;
  readonly width?: number | null;
  readonly height?: number | null;
  readonly streamingTech?: 'obs' | 'webrtc';
  readonly startedAt?: 'now' | null;
  readonly goneAt?: 'now' | null;
}

export interface StreamerChoices {
  readonly streamingTech?: 'obs' | 'webrtc';
  readonly standbyEnabled?: boolean;
  readonly standbyNotificationsEnabled?: boolean;
}

export interface RoomStore extends FollowStore, ListedModelStore {
  get(accountId: AccountId): Promise<RoomRow>;
  /** The row of each room, in their order. */
  listOf(accountIds: readonly AccountId[]): Promise<RoomRow[]>;
  /** The row, which nobody changes until the transaction ends (S18). */
  keep(transaction: Transaction, accountId: AccountId): Promise<RoomRow>;
  findByBroadcast(broadcastId: Uuid): Promise<RoomRow | undefined>;
  /** Rooms that are not offline. */
  listOpen(): Promise<RoomRow[]>;
  /** Which of these rooms are not offline, unordered. */
  listOpenOf(accountIds: readonly AccountId[]): Promise<RoomRow[]>;
  /**
   * Changes a room if nobody else has meanwhile.
   * @param also written in the same transaction, for example consequences of the change
   * @returns the new row, or undefined when `version` has moved on: read again and decide again
   */
  change(
    accountId: AccountId,
    version: number,
    change: RoomChange,
    also?: (changed: RoomRow, transaction: Transaction) => Promise<void>,
  ): Promise<RoomRow | undefined>;
  /** The model's choices for broadcasting; absent ones stay. */
  saveStreamer(accountId: AccountId, choices: StreamerChoices): Promise<void>;
  setSubject(
    accountId: AccountId,
    subject: string,
    color: string | null,
    within?: Transaction,
  ): Promise<void>;
}

const rowOf = (row: Row): RoomRow => ({
  accountId: row.account_id,
  status: row.status,
  previousStatus: row.previous_status,
  subject: row.subject,
  subjectColor: row.subject_color,
  broadcastId: row.broadcast_id,
  sessionId: row.session_id,
  streamName: row.stream_name,
  width: row.width,
  height: row.height,
  streamingTech: row.streaming_tech,
  standbyEnabled: row.standby_enabled,
  standbyNotificationsEnabled: row.standby_notifications_enabled,
  startedAt: row.started_at,
  goneAt: row.gone_at,
  lastOnlineAt: row.last_online_at,
  version: row.version,
  followers: row.followers,
  ratingCounts: row.rating_counts,
});

const emptyRow = (accountId: AccountId): RoomRow => ({
  accountId,
  status: 'offline',
  previousStatus: null,
  subject: '',
  subjectColor: null,
  broadcastId: null,
  sessionId: null,
  streamName: null,
  width: null,
  height: null,
  streamingTech: 'webrtc',
  standbyEnabled: false,
  standbyNotificationsEnabled: false,
  startedAt: null,
  goneAt: null,
  lastOnlineAt: null,
  version: 0,
  followers: 0,
  ratingCounts: [],
});

export function makeRoomStore(database: Database): RoomStore {
  const { kysely } = database;
  return {
    ...makeFollowStore(database),
    ...makeListedModelStore(database),
    async get(accountId) {
      const { rows } = await sql<Row>`select * from rooms where account_id = ${accountId}`.execute(kysely);
      return rows[0] ? rowOf(rows[0]) : emptyRow(accountId);
    },
    async keep(transaction, accountId) {
      const { rows } = await sql<Row>`
        select * from rooms where account_id = ${accountId} for share`.execute(transaction);
      return rows[0] ? rowOf(rows[0]) : emptyRow(accountId);
    },
    async listOf(accountIds) {
      if (accountIds.length === 0) return [];
      const { rows } = await sql<Row>`select * from rooms where account_id = any(${accountIds})`.execute(
        kysely,
      );
      const known = new Map(rows.map((row) => [row.account_id, rowOf(row)]));
      return accountIds.map((id) => known.get(id) ?? emptyRow(id));
    },
    async findByBroadcast(broadcastId) {
      const { rows } = await sql<Row>`select * from rooms where broadcast_id = ${broadcastId}`.execute(
        kysely,
      );
      return rows[0] && rowOf(rows[0]);
    },
    async listOpen() {
      const { rows } = await sql<Row>`select * from rooms where status <> 'offline'`.execute(kysely);
      return rows.map(rowOf);
    },
    async listOpenOf(accountIds) {
      if (accountIds.length === 0) return [];
      const { rows } = await sql<Row>`
        select * from rooms where account_id = any(${accountIds}) and status <> 'offline'`.execute(kysely);
      return rows.map(rowOf);
    },
    change: (accountId, version, change, also) =>
      kysely.transaction().execute(async (transaction) => {
        const set = <T>(name: string, value: T | undefined) =>
          value === undefined ? sql`${sql.ref(`rooms.${name}`)}` : sql`${value}`;
        const setTime = (name: string, value: 'now' | null | undefined) =>
          value === 'now' ? sql`now()` : set(name, value);
        await sql`
        insert into rooms (account_id) values (${accountId}) on conflict (account_id) do nothing`.execute(
          transaction,
        );
        const { rows } = await sql<Row>`
            update rooms set
              status = ${change.status},
              previous_status = ${set('previous_status', change.previousStatus)},
              broadcast_id = ${set('broadcast_id', change.broadcastId)},
              session_id = ${set('session_id', change.sessionId)},
              stream_name = ${set('stream_name', change.streamName)},
              width = ${set('width', change.width)},
              height = ${set('height', change.height)},
              streaming_tech = ${set('streaming_tech', change.streamingTech)},
              started_at = ${setTime('started_at', change.startedAt)},
              gone_at = ${setTime('gone_at', change.goneAt)},
              last_online_at = case when rooms.status in ('online', 'reconnecting', 'private', 'limited', 'standby')
                then now() else rooms.last_online_at end,
              version = version + 1
            where account_id = ${accountId} and version = ${version}
            returning *`.execute(transaction);
        const changed = rows[0] && rowOf(rows[0]);
        if (changed) await also?.(changed, transaction);
        return changed;
      }),
    async saveStreamer(accountId, { streamingTech, standbyEnabled, standbyNotificationsEnabled }) {
      await sql`
        insert into rooms (account_id, streaming_tech, standby_enabled, standby_notifications_enabled)
        values (${accountId}, ${streamingTech ?? 'webrtc'}, ${standbyEnabled ?? false},
          ${standbyNotificationsEnabled ?? false})
        on conflict (account_id) do update set
          -- A broadcast that runs keeps its own way in.
          streaming_tech = case when rooms.status = 'offline'
            then coalesce(${streamingTech ?? null}, rooms.streaming_tech) else rooms.streaming_tech end,
          standby_enabled = coalesce(${standbyEnabled ?? null}, rooms.standby_enabled),
          standby_notifications_enabled =
            coalesce(${standbyNotificationsEnabled ?? null}, rooms.standby_notifications_enabled)`.execute(
        kysely,
      );
    },
    async setSubject(accountId, subject, color, within) {
      await sql`
        insert into rooms (account_id, subject, subject_color) values (${accountId}, ${subject}, ${color})
        on conflict (account_id) do update set subject = excluded.subject, subject_color = excluded.subject_color`.execute(
        within ?? kysely,
      );
    },
  };
}
