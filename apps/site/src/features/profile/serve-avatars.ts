import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { BlobStore } from '../../platform/blobs/index.ts';
import { isAllowed } from '../permissions/index.ts';
import type { SiteCaller } from '../sessions/index.ts';
import type { AvatarStore } from './avatar-store.ts';
import { avatarBlob } from './keep-avatar.ts';

const FILE = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.jpg$/;

/** GET of own pictures: for everybody once shown, before that for their owner and reviewing staff. */
export function serveAvatars(
  app: FastifyInstance,
  deps: {
    readonly avatars: Pick<AvatarStore, 'find'>;
    readonly blobs: BlobStore;
    readonly resolveCaller: (request: FastifyRequest) => Promise<SiteCaller>;
  },
): void {
  const mayOpenWaiting = async (request: FastifyRequest, owner: number): Promise<boolean> => {
    const caller = await deps.resolveCaller(request);
    if (!caller.account || caller.isSuspended) return false;
    return caller.account.id === owner || isAllowed('look_after_models', caller);
  };
  app.get<{ Params: { file: string } }>('/files/avatars/:file', async (request, reply) => {
    const absent = () => reply.status(404).header('cache-control', 'no-store').send();
    const id = FILE.exec(request.params.file)?.[1];
    const found = id && (await deps.avatars.find(id));
    if (!found || !(found.isShown || (await mayOpenWaiting(request, found.accountId)))) return absent();
    const answer = await deps.blobs.serve(avatarBlob(id), request.raw);
    if (!answer) return absent();
    return reply
      .status(answer.status)
      .headers(answer.headers)
      .type('image/jpeg')
      .header('cache-control', found.isShown ? 'public, max-age=604800, immutable' : 'private, no-store')
      .header('x-content-type-options', 'nosniff')
      .header('content-security-policy', "default-src 'none'")
      .send(answer.content);
  });
}
