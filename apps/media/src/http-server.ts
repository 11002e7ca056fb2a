import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Log } from '@klieg/kernel';
import { isInternalKey } from './control/internal-key.ts';
import type { UpgradeRequest } from './edge/viewer-gate.ts';
import { WHIP_PATH, type WhipAnswer, type WhipRequest } from './ingest/whip-endpoint.ts';
import type { ThumbnailWidth } from './thumbnails/thumbnail-messages.ts';
import type { Socket } from 'node:net';

/** What the HTTP side of the media process serves. */
export interface HttpPorts {
  readonly secret: Uint8Array;
  readonly allowedOrigins: readonly string[] | undefined;
  readonly log: Log;
  readonly whip: (request: WhipRequest) => Promise<WhipAnswer>;
  readonly acceptUpgrade: (request: UpgradeRequest, socket: Socket) => void;
  readonly findThumbnail: (streamName: string, width: ThumbnailWidth) => Buffer | undefined;
  readonly stats: () => unknown;
  readonly metrics: () => string;
}

const THUMBNAIL_PATH = '/internal/thumb/';

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
    'access-control-allow-methods': 'POST, PATCH, DELETE',
    'access-control-allow-headers': 'authorization, content-type',
    'access-control-max-age': '600',
    vary: 'origin',
  };
}

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

  const serveWhip = async (
    request: IncomingMessage,
    response: ServerResponse,
    path: string,
  ): Promise<void> => {
    const { origin } = request.headers;
    const isForeign = origin !== undefined && ports.allowedOrigins?.includes(origin.toLowerCase()) === false;
    const cors = corsHeaders(origin, ports.allowedOrigins);
    const isPreflight = request.method === 'OPTIONS';
    const answer: WhipAnswer = isForeign
      ? { status: 403 }
      : isPreflight
        ? { status: 204 }
        : await ports.whip({
            method: request.method ?? '',
            path,
            authorization: request.headers.authorization,
            contentType: request.headers['content-type'],
            readBody: (bytesMax) => readBody(request, bytesMax),
          });
    // A body that was not read to its end would be taken for the next request.
    const closing = request.complete ? {} : { connection: 'close' };
    response.writeHead(answer.status, {
      ...cors,
      ...answer.headers,
      ...closing,
      'cache-control': 'no-store',
    });
    response.end(answer.body);
  };

  const serveInternal = (request: IncomingMessage, response: ServerResponse, url: URL): void => {
    if (request.method !== 'GET' || !isInternalKey(ports.secret, request.headers['x-internal-secret']))
      return notFound(response);
    if (url.pathname === '/internal/stats')
      return send(response, 200, 'application/json', JSON.stringify(ports.stats()));
    if (!url.pathname.startsWith(THUMBNAIL_PATH)) return notFound(response);
    const width = url.searchParams.get('w') === '640' ? 640 : 320;
    const image = ports.findThumbnail(url.pathname.slice(THUMBNAIL_PATH.length), width);
    if (!image) return notFound(response);
    send(response, 200, 'image/jpeg', image);
  };

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = URL.parse(request.url ?? '', 'http://media');
    const path = url?.pathname ?? '';
    if (url && (path === WHIP_PATH || path.startsWith(`${WHIP_PATH}/`)))
      return serveWhip(request, response, path);
    if (url && path.startsWith('/internal/')) return serveInternal(request, response, url);
    if (request.method === 'GET' && (path === '/healthz' || path === '/readyz'))
      return send(response, 200, 'text/plain', 'ok\n');
    if (request.method === 'GET' && path === '/metrics')
      return send(response, 200, 'text/plain; version=0.0.4', ports.metrics());
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
