import { randomBytes } from 'node:crypto';
import { AppError, type Log } from '@klieg/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Brake } from '../http/index.ts';
import { isOutage } from '../postgres/index.ts';
import type { VisitorOf, VisitorRequest } from '../visitors/index.ts';
import { sendAwayPage } from './away-page.ts';
import { COME_AGAIN_SECONDS, standInPages } from './stand-in-pages.ts';
import { makeMicroCache } from './micro-cache.ts';
import { makeRenderQueue, RENDER_LIMITS, type RenderLimits, type RenderRefusal } from './render-queue.ts';
import { isGzipWanted, makeRenderedPage, type RenderedPage } from './rendered-page.ts';
import { securityHeaders } from './security-headers.ts';

/** Who asks for a page: a request, or a reduced one where the page is the same for everyone. */
export interface PageVisitor extends VisitorRequest {
  readonly id: string;
}

/** What a page is rendered with. */
export interface RenderInput {
  readonly request: Request;
  readonly visitor: PageVisitor;
  /** Stands in the page where the nonce of the answer belongs; unguessable, so that no visitor's text holds it. */
  readonly nonceMark: string;
}

/** Renders a request to a web response; the pages' own code behind one function. */
export type RenderPage = (input: RenderInput) => Promise<Response>;

/** A page that is the same for everyone, in one form however it is asked for. */
export interface SharedPage {
  readonly key: string;
  /** Path and query that the page depends on. */
  readonly path: string;
  /** Headers that it depends on; no other is seen by its render. */
  readonly headers: Readonly<Record<string, string>>;
}

export interface PageServerOptions {
  readonly render: RenderPage;
  /** The shared page that a request asks for, or undefined where it is personal. */
  readonly sharedPageOf: (request: FastifyRequest) => SharedPage | undefined;
  /** Whether search engines may index pages of the site at all. */
  readonly isIndexed: (request: FastifyRequest) => boolean;
  readonly originOf: (request: FastifyRequest) => string;
  readonly visitorOf: VisitorOf;
  /** Demo and tests come from this machine: its pages are not counted. */
  readonly isGenerousToLoopback: boolean;
  readonly limits?: RenderLimits;
  /** Longest that a page may take once it is its turn, in milliseconds. */
  readonly renderMs: number;
  readonly brake: Brake;
  readonly isSecure: boolean;
  readonly frameHosts: readonly string[];
  readonly connectHosts: readonly string[];
  /** Sites that may show the page at this address in a frame; absent: nobody any. */
  readonly frameAncestorsOf?: (url: string) => readonly string[];
  readonly log: Log;
  readonly onServed?: (source: 'cache' | 'render' | RenderRefusal) => void;
}

const NONCE_BYTES = 18;
/** How many are drawn at once: a separate request costs more than the nonce. */
const NONCES_DRAWN = 256;
let drawn = Buffer.alloc(0);
function newNonce(): string {
  if (drawn.length === 0) drawn = randomBytes(NONCE_BYTES * NONCES_DRAWN);
  const nonce = drawn.toString('base64url', 0, NONCE_BYTES);
  drawn = drawn.subarray(NONCE_BYTES);
  return nonce;
}

const PASSED_HEADERS = [
  'content-type',
  'location',
  'x-remix-response',
  'x-remix-reload-document',
  'x-robots-tag',
  'referrer-policy',
];
/** Who asked and from where: seen by the rules about places, not by the page. */
const NOT_FOR_PAGES = new Set(['host', 'connection']);

const webHeaders = (given: VisitorRequest['headers']): Headers => {
  const headers = new Headers();
  for (const [name, value] of Object.entries(given))
    if (typeof value === 'string' && !NOT_FOR_PAGES.has(name)) headers.set(name, value);
  return headers;
};

/** A page took longer than `renderMs`. */
class TooSlow extends Error {}

const FAULTS = {
  away: 'the database is away',
  slow: 'a page took too long',
  failed: 'a page could not be made',
} as const;

/** Whether an address can be one of a page: a path that programs can read, without a host before it. */
const isReadable = (url: string): boolean =>
  url.startsWith('/') && URL.canParse(url.replace(/^\/+/, '/'), 'http://page');

/** A request reduced to what a shared page may depend on: where it came from, and what the page varies by. */
function sharedVisitor({ id, headers, socket }: FastifyRequest, shared: SharedPage): PageVisitor {
  const { cookie: _cookie, authorization: _authorization, ...rest } = headers;
  return { id, socket, headers: { ...rest, ...shared.headers } };
}

