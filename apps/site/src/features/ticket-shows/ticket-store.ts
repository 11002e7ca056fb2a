import type { AccountId, Uuid } from '@klieg/kernel';
import { sql } from 'kysely';
import type { Database, Transaction } from '../../platform/postgres/index.ts';
import type { Ticket, TicketShow } from './ticket-rules.ts';

/** Tickets, a row each; their ids are those of their holds and meters. */
export interface TicketStore {
  find(id: Uuid): Promise<Ticket | undefined>;
  /** False where this person has one for the show already. */
  add(
    transaction: Transaction,
    ticket: Pick<Ticket, 'id' | 'showId' | 'accountId' | 'price' | 'place' | 'roomPassword'>,
  ): Promise<boolean>;
  /** For which of these shows somebody has a ticket that was not refunded. */
  listOwned(accountId: AccountId, showIds: readonly Uuid[]): Promise<ReadonlySet<Uuid>>;
  /** Tickets that are held, the oldest first. */
  listHeld(showId: Uuid, limit?: number): Promise<Ticket[]>;
  /** Those of them that are not to be refunded. */
  listHeldIn(transaction: Transaction, showId: Uuid): Promise<Ticket[]>;
  /** The newest of one person for one show. */
  findOf(showId: Uuid, accountId: AccountId): Promise<Ticket | undefined>;
  findHeld(showId: Uuid, accountId: AccountId): Promise<Ticket | undefined>;
  /** Which of these tickets are held. */
  listLive(ids: readonly Uuid[]): Promise<Uuid[]>;
  /** All of a show that were not refunded while it ran. */
  listOf(show: Pick<TicketShow, 'id' | 'endedAt'>): Promise<Ticket[]>;
  /** Decides what happens to tickets; earlier decisions stay. @returns how many were decided now */
  decide(
    decisions: readonly { readonly id: Uuid; readonly outcome: 'paid' | 'returned' }[],
    transaction?: Transaction,
  ): Promise<number>;
  /** Notes what holders have seen; less than before changes nothing. */
  noteWatched(watched: readonly { readonly id: Uuid; readonly ms: number }[]): Promise<void>;
  /** Forgets where it was bought. False where another process has settled it. */
  settle(id: Uuid, state: 'paid' | 'returned'): Promise<boolean>;
}

interface Row {
  readonly ticket_id: Uuid;
  readonly show_id: Uuid;
  readonly account_id: AccountId;
  readonly state: Ticket['state'];
  readonly price: number;
  readonly bought_at: Date;
  readonly joined_at: Date | null;
  readonly watched_ms: number;
  readonly outcome: Ticket['outcome'];
  readonly place: Ticket['place'];
  readonly room_password: Ticket['roomPassword'];
}

const ticketOf = (row: Row): Ticket => ({
  id: row.ticket_id,
  showId: row.show_id,
  accountId: row.account_id,
  state: row.state,
  price: row.price,
  boughtAt: row.bought_at.getTime(),
  joinedAt: row.joined_at?.getTime() ?? null,
  watchedMs: Number(row.watched_ms),
  outcome: row.outcome,
  place: row.place,
  roomPassword: row.room_password,
});

const ALL = 2 ** 31 - 1;

export function makeTicketStore({ kysely }: Pick<Database, 'kysely'>): TicketStore {
  const listHeld = async (
    on: Database['kysely'] | Transaction,
    showId: Uuid,
    limit: number,
    only = sql`true`,
  ) => {
    const { rows } = await sql<Row>`
      select * from tickets where show_id = ${showId} and state = 'held' and ${only}
      order by bought_at, ticket_id limit ${limit}`.execute(on);
    return rows.map(ticketOf);
  };
  return {
    async find(id) {
      const { rows } = await sql<Row>`select * from tickets where ticket_id = ${id}`.execute(kysely);
      return rows[0] && ticketOf(rows[0]);
    },
    async add(transaction, { id, showId, accountId, price, place, roomPassword }) {
      const { rows } = await sql`
        insert into tickets (ticket_id, show_id, account_id, price, place, room_password)
        values (${id}, ${showId}, ${accountId}, ${price}, ${JSON.stringify(place)}::jsonb, ${roomPassword}) on conflict do nothing returning 1`.execute(
        transaction,
      );
      return rows.length > 0;
    },
    async listOwned(accountId, showIds) {
      if (showIds.length === 0) return new Set();
      const { rows } = await sql<{ show_id: Uuid }>`
        select show_id from tickets
        where account_id = ${accountId} and show_id = any(${[...showIds]}) and state <> 'returned'`.execute(
        kysely,
      );
      return new Set(rows.map(({ show_id: id }) => id));
    },
    listHeld: (showId, limit = ALL) => listHeld(kysely, showId, limit),
    listHeldIn: (transaction, showId) =>
      listHeld(transaction, showId, ALL, sql`outcome is distinct from 'returned'`),
    async listOf({ id, endedAt }) {
      const { rows } = await sql<Row>`
        select * from tickets where show_id = ${id}
          and (settled_at is null or settled_at >= ${new Date(endedAt ?? 0)})`.execute(kysely);
      return rows.map(ticketOf);
    },
    async decide(decisions, transaction) {
      if (decisions.length === 0) return 0;
      const { rows } = await sql`
        update tickets t set outcome = d.outcome
        from unnest(${decisions.map(({ id }) => id)}::uuid[], ${decisions.map(({ outcome }) => outcome)}::text[]) d (id, outcome)
        where t.ticket_id = d.id and t.outcome is null returning 1`.execute(transaction ?? kysely);
      return rows.length;
    },
    async findOf(showId, accountId) {
      const { rows } = await sql<Row>`
        select * from tickets where show_id = ${showId} and account_id = ${accountId}
        order by bought_at desc limit 1`.execute(kysely);
      return rows[0] && ticketOf(rows[0]);
    },
    async findHeld(showId, accountId) {
      const { rows } = await sql<Row>`
        select * from tickets
        where show_id = ${showId} and account_id = ${accountId} and state = 'held'
          and outcome is distinct from 'returned'`.execute(kysely);
      return rows[0] && ticketOf(rows[0]);
    },
    async listLive(ids) {
      const { rows } = await sql<{ ticket_id: Uuid }>`
        select ticket_id from tickets where ticket_id = any(${[...ids]}) and state = 'held'`.execute(kysely);
      return rows.map(({ ticket_id: id }) => id);
    },
    async noteWatched(watched) {
      if (watched.length === 0) return;
      await sql`
        update tickets t set watched_ms = w.ms, joined_at = coalesce(t.joined_at, least(clock_timestamp(),
          (select ended_at from ticket_shows s where s.show_id = t.show_id)))
        from unnest(${watched.map(({ id }) => id)}::uuid[], ${watched.map(({ ms }) => ms)}::bigint[]) w (id, ms)
        where t.ticket_id = w.id and t.watched_ms < w.ms`.execute(kysely);
    },
    async settle(id, state) {
      const { rows } = await sql`
        update tickets set state = ${state}, settled_at = clock_timestamp(), place = null, room_password = null
        where ticket_id = ${id} and state = 'held' returning 1`.execute(kysely);
      return rows.length > 0;
    },
  };
}
