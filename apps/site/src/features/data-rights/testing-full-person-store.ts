import { randomBytes } from 'node:crypto';
import type { AccountId } from '@klieg/kernel';
import { sql } from 'kysely';
import type { Database } from '../../platform/postgres/index.ts';
import { accountOf } from '../ledger/index.ts';
import { allTables } from './tables/all-tables.ts';
import { tableOf } from './rows-of-store.ts';

/* Writes one row of somebody into every table, made from the schema itself, and looks for words in all of them. */

interface Column {
  readonly name: string;
  readonly type: string;
  readonly isNullable: boolean;
  readonly isGenerated: boolean;
}

export interface SchemaTable {
  /** With its schema, where that is not `public`. */
  readonly name: string;
  readonly columns: readonly Column[];
  readonly checks: readonly string[];
}

/** Every table of ours but the partitions of others. */
export async function readSchema({ kysely }: Pick<Database, 'kysely'>): Promise<SchemaTable[]> {
  const { rows } = await sql<SchemaTable>`
    select case when n.nspname = 'public' then c.relname else n.nspname || '.' || c.relname end as name,
      json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod),
        'isNullable', not a.attnotnull, 'isGenerated', a.attidentity = 'a' or a.attgenerated <> '') order by a.attnum) as columns,
      array(select pg_get_constraintdef(k.oid) from pg_constraint k where k.conrelid = c.oid and k.contype = 'c') as checks
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast') and c.relkind in ('r', 'p')
      and not c.relispartition
    group by n.nspname, c.relname, c.oid order by 1`.execute(kysely);
  return rows;
}

export interface Marked {
  readonly id: AccountId;
  readonly otherId: AccountId;
  readonly username: string;
  readonly email: string;
  /** Stands in every text of the person. */
  readonly word: string;
  /** Every id of the rows. */
  readonly uuid: string;
}

/** Values that a check asks for and that cannot be read from it. */
const ASKED: Readonly<Record<string, unknown>> = {
  'room_seats.person_key': undefined,
  'promo_codes.code': 'CODE7',
  'products.internal_id': 'tokens_77',
  'products.currency': 'USD',
  'stream_keys.tail': 'abcd',
  'voyeur_cameras.tail': 'abcd',
  'cards.last4': '4242',
  'rooms.subject_color': '#aabbcc',
  'outside_links.key': 'k'.repeat(24),
  'audit_entries.hash': randomBytes(32),
  'identity_cases.agreement_hash': randomBytes(32),
  'wheel_blocks.seed': randomBytes(32),
  'notices.params': { name: 'x' },
  'jobs.job.name': 'data-exports',
  'jobs.job.policy': 'short',
};

/** Columns that hold words of the site, which no check lists: nobody writes anything of their own into them. */
const WORDS_OF_THE_SITE =
  /^((account_suspensions|house_sanctions)\.reason_code|media_orders\.source|cards\.(biller|brand)|outbox\.name|privates\.(source|node|reason|watch_media_id)|reports\.reason|(ticket_shows|voyeur_times|voyeur_turns|group_shows|group_members|sharecams|spies|memberships|watches|co_shows)\.(reason|node|media_id|membership|camera|if_few)|jobs\.job\.(dead_letter|group_tier|group_id|source_name))$/u;

/** The first value of `x = ANY (ARRAY['a', …])`. */
function listedIn(checks: readonly string[], column: string): string | undefined {
  for (const check of checks) {
    const found = new RegExp(`\\(\\(?${column} = ANY \\(ARRAY\\['([^']+)'`).exec(check);
    if (found) return found[1];
  }
  return undefined;
}

function textOf(table: SchemaTable, { name }: Column, of: Marked): string {
  const place = `${table.name}.${name}`;
  if (ASKED[place] !== undefined) return String(ASKED[place]);
  const line = allTables[table.name];
  if (line?.mine?.keys?.includes(name)) return `a${of.id}`;
  if (line?.mine?.mails?.includes(name)) return of.email;
  if (line?.mine?.names?.includes(name)) return of.username;
  const listed = listedIn(table.checks, name);
  if (listed) return listed;
  if (/country/u.test(name)) return 'DE';
  if (/time_zone/u.test(name)) return 'UTC';
  if (WORDS_OF_THE_SITE.test(place)) return 'word';
  return `${of.word} ${of.username} ${of.email}`.slice(0, /reason|title|comment/u.test(name) ? 90 : 200);
}

