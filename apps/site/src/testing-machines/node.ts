import type { Bus } from '@klieg/contract/bus';
import { type AccountId, AppError, type Clock, silentLog, type Uuid } from '@klieg/kernel';
import { decide } from '../features/broadcast/life/broadcast-life.ts';
import type { Account } from '../features/identity/index.ts';
import type { Ledger } from '../features/ledger/index.ts';
import { makeLiveMachines } from '../features/ledger/holds/live-machines.ts';
import type { RoomHub } from '../features/rooms/index.ts';
import { makeDeliveries } from '../features/shows/meters/deliveries.ts';
import type { Together } from '../features/shows/privates/kept-apart.ts';
import { makeObstacles } from '../features/shows/privates/obstacles.ts';
import { makeWallet } from '../features/wallet/index.ts';
import type { Transaction } from '../platform/postgres/index.ts';
import type { Books } from './books.ts';
import { DiedError, type Gate } from './gate.ts';

/** What a node meets outside of its process. */
export interface Surroundings {
  readonly books: Books;
  readonly bus: Bus;
  /** Monotonic milliseconds. */
  readonly now: () => number;
  readonly person: (id: AccountId) => Account | undefined;
  readonly areApart: (one: AccountId, other: AccountId) => boolean;
  readonly isPutOut: (room: AccountId, viewer: AccountId) => boolean;
  /** Percent. */
  readonly discountOf: (room: AccountId) => number;
  readonly isHere: (personKey: string) => boolean;
  readonly recordings: Map<Uuid, 'recording' | 'ready' | 'failed'>;
  /** Something was thrown that is no refusal. */
  readonly onFault: (fault: unknown) => void;
}

/** Says nothing to anybody: pages read everything again. */
export const silent = <News extends object>(): News =>
  new Proxy({}, { get: () => () => undefined }) as unknown as News;

/** What the process was killed by, or nobody could answer, is no fault of the machines. */
export const isExpected = (error: unknown): boolean =>
  error instanceof DiedError || (error instanceof AppError && error.code === 'common.unavailable');

type Also = (transaction: Transaction) => Promise<void>;

/** A room's status changes as broadcasts change it, without a picture that would be told of it. */
function makeRunRoom(rooms: Books['rooms'], clock: Clock) {
  return async (
    { id }: { readonly id: AccountId },
    input: Parameters<typeof decide>[1],
    { also, first }: { readonly also?: Also; readonly first?: () => void } = {},
  ) => {
    for (;;) {
      const row = await rooms.get(id);
      const decision = decide(row, input, clock.now());
      if ('refusal' in decision) throw new AppError(decision.refusal);
      if (!decision.change) return row;
      const changed = await rooms.change(id, row.version, decision.change, async (_row, transaction) =>
        also?.(transaction),
      );
      if (!changed) continue;
      first?.();
      return changed;
    }
  };
}

const FRESH_NAME = 's'.repeat(22);

/** What the use cases of all machines on one node share. */
export function makeNodeParts(name: string, world: Surroundings, gate: Gate, clock: Clock) {
  const { books } = world;
  const rooms = gate.guard(books.rooms);
  const runRoom = makeRunRoom(rooms, clock);
  const ledger = gate.guardLedger(books.ledger) as unknown as Ledger;
  const presence = {
    socketsOf: (key: string) => (world.isHere(key) ? [1] : []),
    isElsewhere: () => false,
  };
  return {
    world,
    node: name,
    database: gate.guardDatabase(books.database),
    accounts: gate.guard({
      findById: async (id: AccountId) => world.person(id),
      findByUsername: async (username: string) => world.person(Number(username.slice(1)) as AccountId),
      listByIds: async (ids: readonly AccountId[]) => ids.flatMap((id) => world.person(id) ?? []),
    }),
    blocks: gate.guard({
      listApart: async (pairs: readonly (readonly [AccountId, AccountId])[]) =>
        new Set(pairs.flatMap(([one, other], at) => (world.areApart(one, other) ? [at] : []))),
    }),
    apart: gate.guard({
      list: async (pairs: readonly Together[]) =>
        new Set(
          pairs.flatMap(({ ownerId, accountId }, at) =>
            world.areApart(ownerId, accountId) || world.isPutOut(ownerId, accountId) ? [at] : [],
          ),
        ),
    }),
    hub: { find: () => ({ presence }), command: () => undefined } as unknown as Pick<
      RoomHub,
      'find' | 'command'
    >,
    rooms,
    runRoom,
    broadcasts: {
      beginShow: (
        owner: Account,
        { mode, also }: { readonly mode: 'private' | 'limited'; readonly also: Also },
      ) => runRoom(owner, { kind: 'begin_show', mode, streamName: FRESH_NAME }, { also }),
      endShow: (
        owner: Account,
        {
          mode,
          ...beside
        }: { readonly mode: 'private' | 'limited'; readonly also: Also; readonly first?: () => void },
      ) => runRoom(owner, { kind: 'end_show', mode, streamName: FRESH_NAME }, beside),
    },
    seats: gate.guard(books.seats),
    seatRoom: async () => undefined,
    endRight: async () => undefined,
    privates: gate.guard(books.privates),
    extensions: gate.guard(books.extensions),
    meterStore: gate.guard(books.meterStore),
    spyStore: gate.guard(books.spyStore),
    places: gate.guard(books.places),
    shows: gate.guard(books.shows),
    tickets: gate.guard(books.tickets),
    rights: gate.guard(books.rights),
    ledger,
    wallet: makeWallet({ ledger, notices: silent(), clock }),
    deliveries: makeDeliveries(world.bus, world.now),
    obstacles: makeObstacles(),
    liveMachines: makeLiveMachines(silentLog),
    isBlockedCountry: () => false,
    now: world.now,
    wallClock: () => clock.now(),
    logged: () => (error: unknown) => {
      if (!isExpected(error) && !gate.isDead) world.onFault(error);
    },
  };
}

export type NodeParts = ReturnType<typeof makeNodeParts>;
