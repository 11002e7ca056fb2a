import pg from 'pg';
import { JOBS_SCHEMA } from './job-tables.ts';

/**
 * What the role of the running site may do with the tables of a schema; tables that are not named have `others`.
 * Later migrations need no line here unless they update or delete rows of a new table of the ledger.
 */
interface SchemaRights {
  readonly others: string;
  readonly tables?: Readonly<Record<string, string>>;
}

const ROWS = 'select, insert, update, delete';

/**
 * Only rights on rows. The ledger's entries can be read and added to; its partitions are reached through their parents.
 */
export const runTimeRights: Readonly<Record<string, SchemaRights>> = {
  public: {
    others: ROWS,
    tables: {
      migrations: 'select',
      audit_entries: 'select, insert',
      card_affidavits: 'select, insert',
      case_deeds: 'select, insert',
    },
  },
  [JOBS_SCHEMA]: { others: ROWS },
  ledger: {
    others: 'select, insert',
    tables: {
      entries: 'select',
      notes: 'select',
      balances: 'select, insert, update',
      holds: 'select, insert, update',
      lots: 'select, insert, update',
      system_days: 'select, insert, update',
      seals: 'select',
      sealed_balances: 'select',
      checked: 'select, insert, update',
      reconciliation: 'select, update',
      batches: 'select, insert, delete',
      reader_positions: 'select, insert, update',
      reader_cursors: 'select, insert, update',
    },
  },
};

/** Tables and views by schema; partitions of the ledger are not listed separately. */
const TABLES = `
  select n.nspname as schema, c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = any($1) and c.relkind in ('r', 'p', 'v') and not (c.relispartition and n.nspname = 'ledger')
  order by 1, 2`;

/**
 * Grants the running site's role its rights on existing and future objects of its owner, and revokes everybody's right
 * to make tables. Does nothing where the owner runs the site itself.
 */
export async function grantRunTimeRights(client: pg.Client, role: string): Promise<void> {
  const { rows: roles } = await client.query<{ owner: string; database: string }>(
    'select current_user as owner, current_database() as database',
  );
  const { owner, database } = roles[0]!;
  if (owner === role) return;
  const schemas = Object.keys(runTimeRights);
  const { rows: tables } = await client.query<{ schema: string; name: string }>(TABLES, [schemas]);
  const to = pg.escapeIdentifier(role);
  const grants = tables.flatMap(({ schema, name }) => {
    const { others, tables: named } = runTimeRights[schema]!;
    const table = `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`;
    return [`revoke all on ${table} from ${to}`, `grant ${named?.[name] ?? others} on ${table} to ${to}`];
  });
  const later = schemas.flatMap((schema) => [
    `grant usage on schema ${schema} to ${to}`,
    `grant usage, select on all sequences in schema ${schema} to ${to}`,
    `alter default privileges in schema ${schema} grant usage, select on sequences to ${to}`,
    `alter default privileges in schema ${schema} grant ${runTimeRights[schema]!.others} on tables to ${to}`,
  ]);
  const closed = [
    `revoke create, temporary on database ${pg.escapeIdentifier(database)} from public, ${to}`,
    `revoke create on schema ${schemas.join(', ')} from public, ${to}`,
    `grant connect on database ${pg.escapeIdentifier(database)} to ${to}`,
  ];
  // One message is one transaction: nobody meets a table between its two statements.
  await client.query([...closed, ...later, ...grants].join(';\n'));
}
