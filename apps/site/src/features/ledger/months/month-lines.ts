import { createHash, type Hash } from 'node:crypto';
import { createGunzip } from 'node:zlib';
import type pg from 'pg';
import type { BlobStore } from '#site/platform/blobs/index.ts';

/* A month of the ledger as lines of text: a head, and a line for each row in the order of its key. */

/** The tables whose rows make a month, with the key that orders them. */
export const monthTables = [
  { table: 'transfers', key: 'id' },
  { table: 'legs', key: 'transfer_id, account' },
  { table: 'holds', key: 'id' },
] as const;

export type MonthTable = (typeof monthTables)[number]['table'];
export type MonthCounts = Readonly<Record<MonthTable, number>>;

/** The partition of a month, such as `transfers_2024_01`. */
export const partOf = (table: MonthTable, month: string): string =>
  `${table}_${month.slice(0, 7).replace('-', '_')}`;

const ROWS_AT_ONCE = 2_000;

/** A column added later is empty in old rows, so empty ones are left out; the rest of a line never changes. */
const lineOf = (table: MonthTable): string =>
  table === 'transfers'
    ? `jsonb_strip_nulls(to_jsonb(t) - 'detail')
        || case when t.detail is null then '{}'::jsonb else jsonb_build_object('detail', t.detail) end`
    : 'jsonb_strip_nulls(to_jsonb(t))';

const headOf = (month: string): string => `{"ledger_month":"${month.slice(0, 7)}","format":1}\n`;

/** What the lines add up to when all have passed. */
export interface Tally {
  readonly hash: Hash;
  readonly counts: Record<MonthTable, number>;
}

export const newTally = (): Tally => ({
  hash: createHash('sha256'),
  counts: { transfers: 0, legs: 0, holds: 0 },
});

/** The lines of a month that is in the database, some at a time; needs a transaction in UTC. */
export async function* readLines(client: pg.ClientBase, month: string, tally: Tally): AsyncGenerator<string> {
  const head = headOf(month);
  tally.hash.update(head);
  yield head;
  for (const { table, key } of monthTables) {
    await client.query(
      `declare month_lines no scroll cursor for
       select '{"${table}":' || (${lineOf(table)})::text || '}' line from ledger.${partOf(table, month)} t order by ${key}`,
    );
    for (let isMore = true; isMore;) {
      const { rows } = await client.query<{ line: string }>(`fetch ${ROWS_AT_ONCE} from month_lines`);
      isMore = rows.length === ROWS_AT_ONCE;
      if (rows.length === 0) continue;
      const text = rows.map(({ line }) => `${line}\n`).join('');
      tally.hash.update(text);
      tally.counts[table] += rows.length;
      yield text;
    }
    await client.query('close month_lines');
  }
}

/** Bytes of a file as they come, which this adds up. */
async function* passBytes(from: AsyncIterable<Uint8Array>, file: { hash: Hash; bytes: number }) {
  for await (const chunk of from) {
    file.hash.update(chunk);
    file.bytes += chunk.byteLength;
    yield chunk;
  }
}

/** What a file turned out to be. */
export interface ReadFile {
  readonly bytes: number;
  readonly hash: Buffer;
  readonly content: Buffer;
  readonly counts: MonthCounts;
}

const START = /^\{"(transfers|legs|holds)":/;

/**
 * Reads a month's file from beginning to end, and hands on rows as text, several of one table at a time.
 * @throws Error where it is missing, cut short or no such file
 */
export async function readMonthFile(
  blobs: Pick<BlobStore, 'read'>,
  name: string,
  onRows: (table: MonthTable, rows: readonly string[]) => Promise<void> = async () => {},
): Promise<ReadFile> {
  const file = { hash: createHash('sha256'), bytes: 0 };
  const tally = newTally();
  let rest = '';
  let waiting: { table: MonthTable; rows: string[] } | undefined;
  const flush = async () => {
    if (waiting) await onRows(waiting.table, waiting.rows);
    waiting = undefined;
  };
  const take = async (line: string) => {
    const table = START.exec(line)?.[1] as MonthTable | undefined;
    if (!table) return;
    tally.counts[table] += 1;
    if (waiting && (waiting.table !== table || waiting.rows.length === ROWS_AT_ONCE)) await flush();
    waiting ??= { table, rows: [] };
    waiting.rows.push(line.slice(table.length + 4, -1));
  };
  const gunzip = createGunzip();
  gunzip.setEncoding('utf8');
  const compressed = passBytes(blobs.read(name), file);
  const fed = (async () => {
    try {
      for await (const chunk of compressed)
        if (!gunzip.write(chunk))
          await new Promise<void>((resolve) => {
            gunzip.once('drain', resolve).once('close', resolve);
          });
      gunzip.end();
    } catch (error) {
      gunzip.destroy(error instanceof Error ? error : new Error(String(error)));
    }
  })();
  for await (const text of gunzip as AsyncIterable<string>) {
    tally.hash.update(text);
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) await take(line);
  }
  await fed;
  await flush();
  if (rest !== '') throw new Error('it ends within a line');
  return {
    bytes: file.bytes,
    hash: file.hash.digest(),
    content: tally.hash.digest(),
    counts: tally.counts,
  };
}
