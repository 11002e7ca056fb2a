import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import {
  INGEST_BYTES_MAX,
  INGEST_HEADER_BYTES,
  INGEST_PATH,
} from '@klieg/contract/features/broadcast/ingest-frame';
import { type Log, readPlainUrl } from '@klieg/kernel';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Access } from '../control/access.ts';
import { isLeaving, type Leaving } from '../control/leaving.ts';
import type { IceSettings } from '../ingest/whip/peer-connection.ts';
import { makeLineCheck } from './line-check.ts';
import { makePageLine, type PageLine } from './page-line.ts';
import { type AttachPage, makePagePublisher } from './page-publisher.ts';

/** An upgrade request, from our own server or handed over by the parent process. */
interface PageRequest {
  readonly url: string;
  readonly method?: string;
  readonly headers: IncomingHttpHeaders;
  /** Bytes that the client sent after its request. */
  readonly head: Buffer;
}

/** Lets pages in that publish by WebSocket, or try the way. */
export interface PageGate {
  accept(request: PageRequest, socket: Socket): void;
  /** Watches deadlines; to be called about twice a second. */
  sweep(): void;
  closeAll(): void;
  readonly connectionCount: number;
}

export interface PageGateOptions {
  readonly access: Pick<Access, 'publish' | 'check'>;
  readonly attach: AttachPage;
  readonly ice: IceSettings;
  readonly leaving: Leaving;
  /** Origins of pages that may connect; undefined for any. */
  readonly allowedOrigins: readonly string[] | undefined;
  readonly publishersMax: number;
  /** Monotonic milliseconds. */
  readonly now: () => number;
  readonly log: Log;
}

/** Connections of one login session: its publisher, the previous one, and those of its cameras. */
const PER_SESSION_MAX = 8;
/** Each takes as much of the line as it gets, so only few at once. */
const CHECKS_MAX = 8;

interface Entry {
  readonly kind: 'publish' | 'check';
  readonly session: string;
  readonly line: PageLine;
  sweep(): void;
}

const refuse = (socket: Socket, status: string): void => {
  socket.on('error', () => socket.destroy());
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
};

export function makePageGate(options: PageGateOptions): PageGate {
  const { access, now, log } = options;
  const entries = new Set<Entry>();
  const server = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    clientTracking: false,
    maxPayload: INGEST_BYTES_MAX.picture + INGEST_HEADER_BYTES,
    maxFragments: 1_024,
    maxBufferedChunks: 4_096,
  });

  const isForeign = (origin: string | undefined): boolean =>
    origin !== undefined && options.allowedOrigins?.includes(origin.toLowerCase()) === false;

  const isFull = (kind: Entry['kind'], session: string): boolean => {
    const all = [...entries];
    if (all.filter((one) => one.session === session).length >= PER_SESSION_MAX) return true;
    if (kind === 'publish') return false;
    const checks = all.filter((one) => one.kind === 'check');
    return checks.length >= CHECKS_MAX || checks.some((one) => one.session === session);
  };

  const admit = (webSocket: WebSocket, socket: Socket, token: string): void => {
    const line = makePageLine(webSocket, socket, log);
    const claims = access.publish(token) ?? access.check(token);
    if (!claims) return line.close('token');
    const { use: kind, session } = claims;
    if (isFull(kind, session)) return line.close('full');
    const shared = { webSocket, line, now, log };
    const { sweep } =
      kind === 'check'
        ? makeLineCheck({ ...shared, ice: options.ice })
        : makePagePublisher({ ...shared, claims: () => access.publish(token), attach: options.attach });
    const entry = { kind, session, line, sweep };
    entries.add(entry);
    webSocket.on('close', () => entries.delete(entry));
  };

  return {
    accept(request, socket) {
      const { url: path, headers } = request;
      const url = readPlainUrl(path, 'ws://media');
      if (url?.pathname !== INGEST_PATH) return refuse(socket, '404 Not Found');
      if (isForeign(headers.origin)) return refuse(socket, '403 Forbidden');
      // Before the handshake, so that a proxy asks another process.
      if (entries.size >= 2 * options.publishersMax || isLeaving(options.leaving))
        return refuse(socket, '503 Service Unavailable');
      socket.setNoDelay(true);
      socket.setTimeout(0);
      // NOTE: ws reads only method, url and headers of the request.
      const incoming = { method: request.method ?? 'GET', url: path, headers } as IncomingMessage;
      server.handleUpgrade(incoming, socket, request.head, (webSocket) =>
        admit(webSocket, socket, url.searchParams.get('token') ?? ''),
      );
    },
    sweep() {
      for (const entry of entries) entry.sweep();
    },
    closeAll() {
      for (const { line } of entries) line.close('away');
    },
    get connectionCount() {
      return entries.size;
    },
  };
}