function valueOf(table: SchemaTable, column: Column, of: Marked): unknown {
  const { name, type } = column;
  // Pictures, or a video.
  if (name === 'type_id') return 1;
  const place = `${table.name}.${name}`;
  const { mine, end } = allTables[table.name] ?? {};
  const isOwn = mine?.ids?.includes(name) ?? false;
  switch (type) {
    case 'text':
      return textOf(table, column, of);
    case 'text[]':
      return /roles|controls/u.test(name) ? [] : [of.word];
    case 'jsonb':
      if (end?.some((act) => act.act === 'renamed' && act.json?.includes(name)))
        return JSON.stringify([{ username: of.username }]);
      return JSON.stringify(ASKED[place] ?? { said: of.word, by: of.username, mail: of.email });
    case 'uuid':
      return of.uuid;
    case 'bytea':
      return ASKED[place] ?? Buffer.from(`${of.word}`);
    case 'boolean':
      return false;
    case 'date':
      return '2026-11-20';
    case 'time without time zone':
      return '10:00';
    case 'bigint':
      // A second person, who is never the first.
      if (name === 'confirmed_by') return undefined;
      // Pairs have the lower id first, and nobody is both.
      if (/^(low|first)_id$/u.test(name)) return of.id;
      if (/^(high|second)_id$/u.test(name)) return of.otherId;
      if (isOwn) return mine!.ids!.indexOf(name) === 0 ? of.id : of.otherId;
      if (mine?.purses?.includes(name)) return accountOf(of.id, 'spending');
      return name.endsWith('_id') ? of.otherId : 7;
    case 'bigint[]':
    case 'integer[]':
      return [1];
    case 'smallint':
    case 'integer':
    case 'double precision':
      return 5;
    default:
      if (type === 'jobs.job_state') return 'completed';
      return type.startsWith('timestamp') ? '2026-11-20T10:00:00Z' : undefined;
  }
}

/** Rows that cannot be made up: of the queue, of migrations, of the ledger, which writes them itself and keeps all, and the account. */
const NOT_FILLED = /^(jobs\.(?!job$)|migrations$|ledger\.|accounts$)/u;

const given = (value: unknown, type: string) =>
  value instanceof Buffer ? sql`${value}` : sql`${value}::text::${sql.raw(type)}`;

/** One row of the person in every table that has something of people. @param owner may leave out checks between tables */
export async function fillEveryTable(owner: Pick<Database, 'kysely'>, of: Marked): Promise<string[]> {
  const isOfPeople = (name: string) => {
    const { mine, end } = allTables[name]!;
    return mine !== undefined || end.some(({ act }) => act !== 'impersonal');
  };
  const tables = (await readSchema(owner)).filter(({ name }) => !NOT_FILLED.test(name) && isOfPeople(name));
  const filled: string[] = [];
  for (const table of tables) {
    const columns = table.columns.filter(
      (column) => !column.isGenerated && valueOf(table, column, of) !== undefined,
    );
    const values = columns.map((column) => valueOf(table, column, of));
    await owner.kysely.transaction().execute(async (within) => {
      await sql`set local session_replication_role = replica`.execute(within);
      await sql`
        insert into ${tableOf(table.name)} (${sql.join(columns.map(({ name }) => sql.id(name)))})
        overriding system value
        values (${sql.join(values.map((value, i) => given(value, columns[i]!.type)))})
        on conflict do nothing`.execute(within);
    });
    filled.push(table.name);
  }
  return filled;
}

/** Every column of every table in which one of the words stands, with how many rows have it. */
export async function findWords(
  owner: Pick<Database, 'kysely'>,
  words: readonly string[],
): Promise<{ readonly table: string; readonly column: string }[]> {
  const found: { table: string; column: string }[] = [];
  for (const table of await readSchema(owner)) {
    const columns = table.columns.filter(({ type }) => /text|json|bytea|char/u.test(type));
    for (const { name, type } of columns) {
      const shown = type === 'bytea' ? sql`encode(${sql.id(name)}, 'escape')` : sql`${sql.id(name)}::text`;
      const { rows } = await sql<{ is: boolean }>`
        select exists (select 1 from ${tableOf(table.name)}
          where ${sql.join(
            words.map((word) => sql`strpos(lower(${shown}), ${word.toLowerCase()}) > 0`),
            sql` or `,
          )}) as is`.execute(owner.kysely);
      if (rows[0]!.is) found.push({ table: table.name, column: name });
    }
  }
  return found;
}
