import { isInternalMediaKey } from '@klieg/contract/media';
import type { Uuid } from '@klieg/kernel';
import type { FastifyInstance } from 'fastify';
import type { Recordings } from './recordings.ts';
import type { BlobStore } from '#site/platform/blobs/index.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const FILE = /^([0-9a-f-]{36})\.(mp4|jpg)$/;
/** A long evening at the highest bit rate. */
const FILE_BYTES_MAX = 20 * 2 ** 30;

/** PUT of a finished file by a media process; 410 means that the recording was deleted. */
export function serveIncomingRecordings(
  app: FastifyInstance,
  secret: Uint8Array,
  recordings: Recordings,
): void {
  void app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    // The file goes to the disk as it comes; nothing collects it in memory.
    scope.addContentTypeParser('application/octet-stream', (_request, _payload, parsed) => parsed(null));
    scope.put<{ Params: { id: string; part: string; kind: string } }>(
      '/internal/media/recordings/:id/:part/:kind',
      { bodyLimit: FILE_BYTES_MAX, config: { takesFile: true } },
      async (request, reply) => {
        if (!isInternalMediaKey(secret, request.headers['x-internal-secret']))
          return reply.status(404).send();
        const { id, part, kind } = request.params;
        if (!UUID.test(id) || !/^\d{1,4}$/.test(part) || (kind !== 'video' && kind !== 'poster'))
          return reply.status(404).send();
        const duration = Number(request.headers['x-duration-ms']);
        const isTaken = await recordings.receive({
          originId: id as Uuid,
          part: Number(part),
          kind,
          durationMs: Number.isFinite(duration) ? duration : null,
          content: request.raw,
        });
        return reply.status(isTaken ? 204 : 410).send();
      },
    );
    done();
  });
}

/** GET of a file by its signed path; anything wrong with it looks like an absent file. */
export function serveRecordings(app: FastifyInstance, blobs: BlobStore, recordings: Recordings): void {
  app.get<{ Params: { file: string }; Querystring: { until?: string; sig?: string } }>(
    '/files/recordings/:file',
    async (request, reply) => {
      const [, id, ending] = FILE.exec(request.params.file) ?? [];
      const { until = '', sig = '' } = request.query;
      const kind = ending === 'mp4' ? 'video' : 'poster';
      const blob = id && (await recordings.open(id, kind, String(until), String(sig)));
      if (!blob) return reply.status(404).send();
      const answer = await blobs.serve(blob, request.raw);
      if (!answer) return reply.status(404).send();
      return reply
        .status(answer.status)
        .headers(answer.headers)
        .type(kind === 'video' ? 'video/mp4' : 'image/jpeg')
        .header('accept-ranges', 'bytes')
        .header('cache-control', 'private, no-store')
        .header('x-content-type-options', 'nosniff')
        .send(answer.content);
    },
  );
}
