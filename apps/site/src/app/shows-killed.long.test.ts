import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { MEDIA_FACTS } from '@klieg/contract/media';
import { type AccountId, randomToken, silentLog, systemClock, type Uuid, uuidv7 } from '@klieg/kernel';
import { freePort, makeVisitor, type Visitor, type VisitorSocket } from '@klieg/testing';
import { eventually } from '@klieg/testing/eventually';
import { type Random, randomOf } from '@klieg/testing/random';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { makeLedger } from '../features/ledger/make-ledger.ts';
import { deriveTransferId } from '../features/ledger/index.ts';
import { recount } from '../features/ledger/reconcile/testing-recount.ts';
import { openDatabase, prepareDatabase, startEmbeddedPostgres } from '../platform/postgres/index.ts';
import { shiftClock } from '../testing-machines/pg-books-store.ts';
import { readStartConfig } from './config.ts';
import { openSiteBus } from './open-site-bus.ts';
import { NODE_SECRET, startTestNode, type TestNode } from './testing-node.ts';

/*
 * Privates with spies on two nodes, many at once, while nodes, the database and browsers are killed, reports of the media
 * get lost and the database's clock jumps by an hour. Afterwards each is settled, and has cost what was counted, to the
 * token.
 */

const ROOMS = 100;
const ROUNDS = 5;
const TIMEOUT_MS = 5_400_000;
/** In every so many rounds whose browser is dead waits until the show has ended by itself, which takes up to a minute. */
const UNATTENDED_EACH = 5;
/** Reports of media before somebody ends it. */
const REPORTS = 40;
const REPORT_MS = 400;
const TROUBLE_MS = 400;
const PRICE = 47;
const SPY_PRICE = 12;
const random: Random = randomOf(Number(process.env['SEED'] ?? 1));

const folder = mkdtempSync(join(tmpdir(), 'klieg-killed-'));
chmodSync(folder, 0o755);
const server = await startEmbeddedPostgres({ dataDir: join(folder, 'pg'), log: silentLog });
await prepareDatabase(server, fileURLToPath(new URL('../../../../migrations', import.meta.url)));
const owner = openDatabase(server.owner);
await shiftClock.take(owner, server.owner.database);
await owner.close();
const database = openDatabase(server.connection);
const { kysely } = database;
const ledger = makeLedger({ database, clock: systemClock, log: silentLog });

