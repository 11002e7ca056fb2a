import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { silentLog } from '@klieg/kernel';
import { makeSandboxBiller } from '@klieg/sandbox';
import { freePort } from '@klieg/testing';
import { eventually } from '@klieg/testing/eventually';
import { afterAll } from 'vitest';
import {
  assertDurable,
  type Database,
  openDatabase,
  prepareDatabase,
  startEmbeddedPostgres,
  untilReadable,
} from '../platform/postgres/index.ts';
import { startTestNode, type TestNode } from '../app/testing-node.ts';

export const NODES = ['a', 'b'] as const;
export type NodeName = (typeof NODES)[number];

/** What the sandbox biller and the site share. */
export const BILLER_SECRET = 'of the sandbox';

/** A whole site of two nodes with a biller, of which everything may be killed at any moment. */
export interface KillableSite {
  /** As the running site has it. */
  readonly database: Database;
  readonly ownerConnection: Awaited<ReturnType<typeof startEmbeddedPostgres>>['owner'];
  /** Where a node answers, also after it was started again. */
  urlOf(name: NodeName): string;
  /** Ends a node without a word and starts it again; resolves when it serves. */
  killNode(name: NodeName): Promise<void>;
  /** Ends PostgreSQL without a word; resolves when it, which is started again by itself, answers. */
  killPostgres(): Promise<void>;
}

const migrations = fileURLToPath(new URL('../../../../migrations', import.meta.url));

/**
 * Starts it with a database that keeps what it has acknowledged; ended after the test file.
 * @param env settings of both nodes
 */
export async function useKillableSite(env: Readonly<Record<string, string>>): Promise<KillableSite> {
  const folder = mkdtempSync(join(tmpdir(), 'klieg-economy-'));
  chmodSync(folder, 0o755);
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'pg'), log: silentLog });
  const database = openDatabase(postgres.connection);
  await assertDurable(database);
  await prepareDatabase(postgres, migrations);

  const natsPort = await freePort();
  const nats = spawn('/usr/sbin/nats-server', ['-a', '127.0.0.1', '-p', String(natsPort)], {
    stdio: 'ignore',
  });
  const biller = makeSandboxBiller({ secret: BILLER_SECRET, log: silentLog });
  await biller.listen({ host: '127.0.0.1', port: 0 });
  const billerUrl = `http://127.0.0.1:${(biller.server.address() as AddressInfo).port}`;
  const sandbox = { publicUrl: billerUrl, serverUrl: billerUrl, secret: BILLER_SECRET };

  const ports = { a: await freePort(), b: await freePort() };
  const nodes = new Map<NodeName, TestNode>();
  const running = new Set<ChildProcess>([nats]);
  const start = async (name: NodeName): Promise<void> => {
    const own = { BUS_URL: `nats://127.0.0.1:${natsPort}`, TRUSTED_HOPS: '1', ...env };
    const node = await eventually(() => startTestNode(ports[name], postgres.connection, own, { sandbox }));
    nodes.set(name, node);
    running.add(node.process);
  };
  afterAll(async () => {
    for (const child of running) child.kill('SIGKILL');
    await biller.close();
    await database.close();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  // One after the other: the first makes what both need.
  for (const name of NODES) await start(name);

  return {
    database,
    ownerConnection: postgres.owner,
    urlOf: (name) => `http://127.0.0.1:${ports[name]}`,
    async killNode(name) {
      await nodes.get(name)!.kill();
      await start(name);
    },
    async killPostgres() {
      const { pid } = postgres;
      process.kill(pid, 'SIGKILL');
      await eventually(() => {
        if (postgres.pid === pid) throw new Error('PostgreSQL is not started again yet');
      });
      await eventually(() => untilReadable(database));
    },
  };
}
