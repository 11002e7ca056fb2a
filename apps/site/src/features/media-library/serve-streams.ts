import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  type BlobStore,
  bytesOf,
  type Piece,
  readPieces,
  readRange,
  slicePieces,
} from '../../platform/blobs/index.ts';
import type { AgeGate } from '../age-check/index.ts';
import type { SiteCaller } from '../sessions/index.ts';
import type { ItemStore, KeptItem } from './item-store.ts';
import { blobOf, segmentBlobs } from './media-files.ts';
import { opens } from './media-rules.ts';
import type { ReadMedia } from './read-media.ts';
import { writePlaylist } from './segments/playlist.ts';
import { makeSegmentCache } from './segments/segment-cache.ts';
import type { StreamTokens } from './stream-tokens.ts';

const NUMBER = /^[1-9]\d{0,14}$/;
const SEGMENT = /^(0|[1-9]\d{0,5})\.m4s$/;

interface Deps {
  readonly items: Pick<ItemStore, 'listOfMedia'>;
  readonly read: Pick<ReadMedia, 'view'>;
  readonly tokens: Pick<StreamTokens, 'read'>;
  readonly blobs: BlobStore;
  readonly gate: Pick<AgeGate, 'isMissing'>;
  readonly resolveCaller: (request: FastifyRequest) => Promise<SiteCaller>;
}

type Asked = FastifyRequest<{
  Params: { media: string; item?: string; file?: string };
  Querystring: { token?: unknown };
}>;

/** `/live/vod/{media_id}/…`: videos in segments, cut out of the files as they lie in the store. */
export function serveStreams(app: FastifyInstance, deps: Deps): void {
  const { blobs } = deps;
  const indexes = makeSegmentCache(blobs);

  const refuse = (reply: FastifyReply, status: 403 | 404) =>
    reply.status(status).header('cache-control', 'no-store').send();

  /** The videos of a media for the current caller: checked with each request, so that a lost right ends playback. */
  const openMedia = async (
    request: Asked,
  ): Promise<{ videos: readonly KeptItem[]; token: string } | 403 | 404> => {
    const { media } = request.params;
    if (!NUMBER.test(media)) return 404;
    const token = String(request.query.token ?? '');
    const claims = deps.tokens.read(Number(media), token);
    const holder = claims && (await deps.resolveCaller(request));
    // An address passed on works only in the browser that requested it.
    if (!holder || holder.sessionId !== claims.sessionId || holder.isSuspended) return 403;
    const view = await deps.read.view(Number(media), holder);
    if (!view || !opens(view.access) || (await deps.gate.isMissing(holder, 'media'))) return 403;
    return {
      videos: (await deps.items.listOfMedia([view.media.id])).filter(({ typeId }) => typeId === 2),
      token,
    };
  };

  const sendPieces = async (request: FastifyRequest, reply: FastifyReply, pieces: readonly Piece[]) => {
    const bytes = bytesOf(pieces);
    const range = readRange(request.headers.range, bytes);
    void reply
      .header('accept-ranges', 'bytes')
      .header('cache-control', 'private, no-store')
      .header('x-content-type-options', 'nosniff');
    if (range === 'none') return reply.status(416).header('content-range', `bytes */${bytes}`).send();
    const wanted = range === 'whole' ? { from: 0, length: bytes } : range;
    const content =
      request.method === 'HEAD'
        ? ''
        : await readPieces(blobs, slicePieces(pieces, wanted.from, wanted.length));
    if (content === undefined) return refuse(reply, 404);
    if (range !== 'whole')
      void reply
        .status(206)
        .header('content-range', `bytes ${wanted.from}-${wanted.from + wanted.length - 1}/${bytes}`);
    return reply
      .type('video/mp4')
      .header('content-length', wanted.length)
      .send(content ?? undefined);
  };

  const sendPlaylist = async (request: Asked, reply: FastifyReply) => {
    const opened = await openMedia(request);
    if (typeof opened === 'number') return refuse(reply, opened);
    const videos = await Promise.all(
      opened.videos.map(async ({ id: itemId, fileId }) => ({
        itemId,
        index: await indexes.find(segmentBlobs(fileId).index),
      })),
    );
    const playable = videos.flatMap(({ itemId, index }) => (index ? [{ itemId, index }] : []));
    if (playable.length === 0 || playable.length < videos.length) return refuse(reply, 404);
    return reply
      .type('application/vnd.apple.mpegurl')
      .header('cache-control', 'private, no-store')
      .header('x-content-type-options', 'nosniff')
      .send(writePlaylist(playable, opened.token));
  };

  const sendPart = async (request: Asked, reply: FastifyReply) => {
    const opened = await openMedia(request);
    if (typeof opened === 'number') return refuse(reply, opened);
    const { item = '', file = '' } = request.params;
    const video = opened.videos.find(({ id }) => String(id) === item);
    const names = video && segmentBlobs(video.fileId);
    const index = names && (await indexes.find(names.index));
    if (!index) return refuse(reply, 404);
    if (file === 'init.mp4')
      return sendPieces(request, reply, [{ blob: names.heads, from: 0, length: index.header }]);
    const segment = index.segments[Number(SEGMENT.exec(file)?.[1] ?? Number.NaN)];
    if (!segment) return refuse(reply, 404);
    const [, [from, length], runs] = segment;
    const whole = blobOf(video, 'whole');
    return sendPieces(request, reply, [
      { blob: names.heads, from, length },
      ...runs.map(([at, bytes]) => ({ blob: whole, from: at, length: bytes })),
    ]);
  };

  // HEAD is separate from GET, so that it tells the real length: one derived from GET would have none.
  const method = ['GET', 'HEAD'];
  app.route({ method, url: '/live/vod/:media/index.m3u8', handler: sendPlaylist });
  app.route({ method, url: '/live/vod/:media/:item/:file', handler: sendPart });
}
