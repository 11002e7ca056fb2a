import type { ChildProcess } from 'node:child_process';
import { type IncomingMessage, request as httpRequest, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/** Where the media process of this machine is, while it is up. */
export interface MediaDoor {
  /** Address for inner calls, such as thumbnails. */
  readonly url: string | undefined;
  /** Where encoders publish by RTMP, while that is up. */
  readonly rtmpUrl: string | null;
  open(child: ChildProcess, port: number, rtmpPort: number | undefined): void;
  /** Passes an HTTP request of /live/* on. */
  forward(request: IncomingMessage, response: ServerResponse): void;
  /** Hands a WebSocket upgrade of /live/ws/* over: the socket itself moves to the media process. */
  handOver(request: IncomingMessage, socket: Duplex, head: Buffer): void;
}

const refuse = (socket: Duplex, status: string) =>
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);

/**
 * On one machine pages reach media through the site's own port. Video does not pass through the site:
 * the socket is given away as soon as the upgrade has been read. In production the proxy sends /live to
 * the media processes directly.
 */
export function makeMediaDoor(
  fixedUrl: string | undefined,
  fixedRtmpUrl: string | undefined,
  publicHost: string,
): MediaDoor {
  let local:
    | { readonly child: ChildProcess; readonly port: number; readonly rtmpPort: number | undefined }
    | undefined;
  const target = () =>
    fixedUrl ?? (local && local.child.connected ? `http://127.0.0.1:${local.port}` : undefined);

  return {
    get url() {
      return target();
    },
    get rtmpUrl() {
      if (fixedRtmpUrl) return fixedRtmpUrl;
      return local?.rtmpPort === undefined ? null : `rtmp://${publicHost}:${local.rtmpPort}/live`;
    },
    open(child, port, rtmpPort) {
      local = { child, port, rtmpPort };
    },
    forward(request, response) {
      const base = target();
      if (!base) {
        response.writeHead(503, { 'retry-after': '2' }).end();
        return;
      }
      const upstream = httpRequest(
        `${base}${request.url}`,
        { method: request.method, headers: request.headers },
        (answer) => {
          response.writeHead(answer.statusCode ?? 502, answer.headers);
          answer.pipe(response);
        },
      );
      upstream.on('error', () => {
        if (!response.headersSent) response.writeHead(503, { 'retry-after': '2' });
        response.end();
      });
      request.pipe(upstream);
    },
    handOver(request, socket, head) {
      const child = local?.child;
      if (!child?.connected) return refuse(socket, '503 Service Unavailable');
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
