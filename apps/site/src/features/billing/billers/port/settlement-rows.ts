import type { SettlementLine, SettlementReading, UnreadRow } from './biller-port.ts';

/** What a row is: a line, `nothing` that concerns money, or undefined where it cannot be read. */
export type ReadRow = SettlementLine | 'nothing' | undefined;

interface Row {
  readonly number: number;
  readonly text: string;
}

/** Rows of a text that are not empty, with their numbers from 1. */
const rowsOf = (text: string): Row[] =>
  text
    .replace(/^\uFEFF/u, '')
    .split(/\r?\n/u)
    .flatMap((row, at) => (row.trim() === '' ? [] : [{ number: at + 1, text: row }]));

function collect<R extends Row>(rows: readonly R[], read: (row: R) => ReadRow): SettlementReading {
  const lines: SettlementLine[] = [];
  const unread: UnreadRow[] = [];
  for (const row of rows) {
    const found = read(row);
    if (found === undefined) unread.push({ number: row.number, text: row.text });
    else if (found !== 'nothing') lines.push(found);
  }
  return { lines, unread };
}

/** Reads a file whose rows need no header. */
export const readPlainRows = (text: string, read: (row: string) => ReadRow): SettlementReading =>
  collect(rowsOf(text), (row) => read(row.text));

/** A cell by the name of its column; undefined where the row or the file has none, or it is empty. */
export type Cell = (...names: readonly string[]) => string | undefined;

/** `Transaction ID`, `transaction-id` and `transactionId` are one name. */
const nameOf = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

const SEPARATORS = [',', ';', '\t'] as const;
type Separator = (typeof SEPARATORS)[number];

/** The cells of a row, in quotes or without; undefined where a quote stays open or is followed by something. */
export function cellsOf(row: string, separator: Separator): readonly string[] | undefined {
  const cells: string[] = [];
  let at = 0;
  for (;;) {
    const isQuoted = row[at] === '"';
    if (isQuoted) {
      let cell = '';
      for (at += 1; ; at += 1) {
        const sign = row[at];
        if (sign === undefined) return undefined;
        if (sign !== '"') cell += sign;
        else if (row[at + 1] === '"') {
          cell += '"';
          at += 1;
        } else break;
      }
      at += 1;
      cells.push(cell);
      if (at < row.length && row[at] !== separator) return undefined;
    } else {
      const found = row.indexOf(separator, at);
      const end = found === -1 ? row.length : found;
      cells.push(row.slice(at, end).trim());
      at = end;
    }
    if (at >= row.length) return cells;
    at += 1;
  }
}

interface Head {
  readonly places: ReadonlyMap<string, number>;
  readonly separator: Separator;
  readonly width: number;
}

/** The column names, if a row has all that are needed and none twice. */
function headOf(row: string, needed: readonly string[]): Head | undefined {
  for (const separator of SEPARATORS) {
    const names = cellsOf(row, separator)?.map(nameOf) ?? [];
    const places = new Map(names.map((name, place) => [name, place]));
    const isHead = needed.every(
      (name) => places.has(nameOf(name)) && names.filter((one) => one === nameOf(name)).length === 1,
    );
    if (isHead) return { places, separator, width: names.length };
  }
  return undefined;
}

/**
 * Reads a table with a header row and columns in any order. Rows before the header, rows that are shorter or longer,
 * and rows that `read` cannot use are unread.
 * @param needed columns that make a row the header
 */
export function readTable(
  text: string,
  needed: readonly string[],
  read: (cell: Cell, cells: readonly string[]) => ReadRow,
): SettlementReading {
  let head: Head | undefined;
  return collect(rowsOf(text), (row) => {
    const names = headOf(row.text, needed);
    if (names) {
      head = names;
      return 'nothing';
    }
    const cells = head && cellsOf(row.text, head.separator);
    if (!head || cells?.length !== head.width) return undefined;
    const { places } = head;
    return read((...wanted) => {
      const place = wanted.map((name) => places.get(nameOf(name))).find((found) => found !== undefined);
      return (place === undefined ? undefined : cells[place]) || undefined;
    }, cells);
  });
}

/** Reads objects of a JSON list as rows of a table; undefined where the text is not one. */
export function readJsonRows(text: string, read: (cell: Cell) => ReadRow): SettlementReading | undefined {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return undefined;
  }
  const list: unknown = Array.isArray(json) ? json : (json as { result?: unknown } | null)?.result;
  if (!Array.isArray(list)) return undefined;
  const rows = list.map((value: unknown, at) => ({
    number: at + 1,
    text: JSON.stringify(value) ?? '',
    value,
  }));
  return collect(rows, ({ value }) => {
    if (typeof value !== 'object' || value === null) return undefined;
    const fields = new Map(Object.entries(value).map(([name, one]) => [nameOf(name), one as unknown]));
    return read((...wanted) => {
      const found = wanted.map((name) => fields.get(nameOf(name))).find((one) => one !== undefined);
      return typeof found === 'string' || typeof found === 'number' ? String(found) || undefined : undefined;
    });
  });
}
