import { randomBytes } from 'node:crypto';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { inject } from 'vitest';
import { atEnd } from '../testing-at-end.ts';
import { type Database, openDatabase } from './database.ts';
import type { SocketConnection } from './embedded/index.ts';
import { nameStatements } from './testing-named.ts';

export interface TestDatabase {
  /** As the running site has it: rows, and no change of a table. */
  readonly database: Database;
  readonly connection: SocketConnection;
  /** For what only the owner of the tables may do, such as a table of the test's own. */
  readonly owner: Database;
  readonly ownerConnection: SocketConnection;
}

/**
 * A fresh migrated database for the test file that calls this at its top, dropped after the file, or for the test that calls it.
 * Needs `testing-global-setup.ts` among vitest's globalSetup.
 */
export async function useTestDatabase(): Promise<TestDatabase> {
  const template = inject('testPostgres');
  const name = `test_${randomBytes(8).toString('hex')}`;
  const admin = { ...template.owner, database: 'postgres' };
  // A template is small and is not changed any more: copying its files takes half of the time of logging its pages.
  await execute(admin, `create database ${name} template ${template.owner.database} strategy file_copy`);
  const connection = { ...template.connection, database: name };
  const ownerConnection = { ...template.owner, database: name };
  const [database, owner] = [
    // Each connection plans every statement anew: few of them do the same with less work.
    openDatabase({ ...connection, max: 5 }),
    openDatabase(ownerConnection),
  ];
  nameStatements(database.pool);
  atEnd(async () => {
    await Promise.all([database.close(), owner.close()]);
    await execute(admin, `drop database ${name} with (force)`);
  });
  return { database, connection, owner, ownerConnection };
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
