import { isInternalMediaKey } from '@klieg/contract/media';
import type { Uuid } from '@klieg/kernel';
import { DAY_MS } from '@klieg/kernel/time';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Received, ReceivePieces } from './receive-pieces.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const RUN = /^\d{1,15}$/;
const NTH = /^\d{1,6}$/;
const SUM = /^[0-9a-f]{64}$/;
/** A media process ends a piece at 16 MiB, with the chunk that passes it. */
const PIECE_BYTES_MAX = 64 * 2 ** 20;
const POSTER_BYTES_MAX = 2 ** 20;
const INIT_BYTES_MAX = 64 * 2 ** 10;
/** A week; anything longer is no valid time of a recording. */
const MS_MAX = 7 * DAY_MS;
const STATUS: Readonly<Record<Received, number>> = { taken: 204, gone: 410, other: 409, broken: 400 };

type Asked = FastifyRequest<{ Params: { id: string; run: string; nth?: string } }>;

/** The number in a header; undefined if absent or out of bounds. */
function numberOf(request: Asked, name: string, max: number): number | undefined {
  const text = request.headers[name];
  const value = typeof text === 'string' && text !== '' ? Number(text) : Number.NaN;
  return value >= 0 && value <= max ? value : undefined;
}

/**
 * PUT of a piece of a running recording, of a still of it, and of the end of a run. A repeat answers the same; 410: the
 * recording accepts nothing more, 409: another piece is there, 400: its content is not what it says.
 */
export function serveIncomingPieces(app: FastifyInstance, secret: Uint8Array, receive: ReceivePieces): void {
  const keyOf = (request: Asked) => {
    const { id, run, nth = '0' } = request.params;
    const isRight =
      isInternalMediaKey(secret, request.headers['x-internal-secret']) &&
      UUID.test(id) &&
      RUN.test(run) &&
      NTH.test(nth);
    return isRight ? { originId: id as Uuid, run: Number(run), nth: Number(nth) } : undefined;
  };
  const pieceOf = (request: Asked) => {
    const key = keyOf(request);
    const sum = String(request.headers['x-sha256']);
    const startedMs = numberOf(request, 'x-started-ms', Number.MAX_SAFE_INTEGER);
    const fromMs = numberOf(request, 'x-from-ms', MS_MAX);
    const durationMs = numberOf(request, 'x-duration-ms', MS_MAX);
    const initBytes = numberOf(request, 'x-init-bytes', INIT_BYTES_MAX);
    const isRight = SUM.test(sum) && Number.isInteger(startedMs) && Number.isInteger(initBytes);
    if (!key || !isRight || fromMs === undefined || durationMs === undefined) return undefined;
    return { ...key, startedMs: startedMs!, fromMs, durationMs, initBytes: initBytes!, sum };
  };
  void app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    // A piece goes to its place as it comes; nothing collects it in memory.
    scope.addContentTypeParser('application/octet-stream', (_request, _payload, parsed) => parsed(null));
    const config = { takesFile: true };
    const address = '/internal/media/pieces/:id/:run';
    scope.put(`${address}/:nth`, { bodyLimit: PIECE_BYTES_MAX, config }, async (request: Asked, reply) => {
      if (!keyOf(request)) return reply.status(404).send();
      const piece = pieceOf(request);
      if (!piece) return reply.status(400).send();
      return reply.status(STATUS[await receive.piece(piece, request.raw)]).send();
    });
    scope.put(
      `${address}/:nth/poster`,
      { bodyLimit: POSTER_BYTES_MAX, config },
      async (request: Asked, reply) => {
        const key = keyOf(request);
        if (!key) return reply.status(404).send();
        return reply.status(STATUS[await receive.poster(key, request.raw)]).send();
      },
    );
    scope.put(`${address}/end`, { config }, async (request: Asked, reply) => {
      const key = keyOf(request);
      if (!key) return reply.status(404).send();
      request.raw.resume();
      return reply.status(STATUS[await receive.end(key.originId, key.run)]).send();
    });
    done();
  });
}
