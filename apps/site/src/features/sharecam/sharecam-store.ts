import type { AccountId, Uuid } from '@klieg/kernel';
import { sql } from 'kysely';
import { type Database, databaseNow, type Transaction } from '../../platform/postgres/index.ts';
import { REQUEST_MS, type Sharecam, type SharecamState } from './sharecam-rules.ts';

/** Requests and cameras, a row each. Times are the database's (S2). */
export interface SharecamStore {
  now(): Promise<number>;
  /** Opens one; undefined where this viewer has one open, wherever. */
  open(
    transaction: Transaction,
    it: Pick<Sharecam, 'id' | 'roomId' | 'viewerId' | 'hasSound' | 'login' | 'showId'> & {
      readonly state: 'asked' | 'accepted';
    },
  ): Promise<Sharecam | undefined>;
  find(id: Uuid): Promise<Sharecam | undefined>;
  /** Kept until the transaction ends. */
  lock(transaction: Transaction, id: Uuid): Promise<Sharecam | undefined>;
  /** What this viewer has open, wherever. */
  findOpenOf(viewerId: AccountId): Promise<Sharecam | undefined>;
  /** Open ones in these rooms, oldest first; in all rooms without a list. */
  listOpen(roomIds?: readonly AccountId[]): Promise<readonly Sharecam[]>;
  /** The same as a transaction sees it. */
  listOpenIn(transaction: Transaction, roomId: AccountId): Promise<readonly Sharecam[]>;
  /** The performer has agreed. */
  accept(transaction: Transaction, id: Uuid, showId: Uuid | null): Promise<Sharecam>;
  /** Its first picture is there. @returns it, where that is news */
  noteReady(id: Uuid): Promise<Sharecam | undefined>;
  /** It becomes part of a private. */
  joinShow(transaction: Transaction, id: Uuid, showId: Uuid): Promise<void>;
  end(
    transaction: Transaction,
    id: Uuid,
    change: { readonly state: SharecamState; readonly reason: string | null },
  ): Promise<Sharecam>;
  /** Drops what ended a day ago. */
  prune(): Promise<void>;
}

interface Row {
  readonly request_id: Uuid;
  readonly room_id: AccountId;
  readonly viewer_id: AccountId;
  readonly has_sound: boolean;
  readonly login: string | null;
  readonly state: SharecamState;
  readonly reason: string | null;
  readonly show_id: Uuid | null;
  readonly expires_at: Date;
  readonly accepted_at: Date | null;
}

const sharecamOf = (row: Row): Sharecam => ({
  id: row.request_id,
  roomId: row.room_id,
  viewerId: row.viewer_id,
  hasSound: row.has_sound,
  login: row.login,
  state: row.state,
  reason: row.reason,
  showId: row.show_id,
  expiresAt: row.expires_at.getTime(),
  acceptedAt: row.accepted_at?.getTime() ?? null,
});

const isOpen = sql`state in ('asked', 'accepted', 'ready')`;
const OPEN_MAX = 5_000;

export function makeSharecamStore({ kysely }: Pick<Database, 'kysely'>): SharecamStore {
  type Query = { execute(on: Database['kysely'] | Transaction): Promise<{ rows: Row[] }> };
  const all = async (query: Query, on: Database['kysely'] | Transaction = kysely): Promise<Sharecam[]> =>
    (await query.execute(on)).rows.map(sharecamOf);
  const one = async (query: Query, on?: Transaction): Promise<Sharecam | undefined> =>
    (await all(query, on))[0];
  return {
    now: () => databaseNow(kysely),
    open: (transaction, { id, roomId, viewerId, hasSound, login, showId, state }) =>
      one(
        sql<Row>`
          insert into sharecams (request_id, room_id, viewer_id, has_sound, login, show_id, state, expires_at, accepted_at)
          values (${id}, ${roomId}, ${viewerId}, ${hasSound}, ${login}, ${showId}, ${state},
            clock_timestamp() + ${REQUEST_MS} * interval '1 millisecond',
            case when ${state} = 'accepted' then clock_timestamp() end)
          on conflict do nothing returning *`,
        transaction,
      ),
    find: (id) => one(sql<Row>`select * from sharecams where request_id = ${id}`),
    lock: (transaction, id) =>
      one(sql<Row>`select * from sharecams where request_id = ${id} for update`, transaction),
    findOpenOf: (viewerId) =>
      one(sql<Row>`select * from sharecams where viewer_id = ${viewerId} and ${isOpen}`),
    listOpen: (roomIds) =>
      all(sql<Row>`
        select * from sharecams
        where ${isOpen} and ${roomIds ? sql`room_id = any(${[...roomIds]}::bigint[])` : sql`true`}
        order by asked_at limit ${OPEN_MAX}`),
    listOpenIn: (transaction, roomId) =>
      all(
        sql<Row>`select * from sharecams where room_id = ${roomId} and ${isOpen} order by asked_at`,
        transaction,
      ),
    async accept(transaction, id, showId) {
      return (await one(
        sql<Row>`
          update sharecams set state = 'accepted', accepted_at = clock_timestamp(), show_id = ${showId}
          where request_id = ${id} returning *`,
        transaction,
      ))!;
    },
    noteReady: (id) =>
      one(sql<Row>`
        update sharecams set state = 'ready', ready_at = clock_timestamp()
        where request_id = ${id} and state = 'accepted' returning *`),
    async joinShow(transaction, id, showId) {
      await sql`update sharecams set show_id = ${showId} where request_id = ${id}`.execute(transaction);
    },
    async end(transaction, id, { state, reason }) {
      return (await one(
        sql<Row>`
          update sharecams set state = ${state}, reason = ${reason}, ended_at = clock_timestamp()
          where request_id = ${id} returning *`,
        transaction,
      ))!;
    },
    async prune() {
      await sql`delete from sharecams where ended_at < clock_timestamp() - interval '1 day'`.execute(kysely);
    },
  };
}
