import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { silentLog } from '@klieg/kernel';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import {
  type EmbeddedConnections,
  fastUnsafeSettings,
  type SocketConnection,
  startEmbeddedPostgres,
} from './embedded/index.ts';
import { prepareDatabase } from './schema/index.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The run's own server; its database is the migrated template. */
    testPostgres: EmbeddedConnections;
  }
}

const TEMPLATE = 'klieg_template';
const migrationsFolder = fileURLToPath(new URL('../../../../../migrations', import.meta.url));

/** Starts one server per test run, with a migrated template database, and removes it at the end. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'klieg-test-'));
  const server = await startEmbeddedPostgres({ dataDir, log: silentLog, settings: fastUnsafeSettings });
  const teardown = async (): Promise<void> => {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    const template = {
      connection: { ...server.connection, database: TEMPLATE },
      owner: { ...server.owner, database: TEMPLATE },
    };
    await createDatabase(server.owner, TEMPLATE);
    await prepareDatabase(template, migrationsFolder);
    project.provide('testPostgres', template);
  } catch (error) {
    await teardown();
    throw error;
  }
  return teardown;
}

async function createDatabase(connection: SocketConnection, name: string): Promise<void> {
  const client = new pg.Client(connection);
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
}