/**
 * Serves server-rendered pages: kept for a moment where they are the same for everyone, in turns of networks where
 * they have to be rendered, compressed once, a fresh nonce always.
 * @throws common.not_found for an address that cannot be read
 */
export function makePageHandler(options: PageServerOptions) {
  const cache = makeMicroCache();
  const queue = makeRenderQueue(options.limits ?? RENDER_LIMITS);

  const render = async (request: FastifyRequest, shared: SharedPage | undefined): Promise<RenderedPage> => {
    const visitor = shared ? sharedVisitor(request, shared) : request;
    const nonceMark = newNonce();
    const web = new Request(`${options.originOf(request)}${shared?.path ?? request.url}`, {
      method: request.method === 'HEAD' ? 'GET' : request.method,
      headers: shared ? new Headers(shared.headers) : webHeaders(request.headers),
      signal: AbortSignal.timeout(options.renderMs),
    });
    const response = await options.render({ request: web, visitor, nonceMark }).catch((error: unknown) => {
      throw web.signal.aborted ? new TooSlow('a page took too long', { cause: error }) : error;
    });
    const headers: Record<string, string> = {};
    for (const name of PASSED_HEADERS) {
      const value = response.headers.get(name);
      if (value !== null) headers[name] = value;
    }
    const text = Buffer.from(await response.arrayBuffer());
    // What the pages' framework answers where even its page of errors could not be made.
    if (response.status >= 500 && text.length === 0) {
      if (web.signal.aborted) throw new TooSlow();
      throw new Error('the pages gave an empty answer');
    }
    return makeRenderedPage({ status: response.status, headers, text }, nonceMark);
  };

  /** The page, rendered when it is this visitor's turn; a cached page needs no turn. */
  const find = async (request: FastifyRequest, shared: SharedPage | undefined) => {
    const { network, isLoopback } = options.visitorOf(request);
    const isCounted = !(options.isGenerousToLoopback && isLoopback);
    const inTurn = () => queue.run(network, isCounted, () => render(request, shared));
    if (!shared) return { page: await inTurn(), isHit: false };
    return cache.get(shared.key, inTurn);
  };

  const headersOf = (nonce: string, url = '/') =>
    securityHeaders({
      nonce,
      isSecure: options.isSecure,
      frameHosts: options.frameHosts,
      connectHosts: options.connectHosts,
      frameAncestors: options.frameAncestorsOf?.(url) ?? [],
    });

  const refuse = async (refusal: keyof typeof standInPages, reply: FastifyReply): Promise<void> => {
    const { status, html } = standInPages[refusal];
    await reply
      .status(status)
      .headers({
        ...headersOf(newNonce()),
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'private, no-store',
        'retry-after': String(COME_AGAIN_SECONDS),
      })
      .send(html);
  };

  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    if (!isReadable(request.url)) {
      await options.brake.hold(options.visitorOf(request).network);
      throw new AppError('common.not_found');
    }
    const shared = options.sharedPageOf(request);
    const found = await find(request, shared).catch((error: unknown) => {
      if (error instanceof AppError) throw error;
      const fault = isOutage(error) ? 'away' : error instanceof TooSlow ? 'slow' : 'failed';
      options.log.error({ err: error, url: request.url.split('?')[0] }, FAULTS[fault]);
      return fault;
    });
    if (found === 'away') return sendAwayPage(request, reply);
    if (typeof found === 'string') return refuse(found, reply);
    const { page, isHit } = found;
    options.onServed?.(typeof page === 'string' ? page : isHit ? 'cache' : 'render');
    if (typeof page === 'string') {
      await options.brake.hold(options.visitorOf(request).network);
      return refuse(page, reply);
    }
    const nonce = newNonce();
    const isPacked = isGzipWanted(request.headers['accept-encoding'], page.bytes);
    const bytes = isPacked ? await page.gzip(nonce) : page.plain(nonce);
    // Buffer returns to the pool after a full send; an aborted answer never returns it.
    reply.raw.once('finish', () => page.release(bytes));
    await reply
      .status(page.status)
      .headers({
        ...headersOf(nonce, request.url),
        ...(!options.isIndexed(request) && { 'x-robots-tag': 'noindex' }),
        // A page may be stricter with its own address than the others are.
        ...page.headers,
        // No cache on the way may give a second visitor the nonce of the first.
        'cache-control': shared ? 'private, no-cache' : 'private, no-store',
        vary: 'Cookie, Accept-Language, Accept-Encoding',
        'x-cache': isHit ? 'hit' : 'miss',
        ...(isPacked && { 'content-encoding': 'gzip' }),
      })
      .send(bytes);
  };
}
