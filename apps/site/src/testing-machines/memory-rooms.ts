import type { AccountId } from '@klieg/kernel';
import { modeOf, openSeating, type RoomRow, type RoomStore } from '../features/rooms/index.ts';
import type { SeatStore } from '../features/rooms/seats/seat-store.ts';
import type { MemoryDatabase } from './memory-tables.ts';

/* Rooms and seats as their stores promise them, kept in maps. */

const ON_AIR = new Set(['online', 'reconnecting', 'private', 'limited', 'standby']);

const emptyRoom = (accountId: AccountId): RoomRow => ({
  accountId,
  status: 'offline',
  previousStatus: null,
  subject: '',
  subjectColor: null,
  broadcastId: null,
  sessionId: null,
  streamName: null,
  width: null,
  height: null,
  streamingTech: 'webrtc',
  standbyEnabled: false,
  standbyNotificationsEnabled: false,
  startedAt: null,
  goneAt: null,
  lastOnlineAt: null,
  version: 0,
  followers: 0,
  ratingCounts: [],
});

export type RoomRows = Pick<RoomStore, 'get' | 'keep' | 'listOf' | 'change'>;

export function makeRooms({ of, kysely }: MemoryDatabase, now: () => number): RoomRows {
  const read = (id: AccountId, tables = of()): RoomRow => tables.rooms.get(id) ?? emptyRoom(id);
  const timeOf = (at: 'now' | null | undefined, before: Date | null): Date | null =>
    at === undefined ? before : at && new Date(now());
  return {
    get: async (id) => read(id),
    keep: async (transaction, id) => read(id, of(transaction)),
    listOf: async (ids) => ids.map((id) => read(id)),
    change: (id, version, { startedAt, goneAt, ...change }, also) =>
      kysely.transaction().execute(async (transaction) => {
        const { rooms } = of(transaction);
        const row = read(id, of(transaction));
        if (row.version !== version) return undefined;
        const changed: RoomRow = {
          ...row,
          ...change,
          startedAt: timeOf(startedAt, row.startedAt),
          goneAt: timeOf(goneAt, row.goneAt),
          lastOnlineAt: ON_AIR.has(row.status) ? new Date(now()) : row.lastOnlineAt,
          version: version + 1,
        };
        rooms.set(id, changed);
        await also?.(changed, transaction);
        return changed;
      }),
  };
}

export function makeSeats({ of, write }: MemoryDatabase): SeatStore {
  const keyOf = (roomId: AccountId, personKey: string): string => `${roomId} ${personKey}`;
  return {
    listOf: async (roomId) =>
      Object.fromEntries(
        [...of().seats.values()]
          .filter((seat) => seat.roomId === roomId)
          .map(({ personKey, seat }) => [personKey, seat]),
      ),
    listGiven: async (asks) =>
      new Map(
        asks.flatMap((ask) => {
          const seat = of().seats.get(keyOf(ask.roomId, ask.personKey));
          return seat ? [[ask, seat] as const] : [];
        }),
      ),
    async findPlace(roomId, personKey) {
      const { seats, rooms } = of();
      const [room, held] = [rooms.get(roomId), seats.get(keyOf(roomId, personKey))];
      const mode = room ? modeOf(room) : openSeating.mode;
      return held && mode !== openSeating.mode ? { mode, seat: held.seat } : undefined;
    },
    give: (transaction, roomId, personKey, { seat, meterId = null }) =>
      write(
        transaction,
        ({ seats }) => void seats.set(keyOf(roomId, personKey), { roomId, personKey, seat, meterId }),
      ),
    giveAll: (transaction, roomId, seat, people) =>
      write(transaction, ({ seats }) => {
        for (const { personKey, meterId } of people)
          seats.set(keyOf(roomId, personKey), { roomId, personKey, seat, meterId });
      }),
    take: (transaction, roomId, personKey) =>
      write(transaction, ({ seats }) => void seats.delete(keyOf(roomId, personKey))),
    takeMetered: (transaction, roomId, meterIds) =>
      write(transaction, ({ seats }) => {
        for (const [key, seat] of seats)
          if (seat.roomId === roomId && seat.meterId !== null && meterIds.includes(seat.meterId))
            seats.delete(key);
      }),
    clear: (transaction, roomId) =>
      write(transaction, ({ seats }) => {
        for (const [key, seat] of seats) if (seat.roomId === roomId) seats.delete(key);
      }),
  };
}
