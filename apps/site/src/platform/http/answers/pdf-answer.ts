import { setImmediate as otherWork } from 'node:timers/promises';
import { plainLetters as plain } from './pdf-letters.ts';

/** A table as a document. */
export interface PdfTable {
  readonly title: string;
  /** Lines between the title and the table. */
  readonly about: readonly string[];
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | number)[])[];
}

const MARGIN = 36;
const ROW = 14;
const SIZE = 8;
const GAP = 8;
/** The widths of columns are measured on this many rows. */
const MEASURED = 200;

/** The table with a header and the page count on each page; other work runs between two pages. */
export async function pdfOf(table: PdfTable): Promise<Buffer> {
  const { default: Document } = await import('pdfkit');
  const page = new Document({ size: 'A4', layout: 'landscape', margin: MARGIN, bufferPages: true });
  page.info.Title = table.title;
  const chunks: Buffer[] = [];
  page.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<void>((resolve) => page.once('end', resolve));

  const isNumber = table.columns.map((_, at) => table.rows.every((row) => typeof row[at] === 'number'));
  page.font('Helvetica').fontSize(SIZE);
  const wanted = table.columns.map((name, at) =>
    Math.max(
      ...[name, ...table.rows.slice(0, MEASURED).map((row) => row[at] ?? '')].map((cell) =>
        page.widthOfString(plain(cell)),
      ),
    ),
  );
  const room = page.page.width - 2 * MARGIN - GAP * (table.columns.length - 1);
  const scale = room / wanted.reduce((sum, width) => sum + width, 0);
  const widths = wanted.map((width) => width * scale);

  const writeRow = (cells: readonly (string | number)[], y: number) => {
    let x = MARGIN;
    cells.forEach((cell, at) => {
      page.text(plain(cell), x, y, {
        width: widths[at]!,
        height: ROW,
        ellipsis: true,
        lineBreak: false,
        align: isNumber[at] ? 'right' : 'left',
      });
      x += widths[at]! + GAP;
    });
  };
  const writeHead = (y: number): number => {
    page.font('Helvetica-Bold');
    writeRow(table.columns, y);
    page.font('Helvetica');
    return y + ROW + 2;
  };

  page.font('Helvetica-Bold').fontSize(16).text(plain(table.title), MARGIN, MARGIN);
  page.font('Helvetica').fontSize(SIZE);
  let y = MARGIN + 26;
  for (const line of table.about) {
    page.text(plain(line), MARGIN, y);
    y += ROW;
  }
  y = writeHead(y + GAP);
  const bottom = page.page.height - MARGIN - ROW;
  for (const row of table.rows) {
    if (y > bottom - ROW) {
      await otherWork();
      page.addPage();
      y = writeHead(MARGIN);
    }
    writeRow(row, y);
    y += ROW;
  }
  const { count } = page.bufferedPageRange();
  for (let at = 0; at < count; at++) {
    page.switchToPage(at);
    page.text(`${at + 1} / ${count}`, MARGIN, bottom, { lineBreak: false });
  }
  page.end();
  await ended;
  return Buffer.concat(chunks);
}
