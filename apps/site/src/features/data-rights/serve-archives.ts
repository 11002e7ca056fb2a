import { DOWNLOADS_MAX } from '@klieg/contract/features/data-rights/limits';
import type { Clock, Uuid } from '@klieg/kernel';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { BlobStore } from '../../platform/blobs/index.ts';
import type { SiteCaller } from '../sessions/index.ts';
import type { LinkSigner } from './archive/signing.ts';
import type { ExportsStore } from './exports-store.ts';
import { archiveBlob } from './make-archive.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
/** A resumed download counts as the same one. */
const GOES_ON = /^bytes=(?!0-)\d/;

interface Deps {
  readonly store: Pick<ExportsStore, 'find' | 'countDownload'>;
  readonly blobs: BlobStore;
  readonly links: LinkSigner;
  readonly clock: Clock;
  readonly resolveCaller: (request: FastifyRequest) => Promise<SiteCaller>;
}

/**
 * GET of an archive: only by its person, logged in and with a recently given password, by an unexpired link. Anything
 * wrong looks like a missing file.
 */
export function serveArchives(app: FastifyInstance, deps: Deps): void {
  const isOpenTo = async (
    request: FastifyRequest,
    id: string,
    until: number,
    sig: string,
  ): Promise<boolean> => {
    const now = deps.clock.now();
    if (!UUID.test(id) || !(until > now) || !deps.links.isRight(id, until, sig)) return false;
    const caller = await deps.resolveCaller(request);
    if (!caller.account || caller.sudoUntil <= now) return false;
    const one = await deps.store.find(id as Uuid);
    return one?.accountId === caller.account.id && one.state === 'ready';
  };
  app.get<{ Params: { id: string }; Querystring: { until?: string; sig?: string } }>(
    '/files/exports/:id',
    async (request, reply) => {
      const { id } = request.params;
      const { until = '', sig = '' } = request.query;
      reply
        .header('cache-control', 'private, no-store')
        .header('x-content-type-options', 'nosniff')
        .header('referrer-policy', 'no-referrer')
        .header('content-security-policy', "default-src 'none'; sandbox");
      if (!(await isOpenTo(request, id, Number(until), String(sig)))) return reply.status(404).send();
      const isAnother = request.method === 'GET' && !GOES_ON.test(request.headers.range ?? '');
      const now = new Date(deps.clock.now());
      if (isAnother && !(await deps.store.countDownload(id as Uuid, DOWNLOADS_MAX, now)))
        return reply.status(404).send();
      const answer = await deps.blobs.serve(archiveBlob(id as Uuid), request.raw);
      if (!answer) return reply.status(404).send();
      return reply
        .status(answer.status)
        .headers(answer.headers)
        .type('application/zip')
        .header('accept-ranges', 'bytes')
        .header('content-disposition', 'attachment; filename="my-data.zip"')
        .send(answer.content);
    },
  );
}
