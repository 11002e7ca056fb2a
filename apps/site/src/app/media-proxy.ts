import { createHash } from 'node:crypto';
import {
  type IncomingHttpHeaders,
  type IncomingMessage,
  request as httpRequest,
  type ServerResponse,
} from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { Socket } from 'node:net';
import { type Duplex, pipeline } from 'node:stream';
import { isPlainPath } from '@klieg/kernel';
import type { OpenMedia } from './media-children.ts';
import { ownUrl } from './own-url.ts';

/** Where the media processes are, of this machine while they are up, and of others. */
export interface MediaProxy {
  /** Address for inner calls, such as thumbnails; any process answers for all. */
  readonly url: string | undefined;
  /** Where encoders publish by RTMP, while that is up. */
  readonly rtmpUrl: string | null;
  open(media: OpenMedia): void;
  /** A process of this machine ends soon, or stays after all: whoever comes meanwhile is sent to others, where there are any. */
  setLeaving(process: OpenMedia['process'], isLeaving: boolean): void;
  /** Passes an HTTP request of /live/* on; 404 for a path that leads elsewhere. */
  forward(request: IncomingMessage, response: ServerResponse): void;
  /** Hands a WebSocket upgrade of /live/ws/* or /live/ingest over: the socket itself moves to a media process. */
  handOver(request: IncomingMessage, socket: Duplex, head: Buffer): void;
}

const refuse = (socket: Duplex, status: string) =>
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);

const requestTo = (url: string) => (url.startsWith('https:') ? httpsRequest : httpRequest);

/** What a proxy with a cache asks media for its readers (deploy/nginx). */
const AUTH = /^\/live\/auth(?:$|[/?])/;
/** Whether a request stays below /live/ however media reads its path; the rest of media is for operators. */
const isBelowLive = ({ url = '' }: IncomingMessage): boolean =>
  url.startsWith('/live/') && isPlainPath(url) && !AUTH.test(url);

/** A viewer's stream by the ways that come with more than one request. */
const STREAM = /^\/live\/(?:hls\/(?:t\/[^/?]+\/)?|whep\/)([\w-]{1,128})/;

/** The same for the same text, else as if drawn. */
const weigh = (text: string): string => createHash('sha1').update(text).digest('hex');

/** Where a stream's viewers meet, so that it is fetched for all of them once; then where they go when that is away. */
const inOrderFor = (streamName: string, urls: readonly string[]): readonly string[] =>
  urls
    .map((url) => ({ url, weight: weigh(`${streamName} ${url}`) }))
    .toSorted((one, other) => one.weight.localeCompare(other.weight))
    .map(({ url }) => url);

/** A request that may be made twice, and has no body that would be gone by then. */
const isRepeatable = ({ method, headers }: IncomingMessage): boolean =>
  (method === 'GET' || method === 'HEAD') &&
  headers['content-length'] === undefined &&
  headers['transfer-encoding'] === undefined;

/**
 * The headers of a request with the address that it came from, by which media knows that a visitor asks, and without the
 * one by which a cache says that it is one: this way there is none.
 */
function forwardedHeaders({ headers, socket }: IncomingMessage): IncomingHttpHeaders {
  const { 'x-live-cache': _cache, 'x-forwarded-for': before, ...others } = headers;
  const from = socket.remoteAddress ?? 'unknown';
  return { ...others, 'x-forwarded-for': before === undefined ? from : `${String(before)}, ${from}` };
}

/** Carries an upgrade to another machine, where no socket can be handed over. */
function carryOver(base: string, request: IncomingMessage, socket: Duplex, head: Buffer): void {
  const { method } = request;
  const headers = forwardedHeaders(request);
  const upstream = requestTo(base)(`${base}${request.url}`, { method, headers });
  upstream.on('upgrade', (answer, other, otherHead) => {
    const lines = answer.rawHeaders.flatMap((name, i, all) =>
      i % 2 === 0 ? [`${name}: ${all[i + 1]}`] : [],
    );
    socket.write(`HTTP/1.1 101 Switching Protocols\r\n${lines.join('\r\n')}\r\n\r\n`);
    socket.write(otherHead);
    other.write(head);
    other.on('error', () => socket.destroy()).on('close', () => socket.destroy());
    socket.on('close', () => other.destroy());
    socket.pipe(other).pipe(socket);
  });
  upstream.on('response', (answer) => {
    answer.resume();
    refuse(socket, `${answer.statusCode} ${answer.statusMessage}`);
  });
  upstream.on('error', () => refuse(socket, '503 Service Unavailable'));
  upstream.end();
}

