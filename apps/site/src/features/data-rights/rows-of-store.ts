import type { AccountId } from '@klieg/kernel';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../platform/postgres/index.ts';
import { accountKey } from '../identity/index.ts';
import { accountOf } from '../ledger/index.ts';
import { allTables } from './tables/all-tables.ts';
import type { Mine, Out, Row } from './tables/table-line.ts';

/** How rows name somebody. */
export interface Person {
  readonly id: AccountId;
  readonly username: string;
  /** Of now and before. */
  readonly names: readonly string[];
  /** Only confirmed ones: an unconfirmed one may be somebody else's. */
  readonly mails: readonly string[];
  readonly displayName: string;
  readonly isModel: boolean;
}

export const keyOf = ({ id }: Pick<Person, 'id'>): string => accountKey(id);

export const tableOf = (name: string): RawBuilder<unknown> => sql.id(...name.split('.'));

const PURSES = ['spending', 'earning', 'payable', 'reserve'] as const;

/** Which rows are somebody's; none in a table without people. */
export function isOf(mine: Mine | undefined, person: Person): RawBuilder<unknown> {
  const any = (columns: readonly string[] | undefined, values: readonly (string | number)[], type: string) =>
    (columns ?? []).map((column) => sql`${sql.id(column)} = any(${[...values]}::${sql.raw(type)}[])`);
  const { through } = mine ?? {};
  const ways = [
    ...any(mine?.ids, [person.id], 'bigint'),
    ...any(mine?.keys, [keyOf(person)], 'text'),
    ...any(mine?.names, person.names, 'text'),
    ...any(
      mine?.purses,
      PURSES.map((purse) => accountOf(person.id, purse)),
      'bigint',
    ),
    ...(mine?.mails ?? []).map((column) => sql`lower(${sql.id(column)}) = any(${[...person.mails]}::text[])`),
    ...(through
      ? [
          sql`${sql.id(through.column)} in (select ${sql.id(through.to)} from ${tableOf(through.table)}
            where ${isOf(allTables[through.table]?.mine, person)})`,
        ]
      : []),
  ];
  return ways.length > 0 ? sql`(${sql.join(ways, sql` or `)})` : sql`false`;
}

/** Of messages and requests, those that the person sees. */
const ONLY: Readonly<Record<'shown messages' | 'shown requests', (person: Person) => RawBuilder<unknown>>> = {
  'shown messages': ({ id }) => sql`
    deleted_at is null
    and case when sender_id = ${id} then not deleted_by_sender else not deleted_by_receiver and not is_unseen end
    and not exists (
      select 1 from conversations c
      where c.account_id = ${id} and c.partner_id in (low_id, high_id) and direct_messages.id <= c.cleared_up_to)`,
  'shown requests': ({ id }) => sql`(asker_id = ${id} or not is_unseen)`,
};

type Columns = Extract<Out, { readonly columns: readonly string[] }>;

export interface RowsOf {
  findPerson(id: AccountId): Promise<Person | undefined>;
  /** Exported rows of a table, a page at a time. */
  read(table: string, out: Columns, person: Person): AsyncGenerator<Row>;
  namesOf(ids: readonly number[]): Promise<ReadonlyMap<number, string>>;
}

const PAGE = 500;

export function makeRowsOf({ kysely }: Pick<Database, 'kysely'>): RowsOf {
  const keys = new Map<string, Promise<readonly { name: string; type: string }[]>>();
  const readKey = async (table: string) => {
    const { rows } = await sql<{ name: string; type: string }>`
      select a.attname as name, format_type(a.atttypid, a.atttypmod) as type
      from pg_index i join unnest(i.indkey) with ordinality as k (attnum, place) on true
      join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attnum
      where i.indrelid = ${table}::regclass and i.indisprimary order by k.place`.execute(kysely);
    // One without a key is read by where its rows lie.
    return rows.length > 0 ? rows : [{ name: 'ctid', type: 'tid' }];
  };
  const keyOfTable = (table: string) => {
    const found = keys.get(table) ?? readKey(table);
    keys.set(table, found);
    return found;
  };
  return {
    async findPerson(id) {
      const { rows } = await sql<Omit<Person, 'id'>>`
        select username, array(select username union select f.username from former_usernames f where f.account_id = a.id) as names,
          case when email_confirmed and email <> '' then array[lower(email)] else '{}' end as mails,
          display_name as "displayName", type = 'model' as "isModel"
        from accounts a where id = ${id}`.execute(kysely);
      return rows[0] && { id, ...rows[0] };
    },
    async *read(table, out, person) {
      const key = await keyOfTable(table);
      const line = allTables[table];
      const order = sql.join(key.map(({ name }) => sql.id(name)));
      const place = sql.join(key.map(({ name }) => sql`${sql.id(name)}::text`));
      const wanted = sql.join(out.columns.map((column) => sql.id(column)));
      let after: readonly string[] | undefined;
      for (;;) {
        const from = after
          ? sql`and (${order}) > (${sql.join(after.map((value, i) => sql`${value}::text::${sql.raw(key[i]!.type)}`))})`
          : sql``;
        const { rows } = await sql<Row & { readonly '?place': readonly string[] }>`
          select ${wanted}, array[${place}] as "?place" from ${tableOf(table)}
          where ${isOf(out.mine ?? line?.mine, person)} ${out.only ? sql`and ${ONLY[out.only](person)}` : sql``} ${from}
          order by ${order} limit ${PAGE}`.execute(kysely);
        for (const { '?place': _place, ...row } of rows) yield row;
        if (rows.length < PAGE) return;
        after = rows.at(-1)!['?place'];
      }
    },
    async namesOf(ids) {
      const { rows } = await sql<{ id: number; username: string }>`
        select id, username from accounts where id = any(${[...ids]}::bigint[])`.execute(kysely);
      return new Map(rows.map(({ id, username }) => [Number(id), username]));
    },
  };
}
