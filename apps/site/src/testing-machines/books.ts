import type { SeatStore } from '../features/rooms/seats/seat-store.ts';
import type { ExtensionStore } from '../features/shows/privates/extension-store.ts';
import type { MeterStore } from '../features/shows/meters/meter-store.ts';
import type { PlaceStore } from '../features/shows/place-store.ts';
import type { PrivateStore } from '../features/shows/privates/private-store.ts';
import type { SpyStore } from '../features/shows/spies/spy-store.ts';
import type { RecordingRightStore } from '../features/ticket-shows/recording-right-store.ts';
import type { TicketShowStore } from '../features/ticket-shows/show-store.ts';
import type { TicketStore } from '../features/ticket-shows/ticket-store.ts';
import type { Database } from '../platform/postgres/index.ts';
import { type MachineLedger, makeMemoryLedger } from './memory-ledger.ts';
import { makeRooms, makeSeats, type RoomRows } from './memory-rooms.ts';
import {
  makeExtensions,
  makeMeterRows,
  makePlaces,
  makePrivates,
  makeSpyRows,
} from './memory-show-stores.ts';
import { makeMemoryDatabase, type Tables } from './memory-tables.ts';
import { makeRights, makeTicketRows, makeTicketShows } from './memory-ticket-stores.ts';

/** Everything that outlives a node. */
export interface Books {
  readonly database: Pick<Database, 'kysely'>;
  readonly rooms: RoomRows;
  readonly seats: SeatStore;
  readonly privates: PrivateStore;
  readonly extensions: ExtensionStore;
  readonly meterStore: MeterStore;
  readonly spyStore: SpyStore;
  readonly places: PlaceStore;
  readonly shows: TicketShowStore;
  readonly tickets: TicketStore;
  readonly rights: RecordingRightStore;
  readonly ledger: MachineLedger;
  /** The database's clock is so late, in Unix milliseconds. */
  tellTime(ms: number): Promise<void>;
  /** All rows as they are committed. */
  read(): Promise<Tables>;
}

/** @param now Unix milliseconds of the database */
export function makeMemoryBooks(now: () => number): Books {
  const memory = makeMemoryDatabase();
  return {
    database: memory,
    rooms: makeRooms(memory, now),
    seats: makeSeats(memory),
    privates: makePrivates(memory, now),
    extensions: makeExtensions(memory, now),
    meterStore: makeMeterRows(memory),
    spyStore: makeSpyRows(memory, now),
    places: makePlaces(memory),
    shows: makeTicketShows(memory, now),
    tickets: makeTicketRows(memory, now),
    rights: makeRights(memory, now),
    ledger: makeMemoryLedger(now),
    tellTime: async () => undefined,
    read: async () => memory.of(),
  };
}
