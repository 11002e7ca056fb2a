import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { chmod } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { silentLog } from '@klieg/kernel';
import { freePort } from '@klieg/testing';
import { seatCrowd } from '../../apps/site/src/app/testing-crowd-store.ts';
import { startTestNode } from '../../apps/site/src/app/testing-node.ts';
import {
  prepareDatabase,
  openDatabase,
  startEmbeddedPostgres,
} from '../../apps/site/src/platform/postgres/index.ts';
import type { CrowdPlan } from '../processes/chat-crowd.ts';
import type { Hall } from './measure-crowd.ts';

const migrations = fileURLToPath(new URL('../../migrations', import.meta.url));

/**
 * Accounts, keys and a running site; `use` gets the plan of a crowd for it, and where their database is.
 * @param env of the site, beside the defaults
 */
export async function withSite<T>(
  hall: Hall,
  use: (plan: CrowdPlan, server: ChildProcess, connection: Parameters<typeof openDatabase>[0]) => Promise<T>,
  env: Readonly<Record<string, string>> = {},
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'klieg-bench-'));
  await chmod(folder, 0o755);
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'pg'), log: silentLog });
  try {
    await prepareDatabase(postgres, migrations);
    const database = openDatabase(postgres.connection);
    const { rooms, seats } = await seatCrowd(database, hall);
    const server = await startTestNode(await freePort(), postgres.connection, env);
    const plan: CrowdPlan = {
      kind: 'ours',
      port: Number(new URL(server.url).port),
      rooms: rooms.map((name) => ({
        name,
        keys: seats.filter(({ room }) => room === name).map(({ keys }) => keys),
        writers: hall.writers,
        linesPerSecond: hall.linesPerSecond,
      })),
    };
    try {
      return await use(plan, server.process, postgres.connection);
    } finally {
      await server.kill();
      await database.close();
    }
  } finally {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
