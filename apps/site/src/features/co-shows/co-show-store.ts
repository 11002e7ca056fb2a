import { CO_SHOW_ASK_SECONDS, CO_SHOW_REQUESTS_MAX } from '@klieg/contract/features/co-shows/limits';
import type { AccountId, Uuid } from '@klieg/kernel';
import { sql } from 'kysely';
import { type Database, databaseNow, type Transaction } from '../../platform/postgres/index.ts';
import type { CoShow, CoShowEnd, RequestEnd } from './co-show-rules.ts';

/** A co-show that runs, with the broadcasts that it began with. */
export interface RunningCoShow extends CoShow {
  readonly broadcasts: ReadonlyMap<AccountId, Uuid>;
}

/** Requests, co-shows, and which rooms are in one. */
export interface CoShowStore {
  now(within?: Transaction): Promise<number>;
  /** Whatever is decided about these performers is decided one after the other, until the transaction ends. */
  lock(within: Transaction, ids: readonly AccountId[]): Promise<void>;
  ask(within: Transaction, asked: Pick<CoShow, 'id' | 'fromId' | 'toId' | 'isHeard'>): Promise<CoShow>;
  find(id: Uuid, within?: Transaction): Promise<CoShow | undefined>;
  /** Somebody's waiting request. */
  findAskedBy(fromId: AccountId, within?: Transaction): Promise<CoShow | undefined>;
  /** Requests waiting for somebody's answer, newest first, without people whose requests are kept from them. */
  listAskedOf(toId: AccountId): Promise<CoShow[]>;
  /** Between these two, by the first: the last that is over. */
  findLast(within: Transaction, fromId: AccountId, toId: AccountId): Promise<CoShow | undefined>;
  /** A request is over. @returns it, for the process that has ended it */
  closeRequest(id: Uuid, how: RequestEnd): Promise<CoShow | undefined>;
  /** Both rooms are in it from now on. */
  begin(
    within: Transaction,
    id: Uuid,
    rooms: readonly { readonly accountId: AccountId; readonly broadcastId: Uuid }[],
  ): Promise<CoShow>;
  /** @returns it, for the process that has ended it */
  end(within: Transaction, id: Uuid, reason: CoShowEnd): Promise<CoShow | undefined>;
  /** What runs in these rooms, by room. */
  listRunningIn(ids: readonly AccountId[], within?: Transaction): Promise<ReadonlyMap<AccountId, CoShow>>;
  listRunning(): Promise<readonly RunningCoShow[]>;
  /** What is running in a room since this broadcast of it. */
  findByBroadcast(within: Transaction, broadcastId: Uuid): Promise<CoShow | undefined>;
  /** The rooms that are in it now, with their broadcasts. */
  sidesOf(id: Uuid): Promise<readonly { readonly accountId: AccountId; readonly broadcastId: Uuid }[]>;
  /** Requests that wait, and those whose time is over. */
  listAsked(): Promise<readonly CoShow[]>;
  prune(): Promise<void>;
}

interface Row {
  readonly co_show_id: Uuid;
  readonly from_id: AccountId;
  readonly to_id: AccountId;
  readonly state: CoShow['state'];
  readonly is_heard: boolean;
  readonly expires_at: Date;
  readonly started_at: Date | null;
  readonly closed_at: Date | null;
  readonly reason: CoShowEnd | null;
}

const coShowOf = (row: Row): CoShow => ({
  id: row.co_show_id,
  fromId: row.from_id,
  toId: row.to_id,
  state: row.state,
  isHeard: row.is_heard,
  expiresAt: row.expires_at.getTime(),
  startedAt: row.started_at?.getTime() ?? null,
  closedAt: row.closed_at?.getTime() ?? null,
  reason: row.reason,
});

/** Looked at in one sweep. */
const LOOKED_AT_MAX = 1_000;

