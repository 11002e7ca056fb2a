import type { AccountId, Uuid } from '@klieg/kernel';
import { sql } from 'kysely';
import { type Database, databaseNow, type Transaction } from '../../platform/postgres/index.ts';
import type { TicketShow, TicketShowEnd, TicketShowState } from './ticket-rules.ts';

/** What a performer sets of a show. */
export type TicketShowTerms = Pick<
  TicketShow,
  'price' | 'recordingPrice' | 'message' | 'startsAt' | 'refundMinutes' | 'minSold'
>;

/** Ticket shows, a row each. Times are the database's (S2). */
export interface TicketShowStore {
  now(transaction?: Transaction): Promise<number>;
  announce(transaction: Transaction, id: Uuid, roomId: AccountId, terms: TicketShowTerms): Promise<void>;
  setTerms(transaction: Transaction, id: Uuid, terms: TicketShowTerms): Promise<void>;
  find(id: Uuid): Promise<TicketShow | undefined>;
  /** Kept until the transaction ends. */
  lock(transaction: Transaction, id: Uuid): Promise<TicketShow | undefined>;
  /** The show of a room that is announced or runs, kept until the transaction ends. */
  lockOpen(transaction: Transaction, roomId: AccountId): Promise<TicketShow | undefined>;
  /** Shows that are announced or run, by room. */
  listOpenIn(roomIds: readonly AccountId[]): Promise<ReadonlyMap<AccountId, TicketShow>>;
  /** Which of these rooms have one, as the transaction sees it. */
  roomsWith(transaction: Transaction, roomIds: readonly AccountId[]): Promise<ReadonlySet<AccountId>>;
  /** Shows that are announced for a time until then, the next first, with their performers. */
  listComing(
    until: number,
  ): Promise<readonly { username: string; title: string; startsAt: number; price: number }[]>;
  /** Everything that is announced or runs. */
  listOpen(limit: number): Promise<TicketShow[]>;
  /** Shows that are over, whose tickets are not settled yet. */
  listUnsettled(limit: number): Promise<TicketShow[]>;
  listUnsettledOf(roomId: AccountId): Promise<TicketShow[]>;
  /** The newest show of a room that ran and has ended. */
  findLastEnded(roomId: AccountId): Promise<TicketShow | undefined>;
  begin(transaction: Transaction, id: Uuid): Promise<TicketShow>;
  /** @returns the row as it is then */
  end(
    transaction: Transaction,
    id: Uuid,
    change: { readonly state: TicketShowState; readonly reason: TicketShowEnd },
  ): Promise<TicketShow>;
  /** One ticket more, or one less. @returns the row as it is then */
  countSold(transaction: Transaction, id: Uuid, change: 1 | -1): Promise<TicketShow>;
  /** True if nothing is announced or running in a room, for the duration of the transaction. */
  isFree(transaction: Transaction, roomId: AccountId): Promise<boolean>;
  /** Counts time with a picture for all running shows, or for one. */
  countDelivered(id?: Uuid): Promise<void>;
  close(id: Uuid): Promise<void>;
  prune(): Promise<void>;
}

interface Row {
  readonly show_id: Uuid;
  readonly room_id: AccountId;
  readonly state: TicketShowState;
  readonly ticket_price: number;
  readonly recording_price: number;
  readonly message: string;
  readonly starts_at: Date | null;
  readonly refund_minutes: number;
  readonly min_sold: number;
  readonly sold: number;
  readonly reason: TicketShowEnd | null;
  readonly announced_at: Date;
  readonly started_at: Date | null;
  readonly ended_at: Date | null;
  readonly delivered_ms: number;
}

const showOf = (row: Row): TicketShow => ({
  id: row.show_id,
  roomId: row.room_id,
  state: row.state,
  price: row.ticket_price,
  recordingPrice: row.recording_price,
  message: row.message,
  startsAt: row.starts_at?.getTime() ?? null,
  refundMinutes: row.refund_minutes,
  minSold: row.min_sold,
  sold: row.sold,
  reason: row.reason,
  announcedAt: row.announced_at.getTime(),
  startedAt: row.started_at?.getTime() ?? null,
  endedAt: row.ended_at?.getTime() ?? null,
  deliveredMs: Number(row.delivered_ms),
});

const COMING_MAX = 100;
/** A longer time between two looks does not count: nobody saw what was between. */
const COUNTED_MAX_SECONDS = 5;

/** The time since the last look, where there is a picture. */
const deliveredNow = sql`delivered_ms + case when r.status = 'limited'
  then least(extract(epoch from clock_timestamp() - counted_at), ${COUNTED_MAX_SECONDS}) * 1000 else 0 end`;

