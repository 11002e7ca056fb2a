import type { AccountId, Uuid } from '@klieg/kernel';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type BlobStore, readPieces, readRange } from '#site/platform/blobs/index.ts';
import type { SiteCaller } from '../../sessions/index.ts';
import { pieceBlob } from './place-pieces.ts';
import type { PlayRunning } from './play-running.ts';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

type Asked = FastifyRequest<{ Params: { id: string; file: string } }>;

/** `/files/recordings/{id}/…`: a recording that is still written, for its owner; for everybody else there is nothing. */
export function serveRunning(
  app: FastifyInstance,
  deps: {
    readonly playing: PlayRunning;
    readonly blobs: Pick<BlobStore, 'serve'>;
    readonly resolveCaller: (request: FastifyRequest) => Promise<SiteCaller>;
  },
): void {
  const { playing, blobs } = deps;
  const refuse = (reply: FastifyReply) => reply.status(404).header('cache-control', 'no-store').send();
  const ownerOf = async (request: Asked): Promise<AccountId | undefined> => {
    if (!UUID.test(request.params.id)) return undefined;
    const caller = await deps.resolveCaller(request);
    return caller.isSuspended ? undefined : caller.account?.id;
  };

  const sendPlaylist = async (request: Asked, reply: FastifyReply, owner: AccountId) => {
    const text = await playing.playlist(owner, request.params.id as Uuid);
    if (text === undefined) return refuse(reply);
    return reply
      .type('application/vnd.apple.mpegurl')
      .header('cache-control', 'private, no-store')
      .header('x-content-type-options', 'nosniff')
      .send(text);
  };

  const sendPart = async (request: Asked, reply: FastifyReply, owner: AccountId) => {
    const { id, file } = request.params;
    const part = await playing.part(owner, id as Uuid, file);
    if (!part) return refuse(reply);
    const range = readRange(request.headers.range, part.length);
    void reply
      .header('accept-ranges', 'bytes')
      .header('cache-control', 'private, no-store')
      .header('x-content-type-options', 'nosniff');
    if (range === 'none') return reply.status(416).header('content-range', `bytes */${part.length}`).send();
    const wanted = range === 'whole' ? { from: 0, length: part.length } : range;
    const piece = { blob: pieceBlob(part.piece), from: part.from + wanted.from, length: wanted.length };
    const content = await readPieces(blobs, [piece]);
    if (!content) return refuse(reply);
    const last = wanted.from + wanted.length - 1;
    if (range !== 'whole')
      void reply.status(206).header('content-range', `bytes ${wanted.from}-${last}/${part.length}`);
    return reply.type('video/mp4').header('content-length', wanted.length).send(content);
  };

  app.get('/files/recordings/:id/:file', async (request: Asked, reply) => {
    const owner = await ownerOf(request);
    if (owner === undefined) return refuse(reply);
    const send = request.params.file === 'index.m3u8' ? sendPlaylist : sendPart;
    return send(request, reply, owner);
  });
}
