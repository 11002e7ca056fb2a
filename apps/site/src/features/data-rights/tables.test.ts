import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { useTestDatabase } from '../../platform/postgres/testing.ts';
import { makeRowsOf } from './rows-of-store.ts';
import { readSchema } from './testing-full-person-store.ts';
import { allTables, TABLE_GROUPS } from './tables/all-tables.ts';
import type { TableLine } from './tables/table-line.ts';

const { database, owner } = await useTestDatabase();
const schema = await readSchema(owner);

const columnsNamed = (line: TableLine): string[] => {
  const { mine, out, end } = line;
  const ofMine = (of: TableLine['mine']) => [
    ...(of?.ids ?? []),
    ...(of?.keys ?? []),
    ...(of?.mails ?? []),
    ...(of?.names ?? []),
    ...(of?.purses ?? []),
    ...(of?.through ? [of.through.column] : []),
  ];
  return [
    ...ofMine(mine),
    ...('columns' in out ? [...out.columns, ...(out.people ?? []), ...ofMine(out.mine)] : []),
    ...end.flatMap((act) => {
      if (act.act === 'gone') return ofMine(act.mine);
      if (act.act === 'emptied')
        return [...Object.keys(act.values), ...(act.toId ?? []), ...ofMine(act.mine)];
      return act.act === 'renamed' ? [...(act.text ?? []), ...(act.json ?? [])] : [];
    }),
  ];
};

test('every table of the database has one line, and no line is about a table that is not there', () => {
  expect(Object.keys(allTables).toSorted()).toEqual(schema.map(({ name }) => name).toSorted());
  const all = Object.values(TABLE_GROUPS).flatMap((group) => Object.keys(group));
  expect(new Set(all).size).toBe(all.length);
});

test.each(schema.map(({ name }) => name))(
  '%s: its line names columns that it has, and says what becomes of it',
  (name) => {
    const line = allTables[name]!;
    const { columns } = schema.find((table) => table.name === name)!;
    const known = new Set(columns.map((column) => column.name));
    expect(columnsNamed(line).filter((column) => !known.has(column))).toEqual([]);
    expect(line.end.length).toBeGreaterThan(0);
    if (line.mine?.through) expect(allTables).toHaveProperty([line.mine.through.table]);
  },
);

test('a column that points to an account is named in the line of its table', async () => {
  const { rows } = await sql<{ table: string; column: string }>`
    select c.conrelid::regclass::text as table, a.attname as column
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
    where c.contype = 'f' and c.confrelid = 'accounts'::regclass`.execute(owner.kysely);
  /** Whoever of staff has decided something: a number beside what was decided. */
  const STAFF = /^(by_id|decided_by|first_by|asked_by|confirmed_by|staff_id)$/u;
  const missing = rows.filter(
    ({ table, column }) => !STAFF.test(column) && !allTables[table]?.mine?.ids?.includes(column),
  );
  // Messages and pictures are whose has sent them; a preview or look ends with either side.
  expect(missing.map(({ table, column }) => `${table}.${column}`)).toEqual([]);
});

test('exported rows can be read page by page by the key of their table', async () => {
  const rowsOf = makeRowsOf(database);
  const person = {
    id: 7 as never,
    username: 'anna_7',
    names: ['anna_7'],
    mails: [],
    displayName: 'Anna',
    isModel: false,
  };
  for (const [table, { out }] of Object.entries(allTables))
    if ('columns' in out)
      for await (const row of rowsOf.read(table, out, person)) expect(row).toBeUndefined();
});
