import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, inject } from 'vitest';
import { type Database, openDatabase } from './database.ts';
import type { SocketConnection } from './embedded-postgres.ts';

export interface TestDatabase {
  readonly database: Database;
  readonly connection: SocketConnection;
}

/**
 * A fresh migrated database for the test file that calls this at its top; dropped after the file.
 * Needs `testing-global-setup.ts` among vitest's globalSetup.
 */
export async function useTestDatabase(): Promise<TestDatabase> {
  const template = inject('testPostgres');
  const name = `test_${randomBytes(8).toString('hex')}`;
  const admin = { ...template, database: 'postgres' };
  await execute(admin, `create database ${name} template ${template.database}`);
  const connection = { ...template, database: name };
  const database = openDatabase(connection);
  afterAll(async () => {
    await database.close();
    await execute(admin, `drop database ${name} with (force)`);
  });
  return { database, connection };
}

async function execute(connection: SocketConnection, statement: string): Promise<void> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
