import type { AccountId, Uuid } from '@klieg/kernel';
import { sql } from 'kysely';
import type { Database, Transaction } from '../../platform/postgres/index.ts';

/** The one request, private, spy or place in a group show that somebody has. */
export interface Place {
  readonly placeId: Uuid;
  readonly kind: 'private' | 'spy' | 'group';
  readonly roomId: AccountId;
}

/** Nobody is in two shows (S18): a unique key, and no query, sees to it. */
export interface PlaceStore {
  find(accountId: AccountId): Promise<Place | undefined>;
  /** Seats somebody in a show. @returns the place that the same person already has in another show; undefined: they had none, and have this one now */
  take(transaction: Transaction, accountId: AccountId, place: Place): Promise<Place | undefined>;
  leave(transaction: Transaction, placeIds: readonly Uuid[]): Promise<void>;
}

interface Row {
  readonly place_id: Uuid;
  readonly kind: Place['kind'];
  readonly room_id: AccountId;
}
const placeOf = (row: Row): Place => ({ placeId: row.place_id, kind: row.kind, roomId: row.room_id });

export function makePlaceStore({ kysely }: Pick<Database, 'kysely'>): PlaceStore {
  return {
    async find(accountId) {
      const { rows } = await sql<Row>`select * from show_places where account_id = ${accountId}`.execute(
        kysely,
      );
      return rows[0] && placeOf(rows[0]);
    },
    async take(transaction, accountId, { placeId, kind, roomId }) {
      const { rows } = await sql<Row>`
        insert into show_places as p (account_id, place_id, kind, room_id)
        values (${accountId}, ${placeId}, ${kind}, ${roomId})
        on conflict (account_id) do update set kind = p.kind returning *`.execute(transaction);
      const found = placeOf(rows[0]!);
      return found.placeId === placeId ? undefined : found;
    },
    async leave(transaction, placeIds) {
      await sql`delete from show_places where place_id = any(${[...placeIds]})`.execute(transaction);
    },
  };
}
