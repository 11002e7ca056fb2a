import type { AccountId, Uuid } from '@klieg/kernel';
import { sql } from 'kysely';
import type { Database, Transaction } from '#site/platform/postgres/index.ts';
import type { ActPlace } from './act-rules.ts';
import { modeOf } from '../room-mode.ts';
import type { RoomRow } from '../room-store.ts';
import { type GivenSeat, openSeating } from './seats.ts';

/** Whether a person, by the key `a{id}` or `g{id}`, has a seat in a room's show. */
export interface SeatAsk {
  readonly roomId: AccountId;
  readonly personKey: string;
}

/** A seat that a show has given. */
export interface HeldSeat {
  readonly seat: GivenSeat;
  /** Media delivered to them counts for this meter; null if not counted. */
  readonly meterId: Uuid | null;
}

/** Who has a seat in the show of a room; the machines of shows write it in their own transactions. */
export interface SeatStore {
  listOf(roomId: AccountId): Promise<Readonly<Record<string, GivenSeat>>>;
  /** The seats of those of the given objects who have one; one database query, none for an empty list. */
  listGiven(asks: readonly SeatAsk[]): Promise<ReadonlyMap<SeatAsk, HeldSeat>>;
  /** Somebody's seat in the running show; undefined: none is running, or they wait outside. */
  findPlace(roomId: AccountId, personKey: string): Promise<ActPlace | undefined>;
  give(
    transaction: Transaction,
    roomId: AccountId,
    personKey: string,
    held: Pick<HeldSeat, 'seat'> & Partial<HeldSeat>,
  ): Promise<void>;
  /** Seats of a kind for many at once, each with a meter of their own. */
  giveAll(
    transaction: Transaction,
    roomId: AccountId,
    seat: GivenSeat,
    people: readonly { readonly personKey: string; readonly meterId: Uuid }[],
  ): Promise<void>;
  take(transaction: Transaction, roomId: AccountId, personKey: string): Promise<void>;
  /** The seats whose meters these are, and nobody else's. */
  takeMetered(transaction: Transaction, roomId: AccountId, meterIds: readonly Uuid[]): Promise<void>;
  /** The show is over. */
  clear(transaction: Transaction, roomId: AccountId): Promise<void>;
}

export function makeSeatStore({ kysely }: Pick<Database, 'kysely'>): SeatStore {
  return {
    async listOf(roomId) {
      const { rows } = await sql<{ person_key: string; seat: GivenSeat }>`
        select person_key, seat from room_seats where room_id = ${roomId}`.execute(kysely);
      return Object.fromEntries(rows.map(({ person_key: key, seat }) => [key, seat]));
    },
    async listGiven(asks) {
      if (asks.length === 0) return new Map();
      const { rows } = await sql<{ place: number; seat: GivenSeat; meter_id: Uuid | null }>`
        select asked.place, seat, meter_id from unnest(
          ${asks.map(({ roomId }) => roomId)}::bigint[],
          ${asks.map(({ personKey }) => personKey)}::text[]
        ) with ordinality as asked (room_id, person_key, place)
        join room_seats using (room_id, person_key)`.execute(kysely);
      return new Map(rows.map(({ place, seat, meter_id: meterId }) => [asks[place - 1]!, { seat, meterId }]));
    },
    async findPlace(roomId, personKey) {
      const { rows } = await sql<Pick<RoomRow, 'status' | 'previousStatus'> & { seat: GivenSeat }>`
        select status, previous_status "previousStatus", seat
        from room_seats join rooms on account_id = room_id
        where room_id = ${roomId} and person_key = ${personKey}`.execute(kysely);
      const [found] = rows;
      const mode = found ? modeOf(found) : openSeating.mode;
      return found && mode !== openSeating.mode ? { mode, seat: found.seat } : undefined;
    },
    async give(transaction, roomId, personKey, { seat, meterId = null }) {
      await sql`
        insert into room_seats (room_id, person_key, seat, meter_id)
        values (${roomId}, ${personKey}, ${seat}, ${meterId})
        on conflict (room_id, person_key) do update
        set seat = excluded.seat, meter_id = excluded.meter_id`.execute(transaction);
    },
    async giveAll(transaction, roomId, seat, people) {
      if (people.length === 0) return;
      await sql`
        insert into room_seats (room_id, person_key, seat, meter_id)
        select ${roomId}, person_key, ${seat}, meter_id from unnest(
          ${people.map(({ personKey }) => personKey)}::text[], ${people.map(({ meterId }) => meterId)}::uuid[]
        ) as given (person_key, meter_id)
        on conflict (room_id, person_key) do update
        set seat = excluded.seat, meter_id = excluded.meter_id`.execute(transaction);
    },
    async take(transaction, roomId, personKey) {
      await sql`delete from room_seats where room_id = ${roomId} and person_key = ${personKey}`.execute(
        transaction,
      );
    },
    async takeMetered(transaction, roomId, meterIds) {
      await sql`
        delete from room_seats
        where room_id = ${roomId} and meter_id = any(${[...meterIds]}::uuid[])`.execute(transaction);
    },
    async clear(transaction, roomId) {
      await sql`delete from room_seats where room_id = ${roomId}`.execute(transaction);
    },
  };
}
