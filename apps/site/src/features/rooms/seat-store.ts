import type { AccountId } from '@klieg/kernel';
import { sql } from 'kysely';
import type { Database, Transaction } from '../../platform/postgres/index.ts';
import type { GivenSeat } from './seats.ts';

/** Who has a seat in the show of a room; the machines of shows write it in their own transactions. */
export interface SeatStore {
  listOf(roomId: AccountId): Promise<Readonly<Record<string, GivenSeat>>>;
  find(roomId: AccountId, personKey: string): Promise<GivenSeat | undefined>;
  give(transaction: Transaction, roomId: AccountId, personKey: string, seat: GivenSeat): Promise<void>;
  take(transaction: Transaction, roomId: AccountId, personKey: string): Promise<void>;
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
    async find(roomId, personKey) {
      const { rows } = await sql<{ seat: GivenSeat }>`
        select seat from room_seats where room_id = ${roomId} and person_key = ${personKey}`.execute(kysely);
      return rows[0]?.seat;
    },
    async give(transaction, roomId, personKey, seat) {
      await sql`
        insert into room_seats (room_id, person_key, seat) values (${roomId}, ${personKey}, ${seat})
        on conflict (room_id, person_key) do update set seat = excluded.seat`.execute(transaction);
    },
    async take(transaction, roomId, personKey) {
      await sql`delete from room_seats where room_id = ${roomId} and person_key = ${personKey}`.execute(
        transaction,
      );
    },
    async clear(transaction, roomId) {
      await sql`delete from room_seats where room_id = ${roomId}`.execute(transaction);
    },
  };
}
