import { randomBytes } from 'node:crypto';
import { Kysely, PostgresDialect } from 'kysely';
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

/**
 * The same database, and every statement that is asked through what is returned: shows how many
 * questions something asks, whatever others ask meanwhile.
 */
export function listenToQuestions(database: Database): {
  readonly database: Database;
  readonly questions: string[];
} {
  const questions: string[] = [];
  const kysely = new Kysely<unknown>({
    dialect: new PostgresDialect({ pool: database.pool }),
    log: ({ query }) => void questions.push(query.sql),
  });
  return { database: { ...database, kysely }, questions };
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
