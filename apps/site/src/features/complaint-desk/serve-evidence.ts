import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { BlobStore } from '../../platform/blobs/index.ts';
import type { Database } from '../../platform/postgres/index.ts';
import type { AuditFeature } from '../audit/index.ts';
import { isAllowed } from '../permissions/index.ts';
import type { SiteCaller } from '../sessions/index.ts';
import type { ItemStore } from './item-store.ts';

const ITEM = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u;

export const evidenceUrl = (id: string): string => `/files/complaints/${id}`;

/** GET of what a complaint is about, even if hidden, for people who decide it; each look is logged. */
export function serveEvidence(
  app: FastifyInstance,
  deps: {
    readonly items: Pick<ItemStore, 'find'>;
    readonly allBlobs: BlobStore;
    readonly database: Pick<Database, 'kysely'>;
    readonly auditLog: Pick<AuditFeature['auditLog'], 'note'>;
    readonly resolveCaller: (request: FastifyRequest) => Promise<SiteCaller>;
  },
): void {
  app.get<{ Params: { item: string } }>('/files/complaints/:item', async (request, reply) => {
    const absent = () => reply.status(404).header('cache-control', 'no-store').send();
    const caller = await deps.resolveCaller(request);
    if (!caller.account || caller.isSuspended || !isAllowed('moderate_site', caller)) return absent();
    const item = ITEM.test(request.params.item) ? await deps.items.find(request.params.item) : undefined;
    const blob = item?.blobs[0];
    const answer = blob === undefined ? undefined : await deps.allBlobs.serve(blob, request.raw);
    if (!item || blob === undefined || !answer) return absent();
    const { range } = request.headers;
    // A player requests one video in many parts: only the first counts as a look.
    if (range === undefined || range.startsWith('bytes=0-'))
      await deps.database.kysely.transaction().execute((within) =>
        deps.auditLog.note(within, caller, {
          action: 'complaints.looked_at',
          target: `complaint:${item.complaintId}`,
          detail: { kind: item.kind, ref: item.ref },
        }),
      );
    return reply
      .status(answer.status)
      .headers(answer.headers)
      .type(blob.endsWith('.mp4') ? 'video/mp4' : 'image/jpeg')
      .header('accept-ranges', 'bytes')
      .header('cache-control', 'private, no-store')
      .header('x-content-type-options', 'nosniff')
      .header('content-security-policy', "default-src 'none'")
      .send(answer.content);
  });
}
