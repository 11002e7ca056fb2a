import type { Call } from '@klieg/contract';
import type { FastifyReply } from 'fastify';
import { csvOf } from './csv-answer.ts';
import { type PdfTable, pdfOf } from './pdf-answer.ts';

const asFile = (reply: FastifyReply, type: string, name: string) =>
  void reply.header('content-type', type).header('content-disposition', `attachment; filename="${name}"`);

/** Of a table, the columns by these names. */
function only(table: PdfTable, columns: readonly string[]): PdfTable {
  const places = columns.map((name) => table.columns.indexOf(name));
  return { ...table, columns, rows: table.rows.map((row) => places.map((at) => row[at] ?? '')) };
}

/** The body of an answer, in the form that was asked for. */
export async function bodyOf(
  call: Call,
  query: unknown,
  answer: unknown,
  reply: FastifyReply,
): Promise<string | Buffer> {
  const { format, from, to } = (query ?? {}) as { readonly format?: string; from?: string; to?: string };
  const name = [call.route[1].split('/').at(-1), from, to].filter(Boolean).join('-');
  if (call.csv && format === 'csv') {
    asFile(reply, 'text/csv; charset=utf-8', `${name}.csv`);
    return csvOf(answer as Parameters<typeof csvOf>[0]);
  }
  if (call.pdf && format === 'pdf') {
    const body = await pdfOf(only(answer as PdfTable, call.pdf.columns));
    asFile(reply, 'application/pdf', `${name}.pdf`);
    return body;
  }
  return JSON.stringify(answer);
}