const natsPort = await freePort();
const env = { BUS_URL: `nats://127.0.0.1:${natsPort}`, TRUSTED_HOPS: '1' };
const nats: ChildProcess = spawn('/usr/sbin/nats-server', ['-a', '127.0.0.1', '-p', String(natsPort)], {
  stdio: 'ignore',
});
const ports = [await freePort(), await freePort()];
const start = (at: number) => startTestNode(ports[at]!, server.connection, env);
const nodes: TestNode[] = [await eventually(() => start(0)), await start(1)];
const config = readStartConfig({ PORT: '1', HOST: '127.0.0.1', SECRET: NODE_SECRET, ...env });
const bus = await eventually(() => openSiteBus(config, silentLog));
afterAll(async () => {
  try {
    await bus.close();
    await Promise.all(nodes.map((node) => node.kill()));
    await database.close();
  } finally {
    nats.kill('SIGKILL');
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});

const settings = { private_cost: PRICE, private_min_minutes: 2, spy_cost: SPY_PRICE };
/** Somebody whose one login holds at each of the nodes. */
interface Person {
  readonly id: AccountId;
  readonly username: string;
  readonly at: readonly Visitor[];
}

/** Straight into the database: so many registrations would take longer than what is tested. */
async function seatPeople(prefix: string, type: 'model' | 'other'): Promise<readonly Person[]> {
  const isModel = type === 'model';
  const { rows } = await sql<{ id: AccountId; username: string }>`
    insert into accounts (username, display_name, email, email_confirmed, password_hash, gender, type, birth_date,
      compliance_status, settings)
    select ${prefix}::text || i, ${prefix}::text || i, ${prefix}::text || i || '@example.org', true, '', 'f', ${type}, '1990-01-01',
      ${isModel ? 'approved' : 'none'}, ${JSON.stringify(isModel ? settings : {})}::jsonb
    from generate_series(1, ${ROOMS}::int) i returning id, username`.execute(kysely);
  return Promise.all(
    rows.map(async ({ id, username }) => {
      const cookie = randomToken();
      await sql`insert into sessions (id_hash, public_id, account_id, address, expires_at)
        values (${createHash('sha256').update(cookie).digest()}, ${uuidv7()}, ${id}, '127.0.0.1',
          now() + interval '30 days')`.execute(kysely);
      const bought = { kind: 'purchase', source: 'billers', amountTokens: 1_000_000 } as const;
      if (!isModel) await ledger.credit({ id: uuidv7(), to: id, ...bought });
      const at = nodes.map(({ url }) => makeVisitor(url));
      for (const visitor of at) (visitor.cookies as Map<string, string>).set('session', cookie);
      for (const visitor of at) await visitor.arrive();
      return { id, username, at };
    }),
  );
}

/** A performer, who pays her, and who looks on. */
type Trio = readonly [model: Person, payer: Person, looker: Person];

const onAir = ({ id }: Person) =>
  kysely.transaction().execute(async (transaction) => {
    await sql`
      insert into rooms (account_id, status, broadcast_id, stream_name, width, height, started_at)
      values (${id}, 'online', ${uuidv7()}, ${'s'.repeat(22)}, 640, 480, now())
      on conflict (account_id) do update set status = 'online', previous_status = null,
        broadcast_id = excluded.broadcast_id, version = rooms.version + 1`.execute(transaction);
  });

/** What the database said of a call while it was away is asked again. */
async function insist<T>(ask: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries++) {
    try {
      return await ask();
    } catch (error) {
      if (tries > 600) throw error;
      await delay(100);
    }
  }
}
/** A call at one of the nodes; a refusal is an answer, and nothing comes of a node that is gone. */
const tryCall = async <T>(person: Person, call: (visitor: Visitor) => Promise<T>): Promise<T | undefined> =>
  call(person.at[random(2)]!).catch(() => undefined);

/** Milliseconds of each meter that were delivered, whether anybody was told or not. */
const delivered = new Map<string, number>();
let mediaRun = 0;
let lostReports = 0;
const told = new Map<string, { run: number; fromMs: number; untilMs: number }>();
function deliver(meterId: string): void {
  // Time goes ten times as fast, so that a lease is over before what is held in advance.
  const ms = REPORT_MS * (5 + random(2) * 5);
  delivered.set(meterId, (delivered.get(meterId) ?? 0) + ms);
  const last = told.get(meterId);
  const fromMs = last?.run === mediaRun ? last.fromMs : 0;
  const untilMs = (last?.run === mediaRun ? last.untilMs : 0) + ms;
  told.set(meterId, { run: mediaRun, fromMs, untilMs });
  if (lostReports > 0) return void (lostReports -= 1);
  bus.publish(MEDIA_FACTS, {
    kind: 'metered',
    node: 'm1',
    meterId,
    clock: `run ${mediaRun}`,
    deliveredMs: delivered.get(meterId)!,
    fromMs,
    untilMs,
  });
}

const figures = {
  shows: 0,
  spies: 0,
  exactSpies: 0,
  kills: 0,
  outages: 0,
  jumps: 0,
  browsers: 0,
  byItself: 0,
};

/** Pages of payers, by their room; one that is gone was killed with its browser. */
const browsers = new Map<string, VisitorSocket>();
function killBrowser(): void {
  const rooms = [...browsers.keys()];
  const room = rooms[random(Math.max(1, rooms.length))];
  if (room === undefined) return;
  browsers.get(room)!.close();
  browsers.delete(room);
  figures.browsers += 1;
}