/**
 * On one machine pages reach media through the site's own port, each time another of its processes: any
 * of them serves any stream. Video does not pass through the site: the socket is given away as soon as
 * the upgrade has been read. In production the proxy sends /live to the media processes directly.
 * @param mediaHost where the media processes of this machine listen
 */
export function makeMediaProxy(
  fixedUrls: readonly string[],
  fixedRtmpUrl: string | undefined,
  publicHost: string,
  mediaHost = '127.0.0.1',
): MediaProxy {
  let opened: readonly OpenMedia[] = [];
  let turn = 0;
  const leaving = new WeakSet<OpenMedia['process']>();

  const living = (): readonly OpenMedia[] => opened.filter(({ process }) => process.connected);
  /** Another one each time. */
  const next = <T>(all: readonly T[]): T | undefined => all[turn++ % Math.max(1, all.length)];
  const staying = (): readonly OpenMedia[] => {
    const all = living();
    const others = all.filter(({ process }) => !leaving.has(process));
    return others.length + fixedUrls.length > 0 ? others : all;
  };
  const all = (): readonly string[] => [
    ...staying().map(({ port }) => ownUrl(mediaHost, port)),
    ...fixedUrls,
  ];
  const target = (): string | undefined => next(all());
  /** Where a request may go, best first. */
  const targetsOf = ({ url = '' }: IncomingMessage): readonly string[] => {
    const streamName = STREAM.exec(url)?.[1];
    if (streamName !== undefined) return inOrderFor(streamName, all());
    const one = target();
    return one === undefined ? [] : [one];
  };

  const ask = (request: IncomingMessage, response: ServerResponse, targets: readonly string[]): void => {
    const [base, ...others] = targets;
    if (base === undefined) {
      response.writeHead(503, { 'retry-after': '2' }).end();
      return;
    }
    const { method } = request;
    const headers = forwardedHeaders(request);
    const upstream = requestTo(base)(`${base}${request.url}`, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      // A process that dies in the middle cuts the answer off: a player that saw no end would wait for the rest.
      pipeline(answer, response, () => {});
    });
    upstream.on('error', () => {
      if (response.headersSent || response.closed) response.destroy();
      else ask(request, response, isRepeatable(request) ? others : []);
    });
    // Whoever waits for a part and leaves is not to be waited for.
    response.on('close', () => upstream.destroy());
    if (isRepeatable(request)) upstream.end();
    else request.pipe(upstream);
  };

  return {
    get url() {
      return target();
    },
    get rtmpUrl() {
      if (fixedRtmpUrl) return fixedRtmpUrl;
      const rtmpPort = living().find((media) => media.rtmpPort !== undefined)?.rtmpPort;
      return rtmpPort === undefined ? null : `rtmp://${publicHost}:${rtmpPort}/live`;
    },
    open(media) {
      opened = [...living(), media];
    },
    setLeaving(process, isLeaving) {
      if (isLeaving) leaving.add(process);
      else leaving.delete(process);
    },
    forward(request, response) {
      if (!isBelowLive(request)) {
        response.writeHead(404, { connection: 'close' }).end();
        return;
      }
      ask(request, response, targetsOf(request));
    },
    handOver(request, socket, head) {
      if (!isBelowLive(request)) {
        refuse(socket, '404 Not Found');
        return;
      }
      const child = next(staying())?.process;
      if (!child) {
        const base = next(fixedUrls);
        return base ? carryOver(base, request, socket, head) : refuse(socket, '503 Service Unavailable');
      }
      const upgrade = {
        method: request.method,
        url: request.url,
        headers: request.headers,
        rawHeaders: request.rawHeaders,
        head: head.toString('base64'),
      };
      child.send({ upgrade }, socket as Socket, { keepOpen: false }, (error) => {
        if (error) socket.destroy();
      });
    },
  };
}