export function makeTicketShowStore({ kysely }: Pick<Database, 'kysely'>): TicketShowStore {
  type Query = { execute(on: Database['kysely'] | Transaction): Promise<{ rows: Row[] }> };
  const one = async (query: Query, on: Database['kysely'] | Transaction = kysely) => {
    const { rows } = await query.execute(on);
    return rows[0] && showOf(rows[0]);
  };
  return {
    now: (transaction) => databaseNow(transaction ?? kysely),
    async announce(transaction, id, roomId, terms) {
      const startsAt = terms.startsAt === null ? null : new Date(terms.startsAt);
      await sql`
        insert into ticket_shows (show_id, room_id, state, ticket_price, recording_price, message, starts_at,
          refund_minutes, min_sold)
        values (${id}, ${roomId}, 'announced', ${terms.price}, ${terms.recordingPrice}, ${terms.message},
          ${startsAt}, ${terms.refundMinutes}, ${terms.minSold})`.execute(transaction);
    },
    async setTerms(transaction, id, terms) {
      const startsAt = terms.startsAt === null ? null : new Date(terms.startsAt);
      await sql`
        update ticket_shows set ticket_price = ${terms.price}, recording_price = ${terms.recordingPrice},
          message = ${terms.message}, starts_at = ${startsAt}, refund_minutes = ${terms.refundMinutes},
          min_sold = ${terms.minSold}, version = version + 1
        where show_id = ${id}`.execute(transaction);
    },
    find: (id) => one(sql<Row>`select * from ticket_shows where show_id = ${id}`),
    lock: (transaction, id) =>
      one(sql<Row>`select * from ticket_shows where show_id = ${id} for update`, transaction),
    lockOpen: (transaction, roomId) =>
      one(
        sql<Row>`select * from ticket_shows where room_id = ${roomId} and state in ('announced', 'running') for update`,
        transaction,
      ),
    async listOpenIn(roomIds) {
      if (roomIds.length === 0) return new Map();
      const { rows } = await sql<Row>`
        select * from ticket_shows where room_id = any(${[...roomIds]}) and state in ('announced', 'running')`.execute(
        kysely,
      );
      return new Map(rows.map((row) => [row.room_id, showOf(row)]));
    },
    async roomsWith(transaction, roomIds) {
      const { rows } = await sql<{ room_id: AccountId }>`
        select room_id from ticket_shows
        where room_id = any(${[...roomIds]}) and state in ('announced', 'running')`.execute(transaction);
      return new Set(rows.map(({ room_id: id }) => id));
    },
    async listComing(until) {
      const { rows } = await sql<{
        username: string;
        message: string;
        starts_at: Date;
        ticket_price: number;
      }>`
        select a.username, s.message, s.starts_at, s.ticket_price
        from ticket_shows s join accounts a on a.id = s.room_id
        where s.state = 'announced' and s.closed_at is null and s.starts_at <= ${new Date(until)}
        order by s.starts_at, s.show_id limit ${COMING_MAX}`.execute(kysely);
      return rows.map((row) => ({
        username: row.username,
        title: row.message,
        startsAt: row.starts_at.getTime(),
        price: row.ticket_price,
      }));
    },
    async listOpen(limit) {
      const { rows } = await sql<Row>`
        select * from ticket_shows where closed_at is null and state in ('announced', 'running')
        order by show_id limit ${limit}`.execute(kysely);
      return rows.map(showOf);
    },
    async listUnsettled(limit) {
      const { rows } = await sql<Row>`
        select * from ticket_shows where closed_at is null and state in ('settling', 'canceled')
        order by ended_at limit ${limit}`.execute(kysely);
      return rows.map(showOf);
    },
    async listUnsettledOf(roomId) {
      const { rows } = await sql<Row>`
        select * from ticket_shows
        where room_id = ${roomId} and closed_at is null and state in ('settling', 'canceled')`.execute(
        kysely,
      );
      return rows.map(showOf);
    },
    findLastEnded: (roomId) =>
      one(sql<Row>`
        select * from ticket_shows where room_id = ${roomId} and state in ('settling', 'settled')
        order by announced_at desc limit 1`),
    async begin(transaction, id) {
      const begun = await one(
        sql<Row>`
          update ticket_shows set state = 'running', started_at = clock_timestamp(), counted_at = clock_timestamp(),
            version = version + 1
          where show_id = ${id} returning *`,
        transaction,
      );
      return begun!;
    },
    async end(transaction, id, { state, reason }) {
      const ended = await one(
        sql<Row>`
          update ticket_shows s set state = ${state}, reason = ${reason}, ended_at = clock_timestamp(),
            delivered_ms = case when s.state = 'running' then ${deliveredNow} else 0 end, version = s.version + 1
          from rooms r where show_id = ${id} and r.account_id = s.room_id returning s.*`,
        transaction,
      );
      return ended!;
    },
    async countSold(transaction, id, change) {
      const counted = await one(
        sql<Row>`
          update ticket_shows set sold = sold + ${change}, version = version + 1 where show_id = ${id} returning *`,
        transaction,
      );
      return counted!;
    },
    async isFree(transaction, roomId) {
      const { rows } = await sql`
        select 1 from ticket_shows where room_id = ${roomId} and state in ('announced', 'running') for update`.execute(
        transaction,
      );
      return rows.length === 0;
    },
    async countDelivered(id) {
      await sql`
        update ticket_shows s set delivered_ms = ${deliveredNow}, counted_at = clock_timestamp()
        from rooms r where s.state = 'running' and r.account_id = s.room_id
          and (${id ?? null}::uuid is null or s.show_id = ${id ?? null}::uuid)`.execute(kysely);
    },
    async close(id) {
      await sql`
        update ticket_shows set closed_at = clock_timestamp(), version = version + 1,
          state = case state when 'settling' then 'settled' else state end
        where show_id = ${id} and state in ('settling', 'canceled')`.execute(kysely);
    },
    async prune() {
      await sql`
        update ticket_shows set message = '' where message <> '' and ended_at < now() - interval '90 days'`.execute(
        kysely,
      );
      await sql`delete from ticket_shows where ended_at < now() - interval '13 months'`.execute(kysely);
    },
  };
}
