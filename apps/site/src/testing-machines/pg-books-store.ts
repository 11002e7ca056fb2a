import type { AccountId, Uuid } from '@klieg/kernel';
import { silentLog } from '@klieg/kernel';
import { sql } from 'kysely';
import { makeLedger } from '../features/ledger/make-ledger.ts';
import type { HeldSeat } from '../features/rooms/seats/seat-store.ts';
import { makeSeatStore } from '../features/rooms/seats/seat-store.ts';
import { makeRoomStore } from '../features/rooms/room-store.ts';
import { makeExtensionStore } from '../features/shows/privates/extension-store.ts';
import { makeMeterStore } from '../features/shows/meters/meter-store.ts';
import { makePlaceStore } from '../features/shows/place-store.ts';
import { makePrivateStore } from '../features/shows/privates/private-store.ts';
import { makeSpyStore } from '../features/shows/spies/spy-store.ts';
import { makeRecordingRightStore } from '../features/ticket-shows/recording-right-store.ts';
import { makeTicketShowStore } from '../features/ticket-shows/show-store.ts';
import { makeTicketStore } from '../features/ticket-shows/ticket-store.ts';
import type { Database } from '../platform/postgres/index.ts';
import type { Books } from './books.ts';
import type { Tables } from './memory-tables.ts';
import type { WorldTime } from './world.ts';

/** Columns that are filled by the database's clock where nobody names them. */
const OWN_TIMES = [
  ['privates', 'asked_at'],
  ['spies', 'began_at'],
  ['ticket_shows', 'announced_at'],
  ['tickets', 'bought_at'],
  ['ticket_recordings', 'bought_at'],
] as const;

/**
 * From the next connection on the database's clock is a row that a test writes: functions of its name are found first.
 * @param name of the database
 */
export async function takeClock(owner: Pick<Database, 'pool'>, name: string): Promise<void> {
  await owner.pool.query(`
    create schema world;
    grant usage on schema world to public;
    create table world.clock (at timestamptz not null);
    insert into world.clock values (pg_catalog.now());
    grant select, update on world.clock to public;
    create function world.clock_timestamp() returns timestamptz language sql as 'select at from world.clock';
    create function world.now() returns timestamptz language sql as 'select at from world.clock';
    alter database ${name} set search_path = world, public, pg_catalog;`);
  for (const [table, column] of OWN_TIMES)
    await owner.pool.query(`alter table ${table} alter ${column} set default world.clock_timestamp()`);
}

/** People of one world, who need rows of their own. */
export async function addPeople(owner: Pick<Database, 'pool'>, firstId: number): Promise<void> {
  await owner.pool.query(
    `insert into accounts (id, username, display_name, email, password_hash, gender, type, birth_date)
     overriding system value
     select id, 'p' || id, 'p' || id, '', '', 'f', 'other', '1990-05-01' from generate_series($1::int, $1::int + 5) id`,
    [firstId],
  );
}

const byId = async <Row extends { readonly id: Uuid }>(
  rows: readonly { readonly id: Uuid }[],
  find: (id: Uuid) => Promise<Row | undefined>,
) => {
  const found = await Promise.all(rows.map(({ id }) => find(id)));
  return new Map(found.flatMap((row) => (row ? [[row.id, row] as const] : [])));
};

