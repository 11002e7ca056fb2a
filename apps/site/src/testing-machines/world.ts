import type { Bus } from '@klieg/contract/bus';
import type { AccountId, Clock, Uuid } from '@klieg/kernel';
import type { Random } from '@klieg/testing/random';
import type { Account } from '../features/identity/index.ts';
import type { Books } from './books.ts';
import { type Gate, makeGate } from './gate.ts';
import { makeMedia, makePieces, type Metered, type Pieces } from './media.ts';
import { makeNodeParts, type NodeParts, type Surroundings } from './node.ts';
import { composeNodeShows } from './node-shows.ts';
import { composeNodeTickets } from './node-tickets.ts';
import { type SeenMoney, watchLedger } from './watch-ledger.ts';

/** One process of the site. */
export type LiveNode = NodeParts &
  ReturnType<typeof composeNodeShows> &
  ReturnType<typeof composeNodeTickets> & {
    readonly gate: Gate;
    /** What of the media's facts has reached it since it is up. */
    readonly heard: Pieces;
    hear(fact: Metered): void;
  };

export type NodeName = 'a' | 'b';

/** Two rooms, four viewers, two nodes and a media process, in a time that passes only when it is told to. */
export interface World {
  readonly random: Random;
  readonly books: Books;
  readonly money: SeenMoney;
  readonly rooms: readonly AccountId[];
  readonly viewers: readonly AccountId[];
  readonly people: Map<AccountId, Account>;
  readonly here: Set<AccountId>;
  readonly stalled: Set<AccountId>;
  readonly blocks: Set<string>;
  readonly putOut: Set<string>;
  /** Who was ever put out of a room. */
  readonly maybeOut: Set<string>;
  readonly discounts: Map<AccountId, number>;
  /** The last key of each kind of call. */
  readonly keys: Map<string, Uuid>;
  readonly recordings: Surroundings['recordings'];
  readonly media: ReturnType<typeof makeMedia>;
  readonly nodes: Map<NodeName, LiveNode>;
  readonly faults: unknown[];
  /** Holds that somebody else has freed, or whose tokens are gone. */
  readonly lost: Set<Uuid>;
  /** What was bought, for those who take it back. */
  readonly bought: { readonly id: Uuid; readonly person: AccountId; readonly amountTokens: number }[];
  /** What came to somebody's tokens, less what left them for nobody of this world. */
  readonly given: Map<AccountId, number>;
  /** What performers earned beside shows. */
  readonly tips: Map<AccountId, number>;
  readonly time: WorldTime;
  /** So many reports of the media process get lost. */
  reportsLost: number;
  /** Grows with everything that may cost somebody exact seconds: a kill, a gap, an answer that never came. */
  troubles: number;
  /** Reports that come later. */
  readonly late: Metered[];
  startNode(name: NodeName): void;
  killNode(name: NodeName): void;
  freshKey(): Uuid;
  /** Resolves when nobody does anything any more. */
  idle(): Promise<void>;
}

export interface WorldTime {
  /** Unix milliseconds of the database. */
  databaseMs: number;
  monotonicMs: number;
  /** How far the clock of a node is ahead of the database's. */
  readonly aheadMs: Map<NodeName, number>;
}

const NOON = Date.parse('2026-11-20T12:00:00Z');
export const pairKey = (one: AccountId, other: AccountId): string => `${one} ${other}`;

const settingsOf = (random: Random) => ({
  private_cost: 6 + random(90),
  exclusive_cost: 6 + random(120),
  private_enabled: true,
  private_min_minutes: 1 + random(2),
  spy_cost: 6 * (1 + random(3)),
  spy_preview_seconds: 15,
  cam_password: null,
  blocked_countries: [],
  blocked_states: [],
});

const personOf = (id: number, type: 'model' | 'other', random: Random): Account =>
  ({
    id,
    username: `p${id}`,
    type,
    complianceStatus: 'approved',
    countryCode: null,
    lastLoginCountry: null,
    suspendedAt: null,
    settings: settingsOf(random),
  }) as unknown as Account;

