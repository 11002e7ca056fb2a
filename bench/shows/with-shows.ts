import { type ChildProcess, spawn } from 'node:child_process';
import type { Bus } from '../../packages/contract/src/bus.ts';
import { MEDIA_FACTS } from '../../packages/contract/src/media.ts';
import { silentLog } from '@klieg/kernel';
import { freePort, type Visitor } from '@klieg/testing';
import { readStartConfig } from '../../apps/site/src/app/config.ts';
import { openSiteBus } from '../../apps/site/src/app/open-site-bus.ts';
import { NODE_SECRET, startTestNode, type TestNode } from '../../apps/site/src/app/testing-node.ts';
import type { Database } from '../../apps/site/src/platform/postgres/index.ts';
import { addModels, addPayers, visitorOf } from './people.ts';
import { withDatabase } from './with-database.ts';

/** A site without media, people who are logged in at it, and its bus, on which a measurement speaks as the media do. */
export interface ShowsSite {
  readonly node: TestNode;
  readonly database: Database;
  readonly postgresPid: number;
  readonly bus: Bus;
  /** A room on air with somebody who can pay, each with a session of their own. */
  readonly pairs: readonly { readonly room: string; readonly model: Visitor; readonly payer: Visitor }[];
}

const ALIVE_MS = 2_000;
const TRIES = 100;
const TRY_MS = 100;

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

async function seatPairs(database: Database, url: string, count: number): Promise<ShowsSite['pairs']> {
  const models = await addModels(database, { prefix: 'room_', count });
  const payers = await addPayers(database, { prefix: 'payer_', count });
  await putOnAir(database);
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
export const withShows = <T>(count: number, use: (site: ShowsSite) => Promise<T>): Promise<T> =>
  withDatabase(async ({ connection, database, postgresPid }) => {
    const natsPort = await freePort();
    const nats: ChildProcess = spawn('/usr/sbin/nats-server', ['-a', '127.0.0.1', '-p', String(natsPort)], {
      stdio: 'ignore',
    });
    const ending: (() => Promise<unknown>)[] = [];
    try {
      const env = { BUS_URL: `nats://127.0.0.1:${natsPort}`, TRUSTED_HOPS: '1' };
      const config = readStartConfig({ PORT: '1', HOST: '127.0.0.1', SECRET: NODE_SECRET, ...env });
      const bus = await openBus(config);
      ending.unshift(() => bus.close());
      const port = await freePort();
      const pairs = await seatPairs(database, `http://127.0.0.1:${port}`, count);
      const node = await startTestNode(port, connection, env);
      const stopAir = keepOnAir(database, bus);
      ending.unshift(() => (stopAir(), node.kill()));
      return await use({ node, database, postgresPid, bus, pairs });
    } finally {
      for (const end of ending) await end();
      nats.kill('SIGKILL');
    }
  });
