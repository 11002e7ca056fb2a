import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { inspect } from 'node:util';
import { type Log, silentLog, systemClock, uuidv7 } from '@klieg/kernel';
import { makeMetrics } from '../platform/metrics/index.ts';
import { type Database, isOutage, openDatabase } from '../platform/postgres/index.ts';
import { watchStatements } from '../platform/postgres/testing-statements.ts';
import type { Socket } from '../platform/sockets/index.ts';
import { composeSite } from './compose-site.ts';
import { readStartConfig } from './config.ts';
import { listen } from './listen.ts';
import { startMediaChildren } from './media-children.ts';
import { makeMediaProxy } from './media-proxy.ts';
import { openSiteBus } from './open-site-bus.ts';

/*
 * A site of one process without pages, for tests and measurements that need several, or one
 * that can be killed. Argument 1 is a NodePlan as JSON; says `ready` when it serves.
 */

export interface NodePlan {
  readonly connection: Parameters<typeof openDatabase>[0];
  readonly env: Readonly<Record<string, string>>;
  /** Dies by SIGKILL right after this many commits of the ledger, before anybody is told of the last. */
  readonly diesAfterCommits?: number;
  /** Dies by SIGKILL right after the commit of a transaction that has added this fact, before anybody is told. */
  readonly diesAfterFact?: string;
  /** The biller that stands in for real ones; without it nothing is sold. */
  readonly sandbox?: { readonly publicUrl: string; readonly serverUrl: string; readonly secret: string };
  /** With media processes of its own; absent: the test speaks for media. */
  readonly hasMedia?: true;
}

/** Fills a room with lines until no more than `untilSockets` are left in it, or for a minute. */
export interface Flood {
  readonly room: string;
  readonly linesPerSecond: number;
  readonly bytes: number;
  readonly untilSockets: number;
}

export interface FloodFigures {
  readonly socketsLeft: number;
  /** For each socket that was sent away: how long after it was first too slow, in milliseconds. */
  readonly evictedAfterMs: readonly number[];
  /** Until the first was too slow for what its machine holds back. */
  readonly firstSlowAfterMs: number;
}

const plan = JSON.parse(process.argv[2] ?? '') as NodePlan;
const config = readStartConfig(plan.env);
const bus = await openSiteBus(config, silentLog);
/** What the site takes for its own fault. */
const errors: string[] = [];
const log: Log = {
  ...silentLog,
  error({ err }, message) {
    if (errors.length === 20) return;
    const words = `${message}: ${err instanceof Error ? err.stack : String(err)}`;
    errors.push(words);
    // With what was behind it. That the database is away is what tests of it bring about.
    if (![err, (err as Error | undefined)?.cause].some(isOutage))
      process.stderr.write(`a node of a test: ${message}: ${inspect(err)}\n`);
  },
};
setFlagsFromString('--expose-gc');

/** A database whose process dies between a commit of the ledger and everything that follows from it. */
function dyingAfter(database: Database, commits: number | undefined): Database {
  if (commits === undefined) return database;
  let left = commits;
  const { pool } = database;
  const query = pool.query.bind(pool) as (...args: unknown[]) => Promise<unknown>;
  const dying = async (...args: unknown[]) => {
    const answer = (await query(...args)) as { rows: readonly { status?: unknown }[] };
    const isApply = (args[0] as { name?: string } | undefined)?.name === 'ledger.apply';
    // Without a status nothing was written: accounts have to be opened first.
    if (isApply && answer.rows[0]?.status !== null && --left === 0) process.kill(process.pid, 'SIGKILL');
    return answer;
  };
  return {
    ...database,
    pool: new Proxy(pool, { get: (target, key) => (key === 'query' ? dying : Reflect.get(target, key)) }),
  };
}

/** The same between the commit that makes a fact true and everything that follows from it. */
function dieAfterFact({ pool }: Database, name: string): void {
  const watched = new WeakSet<object>();
  pool.on('acquire', (client) => {
    if (watched.has(client)) return;
    watched.add(client);
    const query = client.query.bind(client) as (...args: unknown[]) => unknown;
    let isAdded = false;
    const dying = async (...args: unknown[]) => {
      const [text, values] = args as [unknown, readonly unknown[] | undefined];
      if (String(text).startsWith('insert into outbox (') && values?.[0] === name) isAdded = true;
      const answer = await query(...args);
      if (isAdded && text === 'commit') process.kill(process.pid, 'SIGKILL');
      return answer;
    };
    client.query = dying as never;
  });
}

const database = openDatabase(plan.connection);
if (plan.diesAfterFact !== undefined) dieAfterFact(database, plan.diesAfterFact);
let statements = 0;
watchStatements(database, () => void (statements += 1));

const media = makeMediaProxy([], 'rtmp://localhost:1935/live', 'localhost');
const site = await composeSite({
  config,
  database: dyingAfter(database, plan.diesAfterCommits),
  bus,
  clock: systemClock,
  log,
  metrics: makeMetrics(),
  media,
  isDemo: true,
  version: '0.0.0-test',
  sandbox: plan.sandbox,
  renderPage: () => Promise.reject(new Error('this site has no pages')),
  assets: undefined,
  checksAnswers: false,
});
await listen(site.app, config.port, '127.0.0.1');
if (plan.hasMedia) await (await startMediaChildren({ config, bus, log, onOpen: media.open })).ready;

const FLOOD_TICK_MS = 10;
const FLOOD_MS = 60_000;

function flood(order: Flood): void {
  const room = site.hub.find(order.room);
  if (!room) throw new Error('nobody is in that room');
  const message = 'so many words '.repeat(40).slice(0, order.bytes);
  const beganAt = Date.now();
  const slowSince = new Map<Socket, number>();
  const evictedAfterMs: number[] = [];
  let sent = 0;
  const timer = setInterval(() => {
    const now = Date.now();
    for (; sent < ((now - beganAt) / 1_000) * order.linesPerSecond; sent++)
      void room.publishLine({
        message,
        username: 'room_0',
        id: uuidv7(now),
        at: now,
        mode: 'public',
        type: 'text',
        has_tokens: false,
      });
    for (const { key } of room.presence.own)
      for (const socket of room.presence.socketsOf(key))
        if (socket.slowSince !== undefined && !slowSince.has(socket)) slowSince.set(socket, socket.slowSince);
    for (const [socket, since] of slowSince)
      if (!socket.isOpen) {
        evictedAfterMs.push(now - since);
        slowSince.delete(socket);
        firstSlow = Math.min(firstSlow, since);
      }
    if (room.socketCount > order.untilSockets && now - beganAt < FLOOD_MS) return;
    clearInterval(timer);
    process.send?.({
      socketsLeft: room.socketCount,
      evictedAfterMs,
      firstSlowAfterMs: firstSlow - beganAt,
    } satisfies FloodFigures);
  }, FLOOD_TICK_MS);
  let firstSlow = Number.POSITIVE_INFINITY;
}

process.on('disconnect', () => process.exit(0));
process.on('SIGTERM', () => void site.close().then(() => process.exit(0)));
process.on('message', (message) => {
  if (message === 'collect') runInNewContext('gc')();
  if (message === 'usage' || message === 'collect')
    process.send?.({ cpu: process.cpuUsage(), memory: process.memoryUsage(), statements, errors });
});
process.on('message', (message) => {
  if (typeof message === 'object' && message !== null && 'flood' in message) flood(message.flood as Flood);
});
process.send?.('ready');
