import { createHash } from 'node:crypto';
import { toInstant } from '@klieg/kernel';
import { textPdfOf } from '#site/platform/http/index.ts';
import type { KeptDocument } from './document-store.ts';

/** The signed text as a file: the text, the signer, the time, and a digest of the words. */
export function drawDocument(document: KeptDocument): Promise<Buffer> {
  const { title, version, id, signer_name: signer, signature, signed_at: signedAt } = document;
  const digest = createHash('sha256').update(document.document_text).digest('hex');
  return textPdfOf({
    title,
    about: [
      `Version ${version}`,
      `Document ${id}`,
      `Issued ${toInstant(document.issued_at)}`,
      ...(signer === null ? [] : [`For ${signer}`]),
    ],
    paragraphs: document.document_text.split('\n'),
    ending: [
      ...(signedAt ? [`Signed: ${signature}`, `On ${toInstant(signedAt)}`] : []),
      `SHA-256 of the text: ${digest}`,
    ],
  });
}
