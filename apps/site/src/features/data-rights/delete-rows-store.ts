import { NAME_RESERVED_DAYS } from '@klieg/contract/features/data-rights/limits';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../platform/postgres/index.ts';
import { isOf, type Person, tableOf } from './rows-of-store.ts';
import { allTables } from './tables/all-tables.ts';
import type { Act, TableLine } from './tables/table-line.ts';

/** What a deletion does to rows. Each is safe to be done again. */
export interface DeleteRows {
  /** Nobody can log in to it any more, and nobody else can take its name for a while. */
  shut(person: Person, passwordHash: string, now: Date): Promise<void>;
  /** Tables to process, in order. */
  readonly tables: readonly string[];
  clear(table: string, person: Person, pseudonym: string): Promise<void>;
  /** The account itself, last: until then its names and addresses are needed to find rows. */
  finish(person: Person, pseudonym: string, deletionId: string, now: Date): Promise<void>;
}

/** Keys in JSON whose values are people's names. */
const NAME_KEYS = new Set(['username', 'login', 'by', 'sender', 'proposer']);
const RESERVED = sql`make_interval(days => ${NAME_RESERVED_DAYS})`;

const renamedIn = (value: unknown, names: ReadonlySet<string>, pseudonym: string, key?: string): unknown => {
  if (typeof value === 'string')
    return key !== undefined && NAME_KEYS.has(key) && names.has(value.toLowerCase()) ? pseudonym : value;
  if (Array.isArray(value)) return value.map((one) => renamedIn(one, names, pseudonym, key));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, renamedIn(one, names, pseudonym, name)]),
  );
};

/** Rows of others about the person: notices that lead to them or name them. */
const tells = ({ username, displayName }: Person): RawBuilder<unknown> => sql`
  (url in (${`/${username}`}, ${`/inbox?with=${username}`})
    or exists (select 1 from jsonb_each_text(coalesce(params, '{}')) p
      where p.key in ('username', 'name') and p.value in (${username}, ${displayName})))`;

/** Rows in which a text is one of the names, or contains an address. */
const mentions = (columns: readonly string[], { names, mails }: Person): RawBuilder<unknown> => {
  const words = names.map((name) => `\\m${name}\\M`);
  const ways = columns.flatMap((column) => [
    ...words.map((word) => sql`${sql.id(column)}::text ~* ${word}`),
    ...mails.map((mail) => sql`strpos(lower(${sql.id(column)}::text), ${mail}) > 0`),
  ]);
  return ways.length > 0 ? sql`(${sql.join(ways, sql` or `)})` : sql`false`;
};

/**
 * Finished jobs of a queue, and those that mail an address of the person; the others will find that their account is
 * gone.
 */
const IS_OVER = sql`state in ('completed', 'cancelled', 'failed')`;

/** Rows found through another row go before it, and the names used to find rows go last. */
const order = ([name, line]: readonly [string, TableLine]): number => {
  if (name === 'former_usernames') return 2;
  return line.mine?.through ? 0 : 1;
};

export function makeDeleteRows({ kysely }: Pick<Database, 'kysely'>): DeleteRows {
  const renameJson = async (
    table: string,
    column: string,
    person: Person,
    pseudonym: string,
  ): Promise<void> => {
    const names = new Set(person.names);
    const { rows } = await sql<{ place: string; value: unknown }>`
      select ctid::text as place, ${sql.id(column)} as value from ${tableOf(table)}
      where ${sql.join(
        person.names.map(
          (name) => sql`${sql.id(column)}::text ilike ${`%"${name.replaceAll('_', '\\_')}"%`}`,
        ),
        sql` or `,
      )}`.execute(kysely);
    for (const { place, value } of rows)
      await sql`
        update ${tableOf(table)} set ${sql.id(column)} = ${JSON.stringify(renamedIn(value, names, pseudonym))}::jsonb
        where ctid = ${place}::tid and ${sql.id(column)} = ${JSON.stringify(value)}::jsonb`.execute(kysely);
  };

  const gone = async (table: string, act: Extract<Act, { act: 'gone' }>, line: TableLine, person: Person) => {
    if (act.only === 'viewers' && person.isModel) return;
    const mentioned = act.only === 'mentioning' && mentions(act.mine?.names ?? [], person);
    const where =
      act.only === 'telling'
        ? tells(person)
        : mentioned
          ? table === 'jobs.job'
            ? sql`${mentioned} and (${IS_OVER} or ${mentions(act.mine?.names ?? [], { ...person, names: [] })})`
            : mentioned
          : isOf(act.mine ?? line.mine, person);
    await sql`delete from ${tableOf(table)} where ${where}`.execute(kysely);
  };

  const emptied = async (
    table: string,
    act: Extract<Act, { act: 'emptied' }>,
    line: TableLine,
    person: Person,
  ) => {
    const values = [
      ...Object.entries(act.values).map(([column, value]) => sql`${sql.id(column)} = ${value}`),
      ...(act.toId ?? []).map((column) => sql`${sql.id(column)} = id::text`),
    ];
    await sql`update ${tableOf(table)} set ${sql.join(values)} where ${isOf(act.mine ?? line.mine, person)}`.execute(
      kysely,
    );
  };

  const perform = async (table: string, act: Act, person: Person, pseudonym: string): Promise<void> => {
    const line = allTables[table]!;
    if (act.act === 'gone') return gone(table, act, line, person);
    if (act.act === 'emptied') return emptied(table, act, line, person);
    if (act.act !== 'renamed') return;
    for (const column of act.text ?? [])
      await sql`
        update ${tableOf(table)} set ${sql.id(column)} = ${pseudonym}
        where lower(${sql.id(column)}) = any(${[...person.names]}::text[])`.execute(kysely);
    for (const column of act.json ?? []) await renameJson(table, column, person, pseudonym);
  };

  return {
    async shut({ id, names }, passwordHash, now) {
      await sql`
        insert into reserved_names (digest, reserved_until)
        select sha256(convert_to(name, 'UTF8')), now() + ${RESERVED} from unnest(${[...names]}::text[]) as t (name)
        on conflict (digest) do nothing`.execute(kysely);
      await sql`
        update accounts set password_hash = ${passwordHash}, suspended_at = ${now}, suspension_until = null,
          suspension_reason = 'deleted'
        where id = ${id}`.execute(kysely);
    },
    tables: Object.entries(allTables)
      .toSorted((one, other) => order(one) - order(other))
      .map(([name]) => name),
    async clear(table, person, pseudonym) {
      for (const act of allTables[table]!.end) await perform(table, act, person, pseudonym);
    },
    finish: ({ id }, pseudonym, deletionId, now) =>
      kysely.transaction().execute(async (within) => {
        await sql`
          update accounts set username = ${pseudonym}, display_name = ${pseudonym}, email = '', email_confirmed = false,
            birth_date = '1900-01-01', gender = 'f', membership = null, compliance_status = 'none', user_roles = '{}',
            country_code = null, region = null, languages = '{}', tags = '{}', about = '', avatar_url = null,
            picture_url = null, settings = '{}', last_login_at = null, last_login_country = null, is_test = false,
            is_studio_owner = false, is_studio_pay = false, is_substudio_manager = false, is_direct_pay = false,
            is_voyeur_cam = false, is_featured = false, show_age = false, display_age = null, approved_at = null
          where id = ${id}`.execute(within);
        await sql`
          update deletions set state = 'done', done_at = ${now}, answered_at = ${now}, lease_until = null, reason = ''
          where id = ${deletionId}`.execute(within);
      }),
  };
}
