import { plainLetters } from './pdf-letters.ts';

/** A text as a document. */
export interface PdfText {
  readonly title: string;
  /** Lines between the title and the text. */
  readonly about: readonly string[];
  /** An empty one is a gap. */
  readonly paragraphs: readonly string[];
  /** Lines after the text, under a rule. */
  readonly ending: readonly string[];
}

const MARGIN = 56;
const FOOT = 40;

/** The text on as many pages as it needs, each with its number. */
export async function textPdfOf({ title, about, paragraphs, ending }: PdfText): Promise<Buffer> {
  const { default: Document } = await import('pdfkit');
  const page = new Document({ size: 'A4', margin: MARGIN, bufferPages: true });
  page.info.Title = title;
  const chunks: Buffer[] = [];
  page.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<void>((resolve) => page.once('end', resolve));

  page.font('Helvetica-Bold').fontSize(18).text(plainLetters(title));
  page.font('Helvetica').fontSize(9).moveDown(0.5);
  for (const line of about) page.text(plainLetters(line));
  page.moveDown().fontSize(10.5);
  for (const line of paragraphs) {
    if (line === '') page.moveDown(0.6);
    else page.text(plainLetters(line), { lineGap: 2 });
  }
  page.moveDown();
  const { width } = page.page;
  page
    .moveTo(MARGIN, page.y)
    .lineTo(width - MARGIN, page.y)
    .stroke();
  page.moveDown();
  for (const line of ending) page.text(plainLetters(line), { lineGap: 2 });

  const { count } = page.bufferedPageRange();
  page.fontSize(8);
  for (let at = 0; at < count; at++) {
    page.switchToPage(at);
    // Below the margin, where a line would begin a new page.
    page.page.margins.bottom = 0;
    page.text(`${at + 1} / ${count}`, MARGIN, page.page.height - FOOT, { lineBreak: false });
  }
  page.end();
  await ended;
  return Buffer.concat(chunks);
}
