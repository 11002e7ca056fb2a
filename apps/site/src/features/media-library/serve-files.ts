import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { BlobStore } from '../../platform/blobs/index.ts';
import type { AgeGate } from '../age-check/index.ts';
import type { SiteCaller } from '../sessions/index.ts';
import type { ItemStore, KeptItem } from './item-store.ts';
import { blobOf, type FileKind, type SignedFiles } from './media-files.ts';
import { opens } from './media-rules.ts';
import { viewerOf } from './present-media.ts';
import type { ReadMedia } from './read-media.ts';

const FILE = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:-(thumb|blurred|sheet-\d{1,3}))?\.(jpg|mp4)$/;

interface Deps {
  readonly items: Pick<ItemStore, 'find'>;
  readonly read: Pick<ReadMedia, 'view'>;
  readonly files: SignedFiles;
  readonly blobs: BlobStore;
  readonly gate: Pick<AgeGate, 'isMissing'>;
  readonly resolveCaller: (request: FastifyRequest) => Promise<SiteCaller>;
}

/**
 * GET of a file of a media. The address alone opens nothing: access is checked like for the page that named it.
 * Anything wrong looks like a missing file.
 */
export function serveMediaFiles(app: FastifyInstance, deps: Deps): void {
  const mayOpen = async (item: KeptItem, kind: FileKind, isSigned: boolean, caller: SiteCaller) => {
    // A file not yet used in any media is only for its performer.
    if (item.mediaId === null) return isSigned && item.modelId === caller.account?.id;
    const view = await deps.read.view(item.mediaId, caller);
    if (!view) return false;
    if (kind === 'blurred') return true;
    const isCover = view.media.coverSafe && view.media.coverFile === item.fileId;
    if (kind === 'thumb' && isCover) return true;
    return isSigned && opens(view.access) && !(await deps.gate.isMissing(caller, 'media'));
  };

  app.get<{ Params: { file: string }; Querystring: { until?: unknown; sig?: unknown } }>(
    '/files/media/:file',
    async (request, reply) => {
      const absent = () => reply.status(404).header('cache-control', 'no-store').send();
      const { file } = request.params;
      const [, id, part, ending] = FILE.exec(file) ?? [];
      const item = id && (await deps.items.find(id));
      if (!item || item.state !== 'ready') return absent();
      // Pictures along a video are for people who may see it whole.
      const isSheet = part?.startsWith('sheet-') ?? false;
      const kind = isSheet ? 'whole' : ((part ?? 'whole') as FileKind);
      const blob = `media/${file}`;
      if (isSheet ? ending !== 'jpg' : blobOf(item, kind) !== blob) return absent();
      const caller = await deps.resolveCaller(request);
      if (caller.isSuspended) return absent();
      const { until = '', sig = '' } = request.query;
      const isSigned = deps.files.isRight({
        file,
        viewer: viewerOf(caller),
        until: String(until),
        signature: String(sig),
      });
      if (!(await mayOpen(item, kind, isSigned, caller))) return absent();
      const answer = await deps.blobs.serve(blob, request.raw);
      if (!answer) return absent();
      return reply
        .status(answer.status)
        .headers(answer.headers)
        .type(ending === 'mp4' ? 'video/mp4' : 'image/jpeg')
        .header('accept-ranges', 'bytes')
        .header('cache-control', kind === 'whole' && !isSheet ? 'private, no-store' : 'private, max-age=300')
        .header('x-content-type-options', 'nosniff')
        .header('content-security-policy', "default-src 'none'")
        .send(answer.content);
    },
  );
}
