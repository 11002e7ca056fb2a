import type { Clock } from '@klieg/kernel';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isAllowed } from '../../permissions/index.ts';
import type { SiteCaller } from '../../sessions/index.ts';
import type { Vault } from './vault.ts';
import type { VaultStore } from './vault-store.ts';
import type { ViewKeys } from './view-keys.ts';

export const viewUrl = (key: string): string => `/files/vault/${key}`;

/**
 * GET of a document that staff has opened with a reason: for a minute, only by them. Only pictures redrawn by us are
 * shown here; a PDF can only be saved, since it might contain programs.
 */
export function serveViews(
  app: FastifyInstance,
  deps: {
    readonly store: Pick<VaultStore, 'find'>;
    readonly vault: Pick<Vault, 'openDetails' | 'openFile'>;
    readonly keys: ViewKeys;
    readonly clock: Clock;
    readonly resolveCaller: (request: FastifyRequest) => Promise<SiteCaller>;
  },
): void {
  const find = async (request: FastifyRequest, key: string) => {
    const caller = await deps.resolveCaller(request);
    if (!caller.account || caller.isSuspended || !isAllowed('look_after_models', caller)) return undefined;
    const id = deps.keys.open(key, caller.account.id, deps.clock.now());
    return id && (await deps.store.find(id));
  };
  app.get<{ Params: { key: string } }>('/files/vault/:key', async (request, reply) => {
    reply
      .header('cache-control', 'private, no-store')
      .header('x-content-type-options', 'nosniff')
      .header('referrer-policy', 'no-referrer')
      .header('content-security-policy', "default-src 'none'; sandbox");
    const record = await find(request, request.params.key);
    if (!record) return reply.status(404).send();
    const { contentType } = deps.vault.openDetails(record);
    const isPicture = contentType === 'image/jpeg';
    return reply
      .type(isPicture ? contentType : 'application/octet-stream')
      .header('content-disposition', isPicture ? 'inline' : `attachment; filename="${record.kind}.pdf"`)
      .send(await deps.vault.openFile(record));
  });
}