async function trouble(): Promise<void> {
  await delay(random(TROUBLE_MS));
  const dice = random(9);
  if (dice < 4) {
    const at = random(2);
    await nodes[at]!.kill();
    figures.kills += 1;
    nodes[at] = await insist(() => start(at));
  } else if (dice === 4) {
    const { pid } = server;
    process.kill(pid, 'SIGKILL');
    figures.outages += 1;
    await eventually(() => expect(server.pid).not.toBe(pid));
    await eventually(() => database.pool.query('select 1'));
  } else if (dice === 5) {
    await insist(() => shiftClock.byAnHour(database));
    figures.jumps += 1;
  } else if (dice === 6) mediaRun += 1;
  else if (dice === 7) killBrowser();
  else lostReports += 6;
}

const runningIn = ({ id }: Person) =>
  insist(async () => {
    const { rows } = await sql<{ id: string; state: string }>`
      select show_id id, state from privates where room_id = ${id} and state in ('starting', 'running')`.execute(
      kysely,
    );
    return rows[0];
  });

/** Asks and accepts until a private is on, or gives up. */
async function beginShow(model: Person, payer: Person): Promise<void> {
  const params = { username: model.username };
  for (let tries = 0; tries < 40 && !(await runningIn(model)); tries++) {
    const asked = await tryCall(payer, (visitor) =>
      visitor.call('requestPrivate', { params, body: {}, idempotencyKey: uuidv7() }),
    );
    const { rows } = await insist(() =>
      sql<{ id: string }>`
        select show_id id from privates where room_id = ${model.id} and state = 'requested'`.execute(kysely),
    );
    const id = asked?.request_id ?? rows[0]?.id;
    if (id) await tryCall(model, (visitor) => visitor.call('acceptPrivate', { params: { id }, body: {} }));
    await delay(REPORT_MS);
  }
}

/** Delivers to payer and spy until somebody ends it, or the payer's browser is dead. */
async function deliverAll(model: Person, looker: Person, isWatched: () => boolean): Promise<void> {
  const params = { username: model.username };
  let spyId: string | undefined;
  for (let report = 0; report < REPORTS && isWatched(); report++) {
    const show = await runningIn(model);
    if (!show) return;
    deliver(show.id);
    if (spyId) deliver(spyId);
    else if (show.state === 'running') {
      await tryCall(looker, (visitor) =>
        visitor.call('startSpy', { params, body: {}, idempotencyKey: uuidv7() } as never),
      );
      const { rows } = await insist(() =>
        sql<{ id: string }>`
          select spy_id id from spies where account_id = ${looker.id} and state = 'spying'`.execute(kysely),
      );
      spyId = rows[0]?.id;
    }
    await delay(REPORT_MS);
  }
}

/** A private from its request on, with a spy, to an end by one of four, or by itself. */
async function playShow([model, payer, looker]: Trio, isUnattended: boolean): Promise<void> {
  const params = { username: model.username };
  await insist(() => onAir(model));
  const page = await tryCall(payer, async (visitor) => {
    const lobby = await visitor.openLobby();
    return visitor.openRoom(lobby, model.username).finally(() => lobby.close());
  });
  if (page) browsers.set(model.username, page);
  const isWatched = () => !page || browsers.has(model.username);
  await beginShow(model, payer);
  await deliverAll(model, looker, isWatched);
  const end = random(4);
  const isLeft = isUnattended && !isWatched();
  if (isLeft) {
    await eventually(async () => expect(await runningIn(model)).toBeUndefined());
    figures.byItself += 1;
  } else if (end === 1 || (end === 0 && isWatched()))
    await tryCall(end === 0 ? payer : model, (visitor) => visitor.call('endPrivate', { params, body: {} }));
  if (end === 2) await tryCall(looker, (visitor) => visitor.call('endSpy', { params, body: {} }));
  await insist(() =>
    sql`update rooms set status = 'offline', previous_status = null, version = version + 1
      where account_id = ${model.id}`.execute(kysely),
  );
  page?.close();
  browsers.delete(model.username);
}

/** Tokens for so many milliseconds at a price a minute (S313). */
const costOf = (price: number, ms: number): number => Math.floor((price * Math.floor(ms / 1_000)) / 60);

