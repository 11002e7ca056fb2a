import { type ChildProcess, spawn } from 'node:child_process';
import type { Bus } from '@klieg/contract/bus';
import { silentLog } from '@klieg/kernel';
import { freePort, makeVisitor, type Visitor } from '@klieg/testing';
import { atEnd } from '../platform/testing-at-end.ts';
import type { Database } from '../platform/postgres/index.ts';
import { useTestDatabase } from '../platform/postgres/testing.ts';
import { openAccount } from './testing-crowd-store.ts';
import type { NodePlan } from './testing-node-main.ts';
import { readStartConfig } from './config.ts';
import { openSiteBus } from './open-site-bus.ts';
import { NODE_SECRET, startTestNode, type TestNode } from './testing-node.ts';

const PASSWORD = 'correct horse battery';

/** Sites in processes of their own that share a database and NATS; ended after the test file. */
export interface SharedNodes {
  readonly database: Database;
  startNats(): Promise<ChildProcess>;
  /** The bus of the nodes, for a test that speaks as a media process. */
  openBus(): Promise<Bus>;
  /** A name keeps its port, also when its site is started again. */
  startNode(
    name: 'a' | 'b',
    more?: Pick<NodePlan, 'diesAfterCommits' | 'diesAfterFact' | 'sandbox' | 'hasMedia'> &
      Partial<Pick<NodePlan, 'env'>>,
  ): Promise<TestNode>;
  /** A new account with a confirmed address, logged in at a node. */
  join(url: string, username: string, type: 'model' | 'other'): Promise<Visitor>;
  loginAt(url: string, username: string): Promise<Visitor>;
}

/** Makes a visitor a new account with a confirmed address, whose room lets everybody write. */
export async function joinNode(
  database: Database,
  visitor: Visitor,
  username: string,
  type: 'model' | 'other',
): Promise<Visitor> {
  await visitor.arrive();
  await visitor.call('register', {
    body: {
      username,
      email: `${username}@example.org`,
      password: PASSWORD,
      birth_date: '1990-05-01',
      gender: 'f',
      type,
      terms_accepted: true,
      age_confirmed: true,
    },
  });
  await openAccount(database, username, type);
  return visitor;
}

export async function useSharedNodes(): Promise<SharedNodes> {
  const { connection, database } = await useTestDatabase();
  const natsPort = await freePort();
  const ports = { a: await freePort(), b: await freePort() };
  const env = { BUS_URL: `nats://127.0.0.1:${natsPort}`, TRUSTED_HOPS: '1' };
  const running: ChildProcess[] = [];
  const opened: Bus[] = [];
  atEnd(async () => {
    // Whatever becomes of a bus that is cut off, no process outlives the tests.
    try {
      await Promise.all(opened.map((bus) => bus.close()));
    } finally {
      for (const child of running) child.kill('SIGKILL');
    }
  });

  return {
    database,
    async startNats() {
      const nats = spawn('/usr/sbin/nats-server', ['-a', '127.0.0.1', '-p', String(natsPort)], {
        stdio: 'ignore',
      });
      running.push(nats);
      return nats;
    },
    async openBus() {
      const config = readStartConfig({ PORT: '1', HOST: '127.0.0.1', SECRET: NODE_SECRET, ...env });
      const bus = await openSiteBus(config, silentLog);
      opened.push(bus);
      return bus;
    },
    async startNode(name, { env: own, ...more } = {}) {
      const node = await startTestNode(ports[name], connection, { ...env, ...own }, more);
      running.push(node.process);
      return node;
    },
    join: (url, username, type) => joinNode(database, makeVisitor(url), username, type),
    async loginAt(url, username) {
      const visitor = makeVisitor(url);
      await visitor.arrive();
      await visitor.login(username, PASSWORD);
      return visitor;
    },
  };
}
