import type { AccountId } from '@klieg/kernel';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { imageBlob } from './present-message.ts';
import type { SiteCaller } from '../sessions/index.ts';
import type { BlobStore } from '../../platform/blobs/index.ts';

const FILE = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})-\d{1,4}x\d{1,4}\.jpg$/;

/** GET of a message's image by its two people; for everybody else it is not there. */
export function serveMessageImages(
  app: FastifyInstance,
  deps: {
    readonly blobs: BlobStore;
    readonly mayOpen: (id: string, person: AccountId) => Promise<boolean>;
    readonly resolveCaller: (request: FastifyRequest) => Promise<SiteCaller>;
  },
): void {
  app.get<{ Params: { file: string } }>('/files/pm/:file', async (request, reply) => {
    const absent = () => reply.status(404).header('cache-control', 'no-store').send();
    const id = FILE.exec(request.params.file)?.[1];
    const { account, isSuspended } = await deps.resolveCaller(request);
    if (!id || !account || isSuspended || !(await deps.mayOpen(id, account.id))) return absent();
    const answer = await deps.blobs.serve(imageBlob(id), request.raw);
    if (!answer) return absent();
    return reply
      .status(answer.status)
      .headers(answer.headers)
      .type('image/jpeg')
      .header('cache-control', 'private, max-age=300')
      .header('x-content-type-options', 'nosniff')
      .header('content-security-policy', "default-src 'none'")
      .send(answer.content);
  });
}
