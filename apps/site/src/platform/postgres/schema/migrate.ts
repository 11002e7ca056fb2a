import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import type { DatabaseConnection } from '../database.ts';

interface Migration {
  readonly name: string;
  readonly text: string;
  readonly sha256: string;
}

/** Any number that nothing else locks. */
const LOCK = 7_205_319_846;

/** What is done with the migrated database before another process gets its turn. */
export type AfterMigrations = (client: pg.Client) => Promise<void>;

/**
 * Brings the database forward, as the role that owns it: every `*.sql` file of the folder that was not applied yet, in order of
 * names, each in its own transaction. Several processes may call it at once; one works, the others wait.
 * A migration that cannot get its locks within 2 s fails instead of blocking the live site.
 * @returns the names that this call applied
 * @throws Error when an applied file was changed or removed, or when a statement fails (nothing of its
 * file remains then)
 */
export async function migrate(
  connection: DatabaseConnection,
  folder: string,
  after?: AfterMigrations,
): Promise<string[]> {
  const migrations = readMigrations(folder);
  const { max: _, ...single } = connection;
  const client = new pg.Client(single);
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    await client.query(
      'create table if not exists migrations (name text primary key, sha256 text not null, applied_at timestamptz not null default now())',
    );
    const { rows } = await client.query<{ name: string; sha256: string }>(
      'select name, sha256 from migrations',
    );
    const applied = new Map(rows.map((row) => [row.name, row.sha256]));
    requireUnchanged(applied, migrations);
    const pending = migrations.filter((migration) => !applied.has(migration.name));
    for (const migration of pending) await applyMigration(client, migration);
    await after?.(client);
    return pending.map((migration) => migration.name);
  } finally {
    await client.end();
  }
}

function readMigrations(folder: string): Migration[] {
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort();
  return names.map((name) => {
    const text = readFileSync(join(folder, name), 'utf8');
    return { name, text, sha256: createHash('sha256').update(text).digest('hex') };
  });
}

function requireUnchanged(applied: ReadonlyMap<string, string>, migrations: readonly Migration[]): void {
  const present = new Map(migrations.map((migration) => [migration.name, migration.sha256]));
  for (const [name, sha256] of applied) {
    const found = present.get(name);
    if (found === sha256) continue;
    throw new Error(
      found === undefined
        ? `The database was migrated with ${name}, which is not among the migrations here. Is this an older version of the program?`
        : `The migration ${name} was changed after it had been applied. Restore it and put the change into a new file.`,
    );
  }
}

async function applyMigration(client: pg.Client, migration: Migration): Promise<void> {
  try {
    await client.query("begin; set local lock_timeout = '2s'");
    await client.query(migration.text);
    await client.query('insert into migrations (name, sha256) values ($1, $2)', [
      migration.name,
      migration.sha256,
    ]);
    await client.query('commit');
  } catch (cause) {
    await client.query('rollback').catch(() => {});
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`The migration ${migration.name} failed: ${reason}`, { cause });
  }
}
