import { accountTables } from './account-tables.ts';
import { moneyTables } from './money-tables.ts';
import { peopleTables } from './people-tables.ts';
import { roomTables } from './room-tables.ts';
import { showTables } from './show-tables.ts';
import { siteTables } from './site-tables.ts';
import type { TableLines } from './table-line.ts';

/** Folders of an archive, with their tables. */
export const TABLE_GROUPS = {
  account: accountTables,
  people: peopleTables,
  money: moneyTables,
  shows: showTables,
  rooms: roomTables,
  site: siteTables,
} as const satisfies Readonly<Record<string, TableLines>>;
export type TableGroup = keyof typeof TABLE_GROUPS;

/** Every table of the database; those outside of `public` with their schema. */
export const allTables: TableLines = Object.assign({}, ...Object.values(TABLE_GROUPS)) as TableLines;
