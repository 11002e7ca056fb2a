import { buffer } from 'node:stream/consumers';
import type { Upload } from '@klieg/contract';
import { AppError } from '@klieg/kernel';
import type { Pictures } from '../../platform/images/index.ts';
import type { DocumentDetails } from './vault/vault.ts';

/** Letters of a document stay readable at this size. */
const SIDE_MAX = 2_800;
const HEAD_BYTES = 16;
const PDF_MARK = '%PDF-';
const GIF_MARK = 'GIF8';
/** What the picture reader says about a file that is not a picture. */
const NO_PICTURE: ReadonlySet<string> = new Set([
  'common.file_not_image',
  'common.file_format',
  'common.file_blocked',
]);

const refused = (reason: string, cause?: unknown) =>
  new AppError('compliance.document_refused', { params: { reason }, cause });

async function headOf(file: Upload): Promise<string> {
  let head = Buffer.alloc(0);
  for await (const chunk of file.read()) {
    head = Buffer.concat([head, chunk]);
    if (head.length >= HEAD_BYTES) break;
  }
  return head.subarray(0, HEAD_BYTES).toString('latin1');
}

/** A document as stored: pictures redrawn without the file's other data, a PDF unchanged. */
export type ReadDocument = (
  file: Upload,
) => Promise<{ readonly file: Uint8Array; readonly contentType: DocumentDetails['contentType'] }>;

/** The result throws compliance.document_refused. */
export const makeReadDocument =
  (pictures: Pick<Pictures, 'draw'>): ReadDocument =>
  async (file) => {
    const head = await headOf(file);
    if (head.startsWith(PDF_MARK)) return { file: await buffer(file.read()), contentType: 'application/pdf' };
    if (head.startsWith(GIF_MARK)) throw refused('format');
    try {
      const { jpeg } = await pictures.draw(file.read(), SIDE_MAX);
      return { file: jpeg, contentType: 'image/jpeg' };
    } catch (cause) {
      if (cause instanceof AppError && NO_PICTURE.has(cause.code)) throw refused('format', cause);
      throw cause;
    }
  };
