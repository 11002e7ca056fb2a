import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { BlobStore } from '../../platform/blobs/index.ts';
import { isAllowed } from '../permissions/index.ts';
import type { SiteCaller } from '../sessions/index.ts';
import type { FoundAvatar } from './avatar-store.ts';

const FILE = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.jpg$/;

/** GET of pictures that staff looks at first: for everybody once shown, before that for their owner and reviewing staff. */
export function serveReviewedPictures(
  app: FastifyInstance,
  deps: {
    /** Below `/files`, and in the place of files. */
    readonly folder: 'avatars' | 'fan-logos';
    readonly find: (id: string) => Promise<FoundAvatar | undefined>;
    readonly blobs: BlobStore;
    readonly resolveCaller: (request: FastifyRequest) => Promise<SiteCaller>;
  },
): void {
  const { folder } = deps;
  const mayOpenWaiting = async (request: FastifyRequest, owner: number): Promise<boolean> => {
    const caller = await deps.resolveCaller(request);
    if (!caller.account || caller.isSuspended) return false;
    return caller.account.id === owner || isAllowed('look_after_models', caller);
  };
  app.get<{ Params: { file: string } }>(`/files/${folder}/:file`, async (request, reply) => {
    const absent = () => reply.status(404).header('cache-control', 'no-store').send();
    const id = FILE.exec(request.params.file)?.[1];
    const found = id && (await deps.find(id));
    if (!found || !(found.isShown || (await mayOpenWaiting(request, found.accountId)))) return absent();
    const answer = await deps.blobs.serve(`${folder}/${id}.jpg`, request.raw);
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
