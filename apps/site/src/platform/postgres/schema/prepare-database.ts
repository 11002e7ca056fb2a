import pg from 'pg';
import { installJobTables } from './job-tables.ts';
import type { DatabaseConnection } from '../database.ts';
import { migrate } from './migrate.ts';
import { grantRunTimeRights } from './run-time-rights.ts';

/** A database and the two roles that use it; they may be one and the same where the operator gave no other. */
export interface DatabaseRoles {
  /** Owns everything in the database: makes and changes tables. */
  readonly owner: DatabaseConnection;
  /** Runs the site. */
  readonly connection: DatabaseConnection;
}

/**
 * Brings a database to where this version needs it: migrations and the tables of the job queue by its owner, and the
 * rights of the role that runs the site. Several processes may call it at once.
 * @returns the names of the migrations that this call applied
 */
export async function prepareDatabase(roles: DatabaseRoles, folder: string): Promise<string[]> {
  const role = await nameOf(roles.connection);
  return migrate(roles.owner, folder, async (client) => {
    await installJobTables(client);
    await grantRunTimeRights(client, role);
  });
}

/** The role that a connection works as. */
async function nameOf(connection: DatabaseConnection): Promise<string> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>('select current_user as name');
    return rows[0]!.name;
  } finally {
    await client.end();
  }
}
