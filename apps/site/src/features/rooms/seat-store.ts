import type { AccountId } from '@klieg/kernel';
import { sql } from 'kysely';
import { askTogether, type Database, type Transaction } from '../../platform/postgres/index.ts';
import type { GivenSeat } from './seats.ts';

/** Who has a seat in the show of a room; the machines of shows write it in their own transactions. */
export interface SeatStore {
  listOf(roomId: AccountId): Promise<Readonly<Record<string, GivenSeat>>>;
  /** Those who ask at nearly the same time are answered by one statement. */
  find(roomId: AccountId, personKey: string): Promise<GivenSeat | undefined>;
  give(transaction: Transaction, roomId: AccountId, personKey: string, seat: GivenSeat): Promise<void>;
  take(transaction: Transaction, roomId: AccountId, personKey: string): Promise<void>;
  /** The show is over. */
  clear(transaction: Transaction, roomId: AccountId): Promise<void>;
}

export function makeSeatStore({ kysely }: Pick<Database, 'kysely'>): SeatStore {
  const find = askTogether(
    async (asks: readonly { readonly roomId: AccountId; readonly personKey: string }[]) => {
      const { rows } = await sql<{ seat: GivenSeat | null }>`
        select s.seat
        from unnest(${asks.map(({ roomId }) => roomId)}::bigint[], ${asks.map(({ personKey }) => personKey)}::text[])
          with ordinality as ask (room_id, person_key, place)
        left join room_seats s on s.room_id = ask.room_id and s.person_key = ask.person_key
        order by ask.place`.execute(kysely);
      return rows.map(({ seat }) => seat ?? undefined);
    },
  );

  return {
    async listOf(roomId) {
      const { rows } = await sql<{ person_key: string; seat: GivenSeat }>`
        select person_key, seat from room_seats where room_id = ${roomId}`.execute(kysely);
      return Object.fromEntries(rows.map(({ person_key: key, seat }) => [key, seat]));
    },
    find: (roomId, personKey) => find({ roomId, personKey }),
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
