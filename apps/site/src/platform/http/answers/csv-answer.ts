type Cell = string | number;

/** A cell as RFC 4180 wants it; text that a spreadsheet would take for a formula is kept from being one. */
const cellOf = (cell: Cell): string => {
  if (typeof cell === 'number') return String(cell);
  const plain = /^[=+\-@\t\r]/u.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/u.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
};

/** Columns and rows as lines that end with CRLF. */
export const csvOf = (table: {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
}) => [table.columns, ...table.rows].map((row) => `${row.map(cellOf).join(',')}\r\n`).join('');
