import type { AccountId, Uuid } from '@klieg/kernel';
import { sql } from 'kysely';
import { type Database, databaseNow, type Transaction } from '../../platform/postgres/index.ts';
import type { Watch, WatchEnd } from './watch-rules.ts';

/** A watch as it is kept. */
export interface WatchRow extends Watch {
  /** Grows with every change; the `seq` in messages to pages. */
  readonly version: number;
  /** Its node is alive, as far as known. */
  readonly isLed: boolean;
}

/** A watch as it is proposed. */
export type NewWatch = Pick<
  Watch,
  'id' | 'showId' | 'roomId' | 'payerId' | 'mediaId' | 'title' | 'durationMs'
> & { readonly expiresInMs: number; readonly node: string; readonly leaseMs: number };

/** Watches, a row each. Times are the database's (S2). */
export interface WatchStore {
  now(): Promise<number>;
  /** The one that is open in a private; kept until the transaction ends. */
  lockOpen(transaction: Transaction, showId: Uuid): Promise<WatchRow | undefined>;
  /** @throws where one is open in the private (by a unique key) */
  propose(transaction: Transaction, watch: NewWatch): Promise<WatchRow>;
  save(transaction: Transaction, watch: Watch): Promise<WatchRow>;
  listOpen(limit: number): Promise<WatchRow[]>;
  listOpenIn(roomIds: readonly AccountId[]): Promise<ReadonlyMap<AccountId, WatchRow>>;
  /** This node keeps those that it has. */
  renew(node: string, leaseMs: number): Promise<void>;
  prune(): Promise<void>;
}

interface Row {
  readonly watch_id: Uuid;
  readonly show_id: Uuid;
  readonly room_id: AccountId;
  readonly payer_id: AccountId;
  readonly media_id: string;
  readonly title: string;
  readonly duration_ms: string | number;
  readonly state: Watch['state'];
  readonly reason: WatchEnd | null;
  readonly playing: boolean;
  readonly position_ms: string | number;
  readonly at: Date;
  readonly by_id: AccountId | null;
  readonly expires_at: Date;
  readonly controls: string[];
  readonly is_led: boolean;
  readonly version: number;
}

const watchOf = (row: Row): WatchRow => ({
  id: row.watch_id,
  showId: row.show_id,
  roomId: row.room_id,
  payerId: row.payer_id,
  mediaId: row.media_id,
  title: row.title,
  durationMs: Number(row.duration_ms),
  state: row.state,
  reason: row.reason,
  isPlaying: row.playing,
  positionMs: Number(row.position_ms),
  at: row.at.getTime(),
  byId: row.by_id,
  expiresAt: row.expires_at.getTime(),
  controls: row.controls,
  isLed: row.is_led,
  version: row.version,
});

const KEPT = '13 months';
const columns = sql`*, lease_until > clock_timestamp() is_led`;
const secondsOf = (ms: number) => sql`make_interval(secs => ${ms / 1_000})`;

export function makeWatchStore({ kysely }: Pick<Database, 'kysely'>): WatchStore {
  const first = (rows: readonly Row[]) => rows[0] && watchOf(rows[0]);
  return {
    now: () => databaseNow(kysely),
    async lockOpen(transaction, showId) {
      const { rows } = await sql<Row>`
        select ${columns} from watches
        where show_id = ${showId} and state in ('proposed', 'active') for update`.execute(transaction);
      return first(rows);
    },
    async propose(transaction, watch) {
      const { rows } = await sql<Row>`
        insert into watches (watch_id, show_id, room_id, payer_id, media_id, title, duration_ms, state, by_id,
          expires_at, node, lease_until)
        values (${watch.id}, ${watch.showId}, ${watch.roomId}, ${watch.payerId}, ${watch.mediaId}, ${watch.title},
          ${watch.durationMs}, 'proposed', ${watch.payerId}, clock_timestamp() + ${secondsOf(watch.expiresInMs)},
          ${watch.node}, clock_timestamp() + ${secondsOf(watch.leaseMs)})
        returning ${columns}`.execute(transaction);
      return watchOf(rows[0]!);
    },
    async save(transaction, watch) {
      const { rows } = await sql<Row>`
        update watches set state = ${watch.state}, reason = ${watch.reason}, playing = ${watch.isPlaying},
          position_ms = ${Math.round(watch.positionMs)}, at = ${new Date(watch.at)}, by_id = ${watch.byId},
          controls = ${[...watch.controls]}::text[], version = version + 1,
          ended_at = case when ${watch.reason}::text is null then null else clock_timestamp() end
        where watch_id = ${watch.id} returning ${columns}`.execute(transaction);
      return watchOf(rows[0]!);
    },
    async listOpen(limit) {
      const { rows } = await sql<Row>`
        select ${columns} from watches where state in ('proposed', 'active') limit ${limit}`.execute(kysely);
      return rows.map(watchOf);
    },
    async listOpenIn(roomIds) {
      if (roomIds.length === 0) return new Map();
      const { rows } = await sql<Row>`
        select ${columns} from watches
        where room_id = any(${[...roomIds]}) and state in ('proposed', 'active')
        order by watch_id`.execute(kysely);
      return new Map(rows.map(watchOf).map((watch) => [watch.roomId, watch]));
    },
    async renew(node, leaseMs) {
      await sql`update watches set lease_until = clock_timestamp() + ${secondsOf(leaseMs)}
        where node = ${node} and state in ('proposed', 'active') and lease_until > clock_timestamp()`.execute(
        kysely,
      );
    },
    async prune() {
      await sql`delete from watches where ended_at < now() - ${KEPT}::interval`.execute(kysely);
    },
  };
}
