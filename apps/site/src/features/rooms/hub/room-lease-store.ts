import type { AccountId } from '@klieg/kernel';
import { sql } from 'kysely';
import { askByKey, type Database } from '#site/platform/postgres/index.ts';
import { LEASE_MS, type RoomLease } from './room-replica.ts';

/** Which node owns which room. */
export interface RoomLeases {
  /**
   * Takes a room that nobody else holds, each time under a new term; answers who holds it now.
   */
  claim(roomId: AccountId): Promise<RoomLease>;
  /** Holds what this node has for another while. @returns the rooms that it still has */
  renew(): Promise<ReadonlySet<AccountId>>;
  /** Gives a room up at once. */
  release(roomId: AccountId): Promise<void>;
  /** Address of the sockets of the node that holds a room; null where that is everywhere. */
  addressOf(roomId: AccountId): Promise<string | null>;
}

const SECONDS = LEASE_MS / 1_000;

/** Leases by the database's clock; they survive the loss of the bus. */
export function makeRoomLeaseStore(
  { kysely }: Database,
  { node, address }: { readonly node: string; readonly address: string | null },
): RoomLeases {
  const findAddress = askByKey(async (roomIds: readonly AccountId[]) => {
    const { rows } = await sql<{ room_id: AccountId; address: string | null }>`
      select room_id, address from room_leases
      where room_id = any(${roomIds}) and expires_at >= now()`.execute(kysely);
    return new Map(rows.map((row) => [row.room_id, row.address]));
  });

  return {
    async claim(roomId) {
      await sql`
        insert into room_leases (room_id, node, address, term, expires_at)
        values (${roomId}, ${node}, ${address}, 1, now() + make_interval(secs => ${SECONDS}))
        on conflict (room_id) do update set node = excluded.node, address = excluded.address,
          term = room_leases.term + 1, expires_at = excluded.expires_at
        where room_leases.expires_at < now() or room_leases.node = excluded.node`.execute(kysely);
      const { rows } = await sql<{ node: string; term: number }>`
        select node, term from room_leases where room_id = ${roomId}`.execute(kysely);
      return rows[0]!;
    },
    async renew() {
      const { rows } = await sql<{ room_id: AccountId }>`
        update room_leases set expires_at = now() + make_interval(secs => ${SECONDS})
        where node = ${node} and expires_at >= now() returning room_id`.execute(kysely);
      return new Set(rows.map((row) => row.room_id));
    },
    async release(roomId) {
      await sql`
        update room_leases set expires_at = now() - interval '1 second'
        where room_id = ${roomId} and node = ${node}`.execute(kysely);
    },
    addressOf: async (roomId) => (await findAddress(roomId)) ?? null,
  };
}

/** For a site of one node: every room is its own, and no database is asked. */
export function makeOwnLeases(node: string): RoomLeases {
  const own = new Set<AccountId>();
  let term = 0;
  return {
    claim(roomId) {
      own.add(roomId);
      term += 1;
      return Promise.resolve({ node, term });
    },
    renew: () => Promise.resolve(own),
    release: (roomId) => Promise.resolve(void own.delete(roomId)),
    addressOf: () => Promise.resolve(null),
  };
}
