import { readThumbForm, type ThumbForm } from '@klieg/contract/media';
import { VOYEUR_CAMERAS, type VoyeurCamera } from '@klieg/contract/features/voyeur/limits';
import { servePlaceholders } from './serve-placeholders.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** A live picture, or a redirect to its replacement; undefined where the caller sees nothing. */
export type FindThumb = (
  username: string,
  form: ThumbForm,
  request: FastifyRequest,
  camera?: VoyeurCamera,
) => Promise<
  /** isForAll: every caller gets the same, so a shared cache may keep it. */
  | { readonly bytes: Buffer; readonly isForAll: boolean }
  | { readonly placeholderUrl: string; readonly isForAll: boolean }
  | undefined
>;

const ADDRESS = /^([a-z0-9_]{3,20})\.(jpg|webp)$/;
const TYPES = { jpg: 'image/jpeg', webp: 'image/webp' } as const;
/** The key in the address (`v`) changes as often (CONSTANTS-036). */
const FRESH_SECONDS = 30;

const scopeOf = ({ isForAll }: { readonly isForAll: boolean }): string => (isForAll ? 'public' : 'private');

/**
 * GET /api/v1/thumb/{username}.jpg|.webp?v=&w=&camera=: live pictures of rooms, of a house by its camera, else the way
 * to the placeholder.
 */
export function serveThumbs(app: FastifyInstance, find: FindThumb): void {
  servePlaceholders(app);
  app.get<{ Params: { file: string }; Querystring: { w?: unknown; camera?: unknown } }>(
    '/api/v1/thumb/:file',
    async (request, reply) => {
      const [, username, kind] = ADDRESS.exec(request.params.file) ?? [];
      const form = readThumbForm(request.query.w, kind);
      const camera = VOYEUR_CAMERAS.find((known) => known === request.query.camera);
      const found = username ? await find(username, form, request, camera) : undefined;
      if (!found) return reply.status(404).header('cache-control', 'no-store').send();
      if ('placeholderUrl' in found)
        return reply
          .header('cache-control', `${scopeOf(found)}, max-age=5`)
          .redirect(found.placeholderUrl, 302);
      reply.header('cache-control', `${scopeOf(found)}, max-age=${FRESH_SECONDS}`);
      return reply.type(TYPES[form.kind]).send(found.bytes);
    },
  );
}
