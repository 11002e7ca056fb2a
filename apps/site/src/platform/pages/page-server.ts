import { randomBytes } from 'node:crypto';
import type { Log } from '@klieg/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type CachedPage, makeMicroCache } from './micro-cache.ts';
import { securityHeaders } from './security-headers.ts';

/** Stands in rendered pages where the nonce of the answer belongs. */
export const NONCE_MARK = 'kliegNonceMark0000000000';

/** Renders a request to a web response; the pages' own code behind one function. */
export type RenderPage = (request: Request, visitor: FastifyRequest) => Promise<Response>;

export interface PageServerOptions {
  readonly render: RenderPage;
  /** Key of a page that is the same for everyone, or undefined where it is personal. */
  readonly cacheKeyOf: (request: FastifyRequest) => string | undefined;
  readonly originOf: (request: FastifyRequest) => string;
  readonly isSecure: boolean;
  readonly frameHosts: readonly string[];
  readonly connectHosts: readonly string[];
  readonly log: Log;
  readonly onServed?: (source: 'cache' | 'render') => void;
}

const newNonce = (): string => randomBytes(18).toString('base64url');

const PASSED_HEADERS = [
  'content-type',
  'location',
  'x-remix-response',
  'x-remix-reload-document',
  'x-robots-tag',
  'referrer-policy',
];

const splitAtNonce = (body: Buffer): Buffer[] => {
  const pieces: Buffer[] = [];
  let from = 0;
  for (;;) {
    const at = body.indexOf(NONCE_MARK, from);
    if (at < 0) break;
    pieces.push(body.subarray(from, at));
    from = at + NONCE_MARK.length;
  }
  pieces.push(body.subarray(from));
  return pieces;
};

const joinWith = (pieces: readonly Buffer[], nonce: Buffer): Buffer =>
  Buffer.concat(pieces.flatMap((piece, i) => (i === 0 ? [piece] : [nonce, piece])));

const webHeaders = (request: FastifyRequest): Headers => {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers))
    if (typeof value === 'string' && name !== 'host') headers.set(name, value);
  return headers;
};

/** Serves server-rendered pages: micro-cached where they are the same for everyone, a fresh nonce always. */
export function makePageHandler(options: PageServerOptions) {
  const cache = makeMicroCache();

  const render = async (request: FastifyRequest): Promise<CachedPage> => {
    const url = `${options.originOf(request)}${request.url}`;
    const web = new Request(url, {
      method: request.method === 'HEAD' ? 'GET' : request.method,
      headers: webHeaders(request),
      signal: AbortSignal.timeout(10_000),
    });
    const response = await options.render(web, request);
    const headers: Record<string, string> = {};
    for (const name of PASSED_HEADERS) {
      const value = response.headers.get(name);
      if (value !== null) headers[name] = value;
    }
    return {
      status: response.status,
      headers,
      pieces: splitAtNonce(Buffer.from(await response.arrayBuffer())),
    };
  };

  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const key = options.cacheKeyOf(request);
    const { page, isHit } = key
      ? await cache.get(key, () => render(request))
      : { page: await render(request), isHit: false };
    options.onServed?.(isHit ? 'cache' : 'render');
    const nonce = newNonce();
    await reply
      .status(page.status)
      .headers({
        ...securityHeaders({
          nonce,
          isSecure: options.isSecure,
          frameHosts: options.frameHosts,
          connectHosts: options.connectHosts,
        }),
        // A page may be stricter with its own address than the others are.
        ...page.headers,
        'cache-control': key ? 'public, max-age=0, s-maxage=2' : 'private, no-store',
        vary: 'Cookie, Accept-Language',
        'x-cache': isHit ? 'hit' : 'miss',
      })
      .send(joinWith(page.pieces, Buffer.from(nonce)));
  };
}
