import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { isInternalMediaKey, readThumbForm, type ThumbForm } from '@klieg/contract/media';
import { type Log, readPlainUrl } from '@klieg/kernel';
import type { UpgradeRequest } from '../edge/sockets/viewer-gate.ts';
import { LIVE_THUMBNAIL_PATH } from '../relay/index.ts';
import { HLS_PATH, type HlsAsking } from '../edge/hls-gate.ts';
import { WHEP_PATH } from '../edge/webrtc/whep-gate.ts';
import type { CountedStretch, HlsAnswer } from '../hls/index.ts';
import {
  bearerOf,
  type EndpointAnswer,
  type EndpointRequest,
  WHIP_PATH,
} from '../ingest/whip/whip-endpoint.ts';
import type { Socket } from 'node:net';

/** What the HTTP side of the media process serves. */
export interface HttpPorts {
  readonly secret: Uint8Array;
  readonly allowedOrigins: readonly string[] | undefined;
  readonly log: Log;
  readonly whip: (request: EndpointRequest) => Promise<EndpointAnswer>;
  readonly whep: (request: EndpointRequest) => Promise<EndpointAnswer>;
  /** Answers a GET below /live/hls/; undefined where nothing lies there. */
  readonly hls: (url: URL, asking: HlsAsking) => Promise<HlsAnswer | undefined>;
  /** Lets the token in an address stand for a fresh one; false if not allowed. */
  readonly renewHls: (url: URL, fresh: string) => boolean;
  /** Whether a proxy may answer this address from its cache. */
  readonly mayRead: (url: URL, cache: string, signal: AbortSignal) => Promise<boolean>;
  readonly acceptUpgrade: (request: UpgradeRequest, socket: Socket) => void;
  readonly findThumbnail: (
    streamName: string,
    form: ThumbForm,
  ) => Buffer | undefined | Promise<Buffer | undefined>;
  /** Requests of another media process, answered only from here; absent: there are no others. */
  readonly local?: Pick<HttpPorts, 'whip' | 'whep' | 'hls' | 'findThumbnail'>;
  /** How long a reader may take for an answer of HLS, in milliseconds; absent: a minute. */
  readonly answerMsMax?: number;
  readonly stats: () => unknown;
  readonly metrics: () => string;
}

const THUMBNAIL_PATH = '/internal/thumb/';
/** Media processes ask each other below this. */
const FORWARDED = '/internal/live/';

const ANSWER_MS_MAX = 60_000;

/** Why nobody waits for an answer any more; without one, each abort would make an error of its own. */
const LEFT = new Error('the reader has left');

/** Reads a body up to a limit; undefined beyond it, without reading on. */
async function readBody(request: IncomingMessage, bytesMax: number): Promise<string | undefined> {
  if (Number(request.headers['content-length'] ?? 0) > bytesMax) return undefined;
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > bytesMax) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function corsHeaders(
  origin: string | undefined,
  allowed: readonly string[] | undefined,
): Record<string, string> {
  if (!origin || !allowed?.includes(origin.toLowerCase())) return {};
  return {
    'access-control-allow-origin': origin,
    'access-control-allow-methods': 'GET, POST, PATCH, DELETE',
    'access-control-allow-headers': 'authorization, content-type',
    'access-control-max-age': '600',
    vary: 'origin',
  };
}

/** Writes a body stretch by stretch, each when the transport has taken the one before; ends where nobody takes it. */
async function writeCounted(
  response: ServerResponse,
  body: Buffer,
  counted: readonly CountedStretch[],
): Promise<void> {
  const gone = new Promise<false>((resolve) => response.once('close', () => resolve(false)));
  let from = 0;
  for (const { until, onHandedOver } of counted) {
    const written = new Promise<boolean>((resolve) =>
      response.write(body.subarray(from, until), (error) => resolve(!error)),
    );
    if (!(await Promise.race([written, gone]))) return;
    onHandedOver();
    from = until;
  }
  response.end(body.subarray(from));
}

/** The name of the proxy that asks for others; empty where a reader asks. */
const cacheOf = ({ headers }: IncomingMessage): string => String(headers['x-live-cache'] ?? '').slice(0, 200);

