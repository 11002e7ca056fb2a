import type { Clock } from '@klieg/kernel';
import type { FastifyInstance } from 'fastify';
import type { DocumentKeys } from './document-keys.ts';
import type { DocumentStore } from './document-store.ts';
import { drawDocument } from './draw-document.ts';

/** Addresses of signed files begin with it. */
const FILES = '/files/legal';
const FILE = /^([A-Za-z0-9_-]{43})\.pdf$/;

/** Where the holder of a sealed key finds the file. */
export const pdfUrlOf = (key: string): string => `${FILES}/${key}.pdf`;

/** GET of signed documents, with an unexpired address. */
export function serveDocuments(
  app: FastifyInstance,
  {
    store,
    keys,
    clock,
  }: { readonly store: DocumentStore; readonly keys: DocumentKeys; readonly clock: Clock },
): void {
  app.get<{ Params: { file: string } }>(`${FILES}/:file`, async (request, reply) => {
    reply.header('cache-control', 'private, no-store');
    const key = FILE.exec(request.params.file)?.[1];
    const number = key && keys.open('pdf', key, clock.now());
    const document = number ? await store.findByNumber(number) : undefined;
    if (!document?.signed_at) return reply.status(404).send();
    return reply
      .type('application/pdf')
      .header('content-disposition', `attachment; filename="${document.template}-signed.pdf"`)
      .header('x-content-type-options', 'nosniff')
      .header('referrer-policy', 'no-referrer')
      .send(await drawDocument(document));
  });
}