/** Reads all of a world as the stores see it. */
function makeRead({ kysely }: Database, books: Omit<Books, 'read'>, rooms: readonly AccountId[]) {
  const idsOf = async (table: string, id: string, room: string) =>
    (
      await sql<{ id: Uuid }>`
        select ${sql.ref(id)} id from ${sql.table(table)} where ${sql.ref(room)} = any(${[...rooms]})`.execute(
        kysely,
      )
    ).rows;
  const ofShows = async (table: string, id: string) =>
    (
      await sql<{ id: Uuid }>`
        select ${sql.ref(id)} id from ${sql.table(table)} join ticket_shows using (show_id)
        where room_id = any(${[...rooms]})`.execute(kysely)
    ).rows;
  return async (): Promise<Tables> => {
    const shows = await byId(await idsOf('ticket_shows', 'show_id', 'room_id'), books.shows.find);
    const { rows: closed } = await sql<{ id: Uuid; at: Date }>`
      select show_id id, closed_at at from ticket_shows
      where room_id = any(${[...rooms]}) and closed_at is not null`.execute(kysely);
    const closedAt = new Map(closed.map(({ id, at }) => [id, at.getTime()]));
    const { rows: seats } = await sql<{ room: AccountId; key: string } & HeldSeat>`
      select room_id room, person_key key, seat, meter_id "meterId" from room_seats
      where room_id = any(${[...rooms]})`.execute(kysely);
    const { rows: places } = await sql<{
      account: AccountId;
      placeId: Uuid;
      kind: 'private';
      roomId: AccountId;
    }>`
      select account_id account, place_id "placeId", kind, room_id "roomId" from show_places
      where room_id = any(${[...rooms]})`.execute(kysely);
    return {
      rooms: new Map((await books.rooms.listOf(rooms)).map((row) => [row.accountId, row])),
      seats: new Map(
        seats.map(({ room, key, ...seat }) => [`${room} ${key}`, { ...seat, roomId: room, personKey: key }]),
      ),
      privates: await byId(await idsOf('privates', 'show_id', 'room_id'), books.privates.find),
      meters: await byId(await idsOf('show_meters', 'meter_id', 'receiver_id'), books.meterStore.find),
      spies: await byId(await idsOf('spies', 'spy_id', 'room_id'), books.spyStore.find),
      places: new Map(places.map(({ account, ...place }) => [account, place])),
      shows: new Map([...shows].map(([id, show]) => [id, { ...show, closedAt: closedAt.get(id) ?? null }])),
      tickets: await byId(await ofShows('tickets', 'ticket_id'), books.tickets.find),
      rights: await byId(await ofShows('ticket_recordings', 'right_id'), books.rights.find),
    } as unknown as Tables;
  };
}

/** The product's own stores and ledger, for the rooms of one world. */
export function makePgBooks(database: Database, time: WorldTime, firstId: number): Books {
  const rooms = [firstId, firstId + 1].map((id) => id as AccountId);
  const books = {
    database,
    rooms: makeRoomStore(database),
    seats: makeSeatStore(database),
    privates: makePrivateStore(database),
    extensions: makeExtensionStore(database),
    meterStore: makeMeterStore(database),
    spyStore: makeSpyStore(database),
    places: makePlaceStore(database),
    shows: makeTicketShowStore(database),
    tickets: makeTicketStore(database),
    rights: makeRecordingRightStore(database),
    ledger: makeLedger({ database, clock: { now: () => time.databaseMs }, log: silentLog }),
    tellTime: async (ms: number) => {
      await database.pool.query('update world.clock set at = $1', [new Date(ms)]);
    },
  };
  return { ...books, read: makeRead(database, books, rooms) };
}

/** A database's clock that runs on, and can be set forward. Connections that are open already keep their own. */
export const shiftClock = {
  /** @param name of the database */
  async take(owner: Pick<Database, 'pool'>, name: string): Promise<void> {
    await owner.pool.query(`
      create schema world;
      grant usage on schema world to public;
      create table world.shift (by interval not null);
      insert into world.shift values ('0 seconds');
      grant select, update on world.shift to public;
      create function world.clock_timestamp() returns timestamptz language sql
        as 'select pg_catalog.clock_timestamp() + by from world.shift';
      create function world.now() returns timestamptz language sql
        as 'select pg_catalog.now() + by from world.shift';
      alter database ${name} set search_path = world, public, pg_catalog;`);
  },
  async byAnHour({ pool }: Pick<Database, 'pool'>): Promise<void> {
    await pool.query(`update world.shift set by = by + interval '1 hour'`);
  },
};