/** The HTTP server of the media process, not yet listening. */
export function makeHttpServer(ports: HttpPorts): Server {
  const send = (response: ServerResponse, status: number, type: string, body: string | Buffer): void => {
    response.writeHead(status, {
      'content-type': type,
      'content-length': Buffer.byteLength(body),
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
    response.end(body);
  };
  const notFound = (response: ServerResponse): void => send(response, 404, 'text/plain', '');

  const isForeign = ({ headers: { origin } }: IncomingMessage): boolean =>
    origin !== undefined && ports.allowedOrigins?.includes(origin.toLowerCase()) === false;

  const serveEndpoint = async (
    request: IncomingMessage,
    response: ServerResponse,
    path: string,
    endpoint: HttpPorts['whip'],
  ): Promise<void> => {
    const cors = corsHeaders(request.headers.origin, ports.allowedOrigins);
    const isPreflight = request.method === 'OPTIONS';
    const answer: EndpointAnswer = isForeign(request)
      ? { status: 403 }
      : isPreflight
        ? { status: 204 }
        : await endpoint({
            method: request.method ?? '',
            path,
            authorization: request.headers.authorization,
            contentType: request.headers['content-type'],
            readBody: (bytesMax) => readBody(request, bytesMax),
          });
    // An unread rest of a body would be taken for the next request.
    const closing = request.complete ? {} : { connection: 'close' };
    response.writeHead(answer.status, {
      ...cors,
      ...answer.headers,
      ...closing,
      'cache-control': 'no-store',
    });
    response.end(answer.body);
  };

  const serveHls = async (
    request: IncomingMessage,
    response: ServerResponse,
    url: URL,
    hls: HttpPorts['hls'],
  ): Promise<void> => {
    if (isForeign(request)) return send(response, 403, 'text/plain', '');
    if (request.method === 'OPTIONS') {
      response.writeHead(204, corsHeaders(request.headers.origin, ports.allowedOrigins)).end();
      return;
    }
    if (request.method === 'POST' && hls === ports.hls) {
      const isRenewed = ports.renewHls(url, bearerOf(request.headers.authorization));
      const cors = corsHeaders(request.headers.origin, ports.allowedOrigins);
      response.writeHead(isRenewed ? 204 : 403, { ...cors, 'cache-control': 'no-store' }).end();
      return;
    }
    if (request.method !== 'GET' && request.method !== 'HEAD') return notFound(response);
    const gone = new AbortController();
    response.once('close', () => gone.abort(LEFT));
    const acceptsGzip = /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''));
    const answer = await hls(url, { acceptsGzip, cache: cacheOf(request), signal: gone.signal });
    if (!answer) return notFound(response);
    if (gone.signal.aborted) return;
    const { status, headers, body, counted } = answer;
    const cors = corsHeaders(request.headers.origin, ports.allowedOrigins);
    // What nobody reads is kept for them all the while; a piece of seconds that takes a minute cannot be watched.
    const limit = setTimeout(() => response.destroy(), ports.answerMsMax ?? ANSWER_MS_MAX);
    gone.signal.addEventListener('abort', () => clearTimeout(limit));
    response.writeHead(status, {
      ...headers,
      ...cors,
      vary: 'origin, accept-encoding',
      'content-length': body?.length ?? 0,
    });
    if (request.method === 'HEAD') return void response.end();
    if (body && counted) return writeCounted(response, body, counted);
    response.end(body);
  };

  /** A proxy asks whether it may hand out what it has: 204 or 403, never a byte. */
  const serveAuth = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const uri = String(request.headers['x-original-uri'] ?? '');
    const asked = readPlainUrl(uri, 'http://media');
    const gone = new AbortController();
    response.once('close', () => gone.abort(LEFT));
    const mayRead = asked !== null && (await ports.mayRead(asked, cacheOf(request), gone.signal));
    response.writeHead(mayRead ? 204 : 403, { 'cache-control': 'no-store' }).end();
  };

  const serveThumbnail = async (
    response: ServerResponse,
    url: URL,
    below: string,
    find: HttpPorts['findThumbnail'],
  ): Promise<void> => {
    const form = readThumbForm(url.searchParams.get('w'), url.searchParams.get('kind'));
    const image = await find(url.pathname.slice(below.length), form);
    if (!image) return notFound(response);
    send(response, 200, form.kind === 'webp' ? 'image/webp' : 'image/jpeg', image);
  };

  const serveForwarded = async (
    request: IncomingMessage,
    response: ServerResponse,
    url: URL,
    local: NonNullable<HttpPorts['local']>,
  ): Promise<void> => {
    const path = url.pathname.slice('/internal'.length);
    if (path.startsWith(HLS_PATH)) return serveHls(request, response, url, local.hls);
    if (path.startsWith(WHEP_PATH)) return serveEndpoint(request, response, path, local.whep);
    if (path.startsWith(`${WHIP_PATH}/`)) return serveEndpoint(request, response, path, local.whip);
    if (path.startsWith(LIVE_THUMBNAIL_PATH))
      return serveThumbnail(response, url, `/internal${LIVE_THUMBNAIL_PATH}`, local.findThumbnail);
    notFound(response);
  };

  const serveInternal = async (
    request: IncomingMessage,
    response: ServerResponse,
    url: URL,
  ): Promise<void> => {
    if (!isInternalMediaKey(ports.secret, request.headers['x-internal-secret'])) return notFound(response);
    if (ports.local && url.pathname.startsWith(FORWARDED))
      return serveForwarded(request, response, url, ports.local);
    if (request.method !== 'GET') return notFound(response);
    if (url.pathname === '/internal/stats')
      return send(response, 200, 'application/json', JSON.stringify(ports.stats()));
    if (!url.pathname.startsWith(THUMBNAIL_PATH)) return notFound(response);
    return serveThumbnail(response, url, THUMBNAIL_PATH, ports.findThumbnail);
  };

  /** Health and metrics are for operators: nobody who comes through a proxy may see them. */
  const isOperator = ({ headers }: IncomingMessage): boolean =>
    (headers['x-forwarded-for'] ?? headers.forwarded) === undefined ||
    isInternalMediaKey(ports.secret, headers['x-internal-secret']);

  const serveOperator = (response: ServerResponse, path: string): void => {
    if (path === '/healthz' || path === '/readyz') return send(response, 200, 'text/plain', 'ok\n');
    if (path === '/metrics') return send(response, 200, 'text/plain; version=0.0.4', ports.metrics());
    notFound(response);
  };

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    // Taken as it is: a path that is put right here was another one for the proxy that let it through.
    const url = readPlainUrl(request.url ?? '', 'http://media');
    if (!url) return notFound(response);
    const path = url.pathname;
    if (path === WHIP_PATH || path.startsWith(`${WHIP_PATH}/`))
      return serveEndpoint(request, response, path, ports.whip);
    if (path.startsWith(WHEP_PATH)) return serveEndpoint(request, response, path, ports.whep);
    if (path.startsWith(HLS_PATH)) return serveHls(request, response, url, ports.hls);
    if (path === '/live/auth') return serveAuth(request, response);
    if (path.startsWith('/internal/')) return serveInternal(request, response, url);
    if (request.method === 'GET' && isOperator(request)) return serveOperator(response, path);
    notFound(response);
  };

  const server = createServer(
    {
      requestTimeout: 8_000,
      headersTimeout: 5_000,
      connectionsCheckingInterval: 1_000,
      keepAliveTimeout: 10_000,
    },
    (request, response) => {
      serve(request, response).catch((err: unknown) => {
        if (request.destroyed && !request.complete) return;
        ports.log.error({ err, method: request.method }, 'request failed');
        if (!response.headersSent) send(response, 500, 'text/plain', '');
        else response.destroy();
      });
    },
  );
  server.on('upgrade', (request, socket, head) => {
    const { url = '', method = 'GET', headers } = request;
    ports.acceptUpgrade({ url, method, headers, head }, socket as Socket);
  });
  server.on('clientError', (_err, socket) => {
    if (socket.writable) socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n');
  });
  return server;
}
