import type { AccountId, Uuid } from '@klieg/kernel';
import type { MeterRow } from '../features/shows/meters/meter-store.ts';
import type { Place } from '../features/shows/place-store.ts';
import type { Private } from '../features/shows/privates/private-rules.ts';
import type { Spy } from '../features/shows/spies/spy-store.ts';
import type { RecordingRight } from '../features/ticket-shows/recording-right-store.ts';
import type { Ticket, TicketShow } from '../features/ticket-shows/ticket-rules.ts';
import type { RoomRow } from '../features/rooms/index.ts';
import type { HeldSeat } from '../features/rooms/seats/seat-store.ts';
import type { Database, Transaction } from '../platform/postgres/index.ts';

/* A database of maps: rows are never changed, only replaced, and transactions come one after the other. */

export type Kept<Row> = Row & { readonly version: number };

export interface Tables {
  readonly rooms: Map<AccountId, RoomRow>;
  /** By room and person's key. */
  readonly seats: Map<string, HeldSeat & { readonly roomId: AccountId; readonly personKey: string }>;
  readonly privates: Map<
    Uuid,
    Private & { readonly askedAt: number; readonly node: string | null; readonly leaseUntil: number }
  >;
  readonly extensions: Map<
    Uuid,
    {
      readonly showId: Uuid;
      readonly seconds: number;
      readonly untilSeconds: number;
      readonly askedAt: number;
      readonly isDone: boolean;
    }
  >;
  readonly meters: Map<Uuid, MeterRow>;
  readonly spies: Map<Uuid, Spy & { readonly endedAt: number | null }>;
  readonly places: Map<AccountId, Place>;
  readonly shows: Map<Uuid, TicketShow & { readonly countedAt: number; readonly closedAt: number | null }>;
  readonly tickets: Map<Uuid, Ticket & { readonly settledAt: number | null }>;
  readonly rights: Map<Uuid, RecordingRight>;
}

export interface MemoryDatabase {
  readonly kysely: Database['kysely'];
  /** The rows as they are committed, or as a transaction has them. */
  of(transaction?: Transaction | Database['kysely']): Tables;
  /** Changes rows in a transaction or, without one, in one of its own. */
  write<T>(transaction: Transaction | undefined, change: (tables: Tables) => T): Promise<T>;
}

const emptyTables = (): Tables => ({
  rooms: new Map(),
  seats: new Map(),
  privates: new Map(),
  extensions: new Map(),
  meters: new Map(),
  spies: new Map(),
  places: new Map(),
  shows: new Map(),
  tickets: new Map(),
  rights: new Map(),
});

const copyOf = (tables: Tables): Tables =>
  Object.fromEntries(
    Object.entries(tables).map(([name, rows]) => [name, new Map(rows)]),
  ) as unknown as Tables;

export function makeMemoryDatabase(): MemoryDatabase {
  let committed = emptyTables();
  let tail: Promise<unknown> = Promise.resolve();
  const tablesOf = new WeakMap<object, Tables>();

  /** One after the other; what fails keeps nobody waiting. */
  const inTurn = <T>(work: () => Promise<T> | T): Promise<T> => {
    const turn = tail.then(work);
    tail = turn.catch(() => undefined);
    return turn;
  };

  const execute = <T>(work: (transaction: Transaction) => Promise<T>): Promise<T> =>
    inTurn(async () => {
      const transaction = {} as Transaction;
      const own = copyOf(committed);
      tablesOf.set(transaction, own);
      const result = await work(transaction);
      committed = own;
      return result;
    });

  return {
    kysely: { transaction: () => ({ execute }) } as unknown as Database['kysely'],
    of: (transaction) => (transaction && tablesOf.get(transaction)) ?? committed,
    write: (transaction, change) =>
      transaction ? Promise.resolve(change(tablesOf.get(transaction)!)) : inTurn(() => change(committed)),
  };
}

/** Changes what a map has under a key; nothing where it has nothing. */
export function alter<Key, Row>(
  rows: Map<Key, Row>,
  key: Key,
  change: (row: Row) => Partial<Row>,
): Row | undefined {
  const row = rows.get(key);
  if (row === undefined) return undefined;
  const changed = { ...row, ...change(row) };
  rows.set(key, changed);
  return changed;
}