/** Everything is over; nobody paid for more than was delivered, and each to the token for what was counted. */
async function expectSettled(): Promise<void> {
  await eventually(async () => {
    const { rows } = await sql`
      select state from privates where state in ('requested', 'starting', 'running', 'settling')
      union all select state from spies where state <> 'ended'`.execute(kysely);
    expect(rows).toEqual([]);
  });
  const { rows: meters } = await sql<{
    id: Uuid;
    price: number;
    startup: number;
    counted: number;
    charged: number;
  }>`
    select m.meter_id id, m.price, m.startup_tokens startup, m.delivered_ms counted,
      coalesce(p.tokens_charged, s.tokens_charged, 0) charged
    from show_meters m left join privates p on p.show_id = m.meter_id left join spies s on s.spy_id = m.meter_id`.execute(
    kysely,
  );
  // Beside it the machine may have tried one out.
  const { rows: holds } = await sql<{ id: Uuid; held: number; paid: number; state: number }>`
    select id, amount held, posted paid, state from ledger.holds`.execute(kysely);
  const holdOf = new Map(holds.map((hold) => [hold.id, hold]));
  const rows = meters.map((meter) => ({
    ...holdOf.get(deriveTransferId('meter:hold', meter.id))!,
    ...meter,
  }));
  figures.shows = rows.filter(({ startup, price }) => startup === 0 && price === PRICE).length;
  figures.spies = rows.filter(({ price }) => price === SPY_PRICE).length;
  figures.exactSpies = 0;
  for (const row of rows) {
    const trueMs = delivered.get(row.id) ?? 0;
    const full = row.counted > 0 ? Math.max(row.startup, costOf(row.price, row.counted)) : 0;
    expect(row.counted, row.id).toBeLessThanOrEqual(trueMs);
    expect(row.paid, row.id).toBe(row.charged);
    const exact = Math.min(full, row.held);
    expect(row.charged, row.id).toBeLessThanOrEqual(exact);
    // A spy holds one interval: what was not held yet when it ended is free.
    if (row.price === PRICE) expect(row.charged, row.id).toBe(exact);
    else if (row.charged === exact) figures.exactSpies += 1;
    expect(row.charged).toBeLessThanOrEqual(
      trueMs > 0 ? Math.max(row.startup, costOf(row.price, trueMs)) : 0,
    );
    expect(row.state, `${row.id} still holds`).not.toBe(1);
  }
}

test(
  `${ROUNDS * ROOMS} privates with spies, under kills of nodes, database and browsers, lost reports and jumps of the clock, cost what was counted and leave nothing held (S3) (S19) (S313) (S404)`,
  async () => {
    const models = await seatPeople('killed_model_', 'model');
    const payers = await seatPeople('killed_payer_', 'other');
    const lookers = await seatPeople('killed_spy_', 'other');
    const trios = models.map((model, at): Trio => [model, payers[at]!, lookers[at]!]);
    for (let round = 0; round < ROUNDS; round++) {
      let isOver = false;
      const troubles = (async () => {
        while (!isOver) await trouble();
      })();
      const isUnattended = round % UNATTENDED_EACH === UNATTENDED_EACH - 1;
      await Promise.all(trios.map((trio) => playShow(trio, isUnattended))).finally(() => (isOver = true));
      await troubles;
      await expectSettled();
    }
    // Troubles that met nothing would prove nothing.
    expect(figures.shows).toBeGreaterThan((ROUNDS * ROOMS) / 2);
    expect(figures.spies).toBeGreaterThan(ROUNDS / 2);
    expect(figures.exactSpies).toBeGreaterThan(figures.spies / 2);
    expect(figures.kills).toBeGreaterThan(ROUNDS / 2);
    await eventually(async () => {
      for (const { id } of trios.flatMap(([, ...viewers]) => viewers))
        expect((await ledger.balanceOf(id)).held).toBe(0);
    });
    expect((await ledger.reconcile('all')).findings).toEqual([]);
    expect(recount(server.owner)).toMatch(/everything adds up$/);
  },
  TIMEOUT_MS,
);
