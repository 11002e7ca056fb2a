import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isGzipWanted } from '#site/platform/pages/index.ts';
import type { Place, VisitorOf } from '#site/platform/visitors/index.ts';
import type { KeptFiles } from './kept-files.ts';
import { robotsText } from './robots.ts';
import { IDS_A_PART, type Sitemap } from './sitemap.ts';

/** Caches on the way may keep these files as long as the site itself does. */
const CACHE = 'public, max-age=600';
/** The last part that can hold an id, which is at most 2^53 - 1. */
const PART_MAX = Math.floor(Number.MAX_SAFE_INTEGER / IDS_A_PART);

export interface SeoUses {
  readonly sitemap: Sitemap;
  readonly files: KeptFiles;
  readonly visitorOf: VisitorOf;
  /** The address of the site that was asked, and whether search engines may index its pages. */
  readonly siteOf: (request: FastifyRequest) => { readonly publicUrl: string; readonly isIndexed: boolean };
}

const placeKey = ({ country, state }: Place): string => `${country ?? '-'} ${state ?? '-'}`;

/** What search engines ask for first: `/robots.txt`, `/sitemap.xml` and the parts that it names. */
export function serveSeo(app: FastifyInstance, { sitemap, files, visitorOf, siteOf }: SeoUses): void {
  const send = async (
    request: FastifyRequest,
    reply: FastifyReply,
    name: string,
    pieces: (base: string, place: Place) => Iterable<string>,
  ) => {
    const { publicUrl, isIndexed } = siteOf(request);
    const { country, state } = visitorOf(request);
    const place = { country, state };
    const packed = await files.get(
      isIndexed ? `${publicUrl} ${name} ${placeKey(place)}` : 'none',
      isIndexed ? () => pieces(publicUrl, place) : sitemap.none,
    );
    reply
      .type('application/xml; charset=utf-8')
      .headers({ 'cache-control': CACHE, vary: 'Accept-Encoding', 'x-robots-tag': 'noindex' });
    if (isGzipWanted(request.headers['accept-encoding'], Infinity))
      return reply.header('content-encoding', 'gzip').send(packed);
    return reply.send(Readable.from([packed]).pipe(createGunzip()));
  };

  app.get('/robots.txt', (request, reply) => {
    const { publicUrl, isIndexed } = siteOf(request);
    return reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', CACHE)
      .send(robotsText(publicUrl, isIndexed));
  });
  app.get('/sitemap.xml', (request, reply) => send(request, reply, 'index', sitemap.index));
  for (const name of ['lists', 'tags', 'texts'] as const)
    app.get(`/sitemap-${name}.xml`, (request, reply) => send(request, reply, name, sitemap[name]));
  app.get<{ Params: { part: string } }>('/sitemap-rooms-:part(^\\d{1,12}).xml', (request, reply) => {
    const part = Math.min(Number(request.params.part), PART_MAX);
    // There are endlessly many parts without anybody; they are one file.
    const name = sitemap.hasRooms(part) ? `rooms ${part}` : 'rooms of nobody';
    return send(request, reply, name, (base, place) => sitemap.rooms(base, place, part));
  });
}
