import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { TransactionBuilder } from 'kysely';
import pg from 'pg';

/** A transaction as the guard sees it. */
interface Seen {
  /** Where it began, for the words of the error and for `ALLOWED`. */
  readonly begun: Error;
  pool?: pg.Pool;
  client?: pg.PoolClient;
  isOpen: boolean;
}

interface Scope {
  /** Whose connection the next one is. */
  readonly opening?: Seen | undefined;
  /** Within which something runs. */
  readonly within?: Seen | undefined;
}

/** What a connection has been asked, and what of it is not answered yet. */
interface Traffic {
  sent: number;
  open: number;
}

/** Transactions that may take a second connection: where they begin and, where not all may, who takes it. */
const ALLOWED: readonly { readonly begins: string; readonly takes?: string; readonly why: string }[] = [
  {
    // Node names a test's file with a query behind it.
    begins: '.test.ts',
    why: 'a test holds a transaction on purpose while others go on, and it is one',
  },
  {
    begins: '/platform/events/outbox.ts:',
    why: 'each node reads one fact at a time, so it holds one connection, and locks only the place of its reader; what follows from a fact may be a whole use case with transactions of its own',
  },
  {
    begins: '/features/earnings/ripen.ts:',
    takes: '/features/ledger/apply/apply-store.ts:',
    why: 'earnings move under the lock of their count, or two sweeps would move them twice; one sweep runs at a time, one person after the other',
  },
  {
    begins: '/features/ledger/feed/feed-readers.ts:',
    takes: '/features/direct-messages/',
    why: 'a tip that stands in a conversation is kept as any message is, by a transaction of its own; a node reads two such feeds at once',
  },
];

/**
 * A transaction whose connection has nothing to do for so long waits for something else. Whoever is started by it and
 * not awaited asks for a connection, too, but then the transaction goes on at once, or ends.
 */
const IDLE_MS = 20;
const IDLE_TURNS = 4;
/** One that is busy for longer than this does not wait for who asked. */
const BUSY_MS = 100;

/** What was installed in this worker, which its files share. */
interface Guard {
  readonly scope: AsyncLocalStorage<Scope>;
  readonly found: string[];
}

const KEY = Symbol.for('klieg.testing-second-connection');
const installed = globalThis as { [KEY]?: Guard };

/**
 * From now on a query fails that an open transaction awaits and that takes another connection of the same pool: as
 * many such transactions at once as the pool has connections would all wait for each other. A repeat does nothing.
 */
export function refuseSecondConnections(): void {
  if (installed[KEY]) return;
  const guard: Guard = { scope: new AsyncLocalStorage(), found: [] };
  installed[KEY] = guard;
  watchTransactions(guard);
  watchPools(guard);
}

/** What was refused since it was asked last. A caller that keeps an error to itself hides it from its test. */
export const takeSecondConnections = (): readonly string[] => installed[KEY]?.found.splice(0) ?? [];

function watchTransactions({ scope }: Guard): void {
  const { prototype } = TransactionBuilder;
  const execute = prototype.execute as (this: unknown, work: (it: unknown) => unknown) => Promise<unknown>;
  prototype.execute = function executeSeen(this: unknown, work: (it: never) => Promise<unknown>) {
    const seen: Seen = { begun: here(), isOpen: true };
    const run = async (transaction: unknown) => {
      try {
        return await work(transaction as never);
      } finally {
        seen.isOpen = false;
      }
    };
    return scope.run({ opening: seen, within: scope.getStore()?.within }, () =>
      execute.call(this, (transaction) => scope.run({ within: seen }, run, transaction)),
    );
  } as never;
}

type Callback = (error: Error | undefined, client?: pg.PoolClient, done?: () => void) => void;
type Connect = (this: pg.Pool, callback?: Callback) => Promise<pg.PoolClient> | undefined;

function watchPools({ scope, found }: Guard): void {
  const prototype = pg.Pool.prototype as unknown as { connect: Connect };
  const { connect } = prototype;

  const refuse = async (pool: pg.Pool, within: Seen, asked: Error): Promise<void> => {
    if (within.pool !== pool || isAllowed(within, asked) || !(await isAwaited(within))) return;
    const words = `a second connection is taken within a transaction: by ${placesOf(asked)}; it began at ${placesOf(within.begun)}`;
    found.push(words);
    throw new Error(words);
  };

  prototype.connect = function connectSeen(callback) {
    const { opening, within } = scope.getStore() ?? {};
    const take = async (): Promise<pg.PoolClient> => {
      const client = (await connect.call(this))!;
      if (opening) Object.assign(opening, { pool: this, client: watch(client) });
      return client;
    };
    if (!within?.isOpen) return opening ? take() : connect.call(this, callback);
    const taken = refuse(this, within, here()).then(take);
    if (!callback) return taken;
    void answer(taken, callback);
    return undefined;
  };
}

async function answer(taken: Promise<pg.PoolClient>, callback: Callback): Promise<void> {
  let client: pg.PoolClient;
  try {
    client = await taken;
  } catch (error) {
    return callback(error as Error);
  }
  callback(undefined, client, () => client.release());
}

const traffic = new WeakMap<pg.PoolClient, Traffic>();

/** Counts what a connection is asked from now on. */
function watch(client: pg.PoolClient): pg.PoolClient {
  if (traffic.has(client)) return client;
  const its: Traffic = { sent: 0, open: 0 };
  traffic.set(client, its);
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  client.query = ((...args: unknown[]) => {
    its.sent += 1;
    const asked = query(...args);
    if (asked instanceof Promise) void countOpen(its, asked);
    return asked;
  }) as never;
  return client;
}

async function countOpen(its: Traffic, asked: Promise<unknown>): Promise<void> {
  its.open += 1;
  // Its failure is for whoever asked.
  await Promise.allSettled([asked]);
  its.open -= 1;
}

/** Whether an open transaction does nothing itself while somebody within it asks for a connection. */
async function isAwaited(within: Seen): Promise<boolean> {
  const its = traffic.get(within.client!)!;
  const since = performance.now();
  let idle = { sent: its.sent, turns: 0, at: since };
  while (within.isOpen) {
    await wait(1);
    const now = performance.now();
    if (its.open > 0 || its.sent !== idle.sent) idle = { sent: its.sent, turns: 0, at: now };
    else idle.turns += 1;
    if (within.isOpen && idle.turns >= IDLE_TURNS && now - idle.at >= IDLE_MS) return true;
    if (now - since > BUSY_MS && idle.turns === 0) return false;
  }
  return false;
}

const FRAMES_MAX = 40;

/** The place of the call; libraries stand between it and the code that has led to it. */
function here(): Error {
  const before = Error.stackTraceLimit;
  Error.stackTraceLimit = FRAMES_MAX;
  const error = new Error('here');
  Error.stackTraceLimit = before;
  return error;
}

const framesOf = ({ stack = '' }: Error): readonly string[] =>
  stack
    .split('\n')
    .filter((line) => line.includes('/apps/site/src/') && !/\/(?:testing-second-|driver-errors)/u.test(line));

const isAllowed = ({ begun }: Seen, asked: Error): boolean => {
  // Further up stands who led to it, which may be a transaction of another kind.
  const [begin = ''] = framesOf(begun);
  return ALLOWED.some(
    ({ begins, takes }) =>
      begin.includes(begins) && (takes === undefined || framesOf(asked).some((line) => line.includes(takes))),
  );
};

const placesOf = (error: Error): string =>
  framesOf(error)
    .slice(0, 6)
    .map((line) => /apps\/site\/src\/([^)]*)/u.exec(line)?.[1])
    .join(' < ');
