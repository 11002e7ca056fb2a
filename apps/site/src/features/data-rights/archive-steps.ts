import type { BlobStore } from '../../platform/blobs/index.ts';
import type { FileToZip } from './archive/zip-writer.ts';
import type { DataExport } from './exports-store.ts';
import type { Person, RowsOf } from './rows-of-store.ts';
import { allTables, TABLE_GROUPS, type TableGroup } from './tables/all-tables.ts';
import type { Out, Row, RowFile } from './tables/table-line.ts';

/** Where a step stopped; the next piece continues an unfinished one there. */
export interface StepProgress {
  cursor: string | null;
  isDone: boolean;
}
export type ArchiveStep = (
  person: Person,
  of: DataExport,
  progress: StepProgress,
) => AsyncIterable<FileToZip>;

export interface ArchiveSteps {
  readonly list: readonly ArchiveStep[];
}

type Columns = Extract<Out, { readonly columns: readonly string[] }>;

/** Rows whose names are looked up together. */
const TOGETHER = 200;
/** Files of one piece. */
const FILES_A_PIECE = 50;
const BYTES_A_PIECE = 256 * 2 ** 20;

/** `partner_id` names an account, so the file says `partner`. */
const shownName = (column: string): string => column.replace(/_id$/u, '');

async function* inGroups(rows: AsyncIterable<Row>): AsyncGenerator<readonly Row[]> {
  let group: Row[] = [];
  for await (const row of rows) {
    group.push(row);
    if (group.length < TOGETHER) continue;
    yield group;
    group = [];
  }
  if (group.length > 0) yield group;
}

/** Rows as lines of JSON; other people appear by their names. */
async function* linesOf(
  rowsOf: RowsOf,
  table: string,
  out: Columns,
  person: Person,
): AsyncGenerator<Uint8Array> {
  const people = out.people ?? [];
  for await (const rows of inGroups(rowsOf.read(table, out, person))) {
    const ids = new Set(rows.flatMap((row) => people.map((column) => Number(row[column] ?? 0))));
    const names = people.length > 0 ? await rowsOf.namesOf([...ids]) : new Map<number, string>();
    const shown = rows.map((row) =>
      Object.fromEntries(
        out.columns.map((column) =>
          people.includes(column)
            ? [shownName(column), names.get(Number(row[column] ?? 0)) ?? null]
            : [column, row[column]],
        ),
      ),
    );
    yield Buffer.from(shown.map((row) => `${JSON.stringify(row)}\n`).join(''));
  }
}

/** Reads the first piece, and returns all including it; undefined where there is none. */
async function begin(content: AsyncGenerator<Uint8Array>): Promise<AsyncIterable<Uint8Array> | undefined> {
  const first = await content.next();
  if (first.done) return undefined;
  return (async function* () {
    yield first.value;
    yield* content;
  })();
}

const groupStep = (rowsOf: RowsOf, group: TableGroup): ArchiveStep =>
  async function* (person) {
    for (const [table, { out }] of Object.entries(TABLE_GROUPS[group])) {
      if (!('columns' in out)) continue;
      const content = await begin(linesOf(rowsOf, table, out, person));
      if (content) yield { name: `data/${group}/${table}.jsonl`, content, isPacked: false };
    }
  };

const fileStep = (uses: { readonly rowsOf: RowsOf; readonly blobs: BlobStore }, table: string): ArchiveStep =>
  async function* (person, { cursor }, progress) {
    const { out } = allTables[table]!;
    if (!('columns' in out)) return;
    let [count, bytes] = [0, 0];
    for await (const row of uses.rowsOf.read(table, out, person)) {
      const id = String(row['id']);
      if (cursor !== null && id <= cursor) continue;
      if (count >= FILES_A_PIECE || bytes >= BYTES_A_PIECE) {
        progress.isDone = false;
        return;
      }
      for (const { blob, as } of out.files!(row)) {
        // A file deleted since is left out.
        const size = await uses.blobs.sizeOf(blob);
        if (size === undefined) continue;
        count += 1;
        bytes += size;
        yield { name: as, content: uses.blobs.read(blob), isPacked: true };
      }
      progress.cursor = id;
    }
  };

/** Tables with rows that have files. */
export const TABLES_WITH_FILES = Object.entries(allTables).flatMap(([table, { out }]) =>
  'columns' in out && out.files ? [{ table, files: out.files as (row: Row) => readonly RowFile[], out }] : [],
);

/** The contents of an archive, step by step. @param statement lines of the person's ledger statement */
export function listArchiveSteps(uses: {
  readonly rowsOf: RowsOf;
  readonly blobs: BlobStore;
  readonly statement: (person: Person) => AsyncGenerator<Uint8Array>;
}): ArchiveSteps {
  const groups = Object.keys(TABLE_GROUPS) as TableGroup[];
  const statementStep: ArchiveStep = async function* (person) {
    const content = await begin(uses.statement(person));
    if (content) yield { name: 'data/money/statement.jsonl', content, isPacked: false };
  };
  return {
    list: [
      ...groups.map((group) => groupStep(uses.rowsOf, group)),
      statementStep,
      ...TABLES_WITH_FILES.map(({ table }) => fileStep(uses, table)),
    ],
  };
}