/** A hub of reports for one node. */
function makeNodeBus() {
  const handlers: ((message: unknown, subject: string) => void)[] = [];
  const bus: Bus = {
    publish: () => undefined,
    subscribe(_subject, handler) {
      handlers.push(handler);
      return () => undefined;
    },
    ready: () => Promise.resolve(),
    close: () => Promise.resolve(),
  };
  return { bus, tell: (fact: Metered) => handlers.forEach((handler) => handler(fact, '')) };
}

/** A UUIDv7 of a moment that only the dice decide. */
function makeFreshKey(random: Random, now: () => number) {
  const hex = (digits: number): string =>
    Array.from({ length: digits }, () => random(16).toString(16)).join('');
  return (): Uuid => {
    const time = now().toString(16).padStart(12, '0');
    return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(3)}-8${hex(3)}-${hex(12)}` as Uuid;
  };
}

function makeLiveNode(world: World, name: NodeName): LiveNode {
  const { time, random } = world;
  const gate = makeGate(random, () => void (world.troubles += 1));
  const { bus, tell } = makeNodeBus();
  const surroundings: Surroundings = {
    books: world.books,
    bus,
    now: () => time.monotonicMs,
    person: (id) => world.people.get(id),
    areApart: (one, other) => world.blocks.has(pairKey(one, other)) || world.blocks.has(pairKey(other, one)),
    isPutOut: (room, viewer) => world.putOut.has(pairKey(room, viewer)),
    discountOf: (room) => world.discounts.get(room) ?? 0,
    isHere: (personKey) => world.here.has(Number(personKey.slice(1)) as AccountId),
    recordings: world.recordings,
    onFault: (fault) => void world.faults.push(fault),
  };
  const clock = { now: () => time.databaseMs + (time.aheadMs.get(name) ?? 0) };
  const parts = makeNodeParts(`${name}${(lastNode += 1)}`, surroundings, gate, clock as Clock);
  const heard = makePieces();
  return {
    ...parts,
    ...composeNodeShows(parts),
    ...composeNodeTickets(parts),
    gate,
    heard,
    hear(fact) {
      heard.add(fact);
      tell(fact);
    },
  };
}
let lastNode = 0;

export const newTime = (databaseMs = NOON): WorldTime => ({ databaseMs, monotonicMs: 0, aheadMs: new Map() });

/** @param its.firstId of its people: rooms come first, then viewers */
export function makeWorld(its: {
  readonly random: Random;
  readonly time: WorldTime;
  readonly books: Books;
  readonly firstId?: number;
}): World {
  const { random, time, firstId = 1_000 } = its;
  const { ledger, seen } = watchLedger(its.books.ledger);
  const rooms = [0, 1].map((at) => (firstId + at) as AccountId);
  const viewers = [2, 3, 4, 5].map((at) => (firstId + at) as AccountId);
  const nodes = new Map<NodeName, LiveNode>();
  const gates: Gate[] = [];
  const world: World = {
    random,
    books: { ...its.books, ledger },
    money: seen,
    rooms,
    viewers,
    people: new Map([
      ...rooms.map((id) => [id, personOf(id, 'model', random)] as const),
      ...viewers.map((id) => [id, personOf(id, 'other', random)] as const),
    ]),
    here: new Set(viewers),
    stalled: new Set(),
    blocks: new Set(),
    putOut: new Set(),
    maybeOut: new Set(),
    discounts: new Map(),
    keys: new Map(),
    recordings: new Map(),
    media: makeMedia(),
    nodes,
    faults: [],
    lost: new Set(),
    bought: [],
    given: new Map(),
    tips: new Map(),
    time,
    reportsLost: 0,
    troubles: 0,
    late: [],
    startNode(name) {
      if (nodes.has(name)) return;
      const node = makeLiveNode(world, name);
      nodes.set(name, node);
      gates.push(node.gate);
      world.troubles += 1;
    },
    killNode(name) {
      nodes.get(name)?.gate.kill();
      nodes.delete(name);
      world.troubles += 1;
    },
    freshKey: makeFreshKey(random, () => time.databaseMs),
    async idle() {
      await new Promise(setImmediate);
      while (gates.some(({ busy }) => busy > 0)) await new Promise((resolve) => setTimeout(resolve, 1));
    },
  };
  return world;
}