export function makeCoShowStore({ kysely }: Pick<Database, 'kysely'>): CoShowStore {
  type Queries = Database['kysely'] | Transaction;
  type Query = { execute(on: Queries): Promise<{ rows: Row[] }> };
  const list = async (query: Query, on: Queries = kysely) => (await query.execute(on)).rows.map(coShowOf);
  const one = async (query: Query, on?: Queries) => (await list(query, on))[0];
  return {
    now: (within) => databaseNow(within ?? kysely),
    async lock(within, ids) {
      for (const id of ids.toSorted((a, b) => a - b))
        await sql`select pg_advisory_xact_lock(hashtextextended('co_shows', ${id}))`.execute(within);
    },
    async ask(within, { id, fromId, toId, isHeard }) {
      const asked = await one(
        sql<Row>`
          insert into co_shows (co_show_id, from_id, to_id, is_heard, expires_at)
          values (${id}, ${fromId}, ${toId}, ${isHeard},
            clock_timestamp() + make_interval(secs => ${CO_SHOW_ASK_SECONDS}))
          returning *`,
        within,
      );
      return asked!;
    },
    find: (id, within) => one(sql<Row>`select * from co_shows where co_show_id = ${id}`, within),
    findAskedBy: (fromId, within) =>
      one(sql<Row>`select * from co_shows where from_id = ${fromId} and state = 'asked'`, within),
    listAskedOf: (toId) =>
      list(sql<Row>`
        select * from co_shows where to_id = ${toId} and state = 'asked' and is_heard
          and expires_at > clock_timestamp()
        order by asked_at desc limit ${CO_SHOW_REQUESTS_MAX}`),
    findLast: (within, fromId, toId) =>
      one(
        sql<Row>`
          select * from co_shows where from_id = ${fromId} and to_id = ${toId} and closed_at is not null
          order by closed_at desc limit 1`,
        within,
      ),
    closeRequest: (id, how) =>
      one(
        sql<Row>`
          update co_shows set state = ${how}, closed_at = clock_timestamp()
          where co_show_id = ${id} and state = 'asked' returning *`,
      ),
    async begin(within, id, rooms) {
      for (const { accountId, broadcastId } of rooms)
        await sql`
          insert into co_show_rooms (account_id, co_show_id, broadcast_id)
          values (${accountId}, ${id}, ${broadcastId})`.execute(within);
      const begun = await one(
        sql<Row>`
          update co_shows set state = 'running', started_at = clock_timestamp()
          where co_show_id = ${id} returning *`,
        within,
      );
      return begun!;
    },
    async end(within, id, reason) {
      const ended = await one(
        sql<Row>`
          update co_shows set state = 'ended', reason = ${reason}, closed_at = clock_timestamp()
          where co_show_id = ${id} and state = 'running' returning *`,
        within,
      );
      if (ended) await sql`delete from co_show_rooms where co_show_id = ${id}`.execute(within);
      return ended;
    },
    async listRunningIn(ids, within) {
      if (ids.length === 0) return new Map();
      const { rows } = await sql<Row & { account_id: AccountId }>`
        select c.*, r.account_id from co_show_rooms r join co_shows c using (co_show_id)
        where r.account_id = any(${[...ids]})`.execute(within ?? kysely);
      return new Map(rows.map((row) => [row.account_id, coShowOf(row)]));
    },
    async listRunning() {
      const { rows } = await sql<Row & { own: Uuid; other: Uuid }>`
        select c.*, own.broadcast_id own, other.broadcast_id other from co_shows c
        join co_show_rooms own on own.co_show_id = c.co_show_id and own.account_id = c.from_id
        join co_show_rooms other on other.co_show_id = c.co_show_id and other.account_id = c.to_id
        where c.state = 'running' limit ${LOOKED_AT_MAX}`.execute(kysely);
      return rows.map((row) => ({
        ...coShowOf(row),
        broadcasts: new Map([
          [row.from_id, row.own],
          [row.to_id, row.other],
        ]),
      }));
    },
    findByBroadcast: (within, broadcastId) =>
      one(
        sql<Row>`
          select c.* from co_show_rooms r join co_shows c using (co_show_id)
          where r.broadcast_id = ${broadcastId}`,
        within,
      ),
    async sidesOf(id) {
      const { rows } = await sql<{ accountId: AccountId; broadcastId: Uuid }>`
        select account_id "accountId", broadcast_id "broadcastId" from co_show_rooms where co_show_id = ${id}
        order by account_id`.execute(kysely);
      return rows;
    },
    listAsked: () =>
      list(sql<Row>`
        select * from co_shows where state = 'asked' order by expires_at limit ${LOOKED_AT_MAX}`),
    async prune() {
      await sql`
        delete from co_shows where asked_at < now() - interval '30 days'
          and state not in ('asked', 'running')`.execute(kysely);
    },
  };
}
