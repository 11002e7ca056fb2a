import { type ChildProcess, spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { chmod } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Bus } from '../../packages/contract/src/bus.ts';
import { MEDIA_FACTS } from '../../packages/contract/src/media.ts';
import { type AccountId, silentLog, systemClock, uuidv7 } from '@klieg/kernel';
import { freePort, makeVisitor, type Visitor } from '@klieg/testing';
import { readStartConfig } from '../../apps/site/src/app/config.ts';
import { openSiteBus } from '../../apps/site/src/app/open-site-bus.ts';
import { NODE_SECRET, startTestNode, type TestNode } from '../../apps/site/src/app/testing-node.ts';
import { makeLedger } from '../../apps/site/src/features/ledger/make-ledger.ts';
import {
  type Database,
  openDatabase,
  prepareDatabase,
  startEmbeddedPostgres,
} from '../../apps/site/src/platform/postgres/index.ts';

/** A site without media, people who are logged in at it, and its bus, on which a measurement speaks as the media do. */
export interface ShowsSite {
  readonly node: TestNode;
  readonly database: Database;
  readonly postgresPid: number;
  readonly bus: Bus;
  /** A room on air with somebody who can pay, each with a session of their own. */
  readonly pairs: readonly { readonly room: string; readonly model: Visitor; readonly payer: Visitor }[];
}

const TOKENS = 1_000_000;
const BATCH = 100;
const ALIVE_MS = 2_000;
const TRIES = 100;
const TRY_MS = 100;
const migrations = fileURLToPath(new URL('../../migrations', import.meta.url));

/** Accounts with a session each, straight into the database. @returns their ids and the cookies of their sessions */
async function addPeople(
  { pool }: Database,
  {
    prefix,
    count,
    type,
  }: { readonly prefix: string; readonly count: number; readonly type: 'model' | 'other' },
): Promise<readonly { readonly id: AccountId; readonly cookie: string }[]> {
  const isModel = type === 'model';
  const settings = isModel ? { private_enabled: true, private_cost: 60, private_min_minutes: 1 } : {};
  const { rows } = await pool.query<{ id: AccountId }>(
    `insert into accounts (username, display_name, email, email_confirmed, password_hash, gender, type,
       birth_date, compliance_status, settings)
     select $1 || i, $1 || i, $1 || i || '@example.org', true, '', 'f', $2, '1990-01-01', $3, $4::jsonb
     from generate_series(0, $5::int - 1) as i returning id`,
    [prefix, type, isModel ? 'approved' : 'none', JSON.stringify(settings), count],
  );
  const people = rows.map(({ id }) => ({ id, cookie: randomBytes(24).toString('base64url') }));
  await pool.query(
    `insert into sessions (id_hash, public_id, account_id, address, expires_at)
     select hash, gen_random_uuid(), id, '127.0.0.1', now() + interval '1 hour'
     from unnest($1::bytea[], $2::bigint[]) as own (hash, id)`,
    [people.map(({ cookie }) => createHash('sha256').update(cookie).digest()), people.map(({ id }) => id)],
  );
  return people;
}

const putOnAir = ({ pool }: Database) =>
  pool.query(
    `insert into rooms (account_id, status, broadcast_id, stream_name, width, height, started_at)
     select id, 'online', gen_random_uuid(), rpad('stream' || id, 22, 'x'), 640, 480, now()
     from accounts where type = 'model'`,
  );

/** Says in the name of a media process each few seconds that all rooms have their picture; returns how to end it. */
function keepOnAir({ pool }: Database, bus: Bus): () => void {
  const tell = async () => {
    const { rows } = await pool.query<{ broadcastId: string; streamName: string; username: string }>(
      `select r.broadcast_id "broadcastId", r.stream_name "streamName", a.username
       from rooms r join accounts a on a.id = r.account_id`,
    );
    const picture = { width: 640, height: 480, hasAudio: true, tech: 'obs', renditions: ['source'] } as const;
    bus.publish(MEDIA_FACTS, {
      kind: 'alive',
      node: 'm1',
      broadcasts: rows.map((row) => ({ ...row, ...picture })),
    });
  };
  const timer = setInterval(() => void tell().catch(() => undefined), ALIVE_MS);
  return () => clearInterval(timer);
}

/** Each comes from an address of their own, since a house with a thousand people in it would be kept waiting. */
function visitorOf(url: string, cookie: string, at: number): Visitor {
  const visitor = makeVisitor(url, { address: `10.${at >> 16}.${(at >> 8) & 255}.${at & 255}` });
  (visitor.cookies as Map<string, string>).set('session', cookie);
  return visitor;
}

async function seatPairs(database: Database, url: string, count: number): Promise<ShowsSite['pairs']> {
  const models = await addPeople(database, { prefix: 'room_', count, type: 'model' });
  const payers = await addPeople(database, { prefix: 'payer_', count, type: 'other' });
  await putOnAir(database);
  const ledger = makeLedger({ database, clock: systemClock, log: silentLog });
  for (let from = 0; from < count; from += BATCH)
    await Promise.all(
      payers
        .slice(from, from + BATCH)
        .map(({ id }) =>
          ledger.credit({ id: uuidv7(), kind: 'purchase', source: 'billers', to: id, amountTokens: TOKENS }),
        ),
    );
  return models.map(({ cookie }, at) => ({
    room: `room_${at}`,
    model: visitorOf(url, cookie, at * 2),
    payer: visitorOf(url, payers[at]!.cookie, at * 2 + 1),
  }));
}

/** The message server may still be starting. */
async function openBus(config: Parameters<typeof openSiteBus>[0]): Promise<Bus> {
  for (let tries = 1; ; tries++)
    try {
      return await openSiteBus(config, silentLog);
    } catch (error) {
      if (tries === TRIES) throw error;
      await new Promise((resolve) => setTimeout(resolve, TRY_MS));
    }
}

/** Runs a site with so many rooms on air and their payers. */
export async function withShows<T>(count: number, use: (site: ShowsSite) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'klieg-bench-'));
  await chmod(folder, 0o755);
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'pg'), log: silentLog });
  const natsPort = await freePort();
  const nats: ChildProcess = spawn('/usr/sbin/nats-server', ['-a', '127.0.0.1', '-p', String(natsPort)], {
    stdio: 'ignore',
  });
  const ending: (() => Promise<unknown>)[] = [];
  try {
    await prepareDatabase(postgres, migrations);
    const database = openDatabase(postgres.connection);
    ending.unshift(() => database.close());
    const env = { BUS_URL: `nats://127.0.0.1:${natsPort}`, TRUSTED_HOPS: '1' };
    const config = readStartConfig({ PORT: '1', HOST: '127.0.0.1', SECRET: NODE_SECRET, ...env });
    const bus = await openBus(config);
    ending.unshift(() => bus.close());
    const port = await freePort();
    const pairs = await seatPairs(database, `http://127.0.0.1:${port}`, count);
    const node = await startTestNode(port, postgres.connection, env);
    const stopAir = keepOnAir(database, bus);
    ending.unshift(() => (stopAir(), node.kill()));
    return await use({ node, database, postgresPid: postgres.pid, bus, pairs });
  } finally {
    for (const end of ending) await end();
    nats.kill('SIGKILL');
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
