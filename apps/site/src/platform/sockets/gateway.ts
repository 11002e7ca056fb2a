import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type EventName, type Payload, PROTOCOL_VERSION } from '@klieg/contract';
import type { Clock, Log } from '@klieg/kernel';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Visitor, VisitorOf } from '../visitors/index.ts';
import { isPlanned, readInbound } from './inbound.ts';
import { makeAccountLimits, makeMessageLimits } from './message-limits.ts';
import { makeSocket, type Socket } from './socket.ts';
import { refuseMalformed, refuseNotYet, refuseOldPage, refuseRate } from './refusals.ts';
import { tellTemplates } from './tell-templates.ts';
import { dialectOf } from './wire.ts';

export const AUTHORIZE_MS = 5_000;
export const PING_AFTER_MS = 20_000;
export const SILENT_MS = 35_000;
export const PING_SECONDS = 10;
const FRAME_BYTES = 16 * 1024;
const SUBPROTOCOL = 'v3.json';

/** Answer to v3.authorize: a session, or the refusal with the close code of the same meaning. */
export type Authorized<S> =
  | {
      readonly ok: true;
      readonly session: S;
      readonly success: Omit<Payload<'v3.authorize.success'>, 'seq' | 'success'>;
    }
  | { readonly ok: false; readonly errorType: string; readonly error: string; readonly closeCode: number };

/** What a kind of socket does with its sessions; features give it. */
export interface GatewayKind<S> {
  readonly kind: 'lobby' | 'room';
  /** Whose session it is; all sockets of one person share their sending limits. */
  keyOf(session: S): string;
  authorize(payload: Payload<'v3.authorize'>, socket: Socket): Promise<Authorized<S>>;
  /** After success and templates were written; sends the state events that follow, all in one until it is done. */
  onReady(socket: Socket, session: S, hello: Payload<'v3.authorize'>): Promise<void> | void;
  onMessage(socket: Socket, session: S, name: EventName, payload: Record<string, unknown>): void;
  onClosed(socket: Socket, session: S): void;
}

export interface GatewayOptions {
  readonly ownOrigins: ReadonlySet<string>;
  readonly visitorOf: VisitorOf;
  /** Most sockets of one network; more are refused with HTTP 429 (W4). */
  readonly socketsMaxOf: (visitor: Visitor) => number;
  readonly serverVersion: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly onOpen?: (kind: 'lobby' | 'room', change: 1 | -1) => void;
  readonly onEvicted?: (reason: string) => void;
}

export interface Gateway<S> {
  /** Takes an upgrade of this kind. */
  accept(request: IncomingMessage, stream: Duplex, head: Buffer): void;
  /** Authorized sockets and their sessions. */
  readonly sessions: ReadonlyMap<Socket, S>;
  /** Closes all sockets in slices with 1012 (W31). */
  drain(): Promise<void>;
}

const refuseUpgrade = (stream: Duplex, status: string): void => {
  stream.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
};

const offersOthersOnly = (request: IncomingMessage): boolean => {
  const offered = request.headers['sec-websocket-protocol'];
  return offered !== undefined && !offered.split(',').some((name) => name.trim() === SUBPROTOCOL);
};

const DRAIN_SLICE = 500;
const DRAIN_MS = 250;

type Phase<S> =
  | { readonly name: 'open' }
  | { readonly name: 'authorizing' }
  | { readonly name: 'live'; readonly session: S }
  | { readonly name: 'closed' };

/** One kind of socket: upgrade, authorization, order of the first messages, limits, silence (W1 to W40). */
export function makeGateway<S>(kind: GatewayKind<S>, options: GatewayOptions): Gateway<S> {
  const server = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: FRAME_BYTES,
    maxFragments: 32,
    maxBufferedChunks: 256,
    handleProtocols: (protocols) => (protocols.has(SUBPROTOCOL) ? SUBPROTOCOL : false),
  });
  const open = new Set<Socket>();
  const sessions = new Map<Socket, S>();
  const perNetwork = new Map<string, number>();
  const accountLimits = makeAccountLimits();
  let isDraining = false;

  const sweep = setInterval(() => {
    const now = options.clock.now();
    for (const socket of open) {
      const silent = now - socket.heardAt;
      if (!sessions.has(socket)) {
        if (now - socket.openedAt > AUTHORIZE_MS) socket.close(4401, 'authorize first');
      } else if (silent > PING_AFTER_MS && socket.askedAt <= socket.heardAt) {
        // However late we check, nobody is closed who was not asked.
        socket.askedAt = now;
        socket.send('v3.ping', { t: now });
      } else if (silent > SILENT_MS && now - socket.askedAt > SILENT_MS - PING_AFTER_MS)
        socket.close(4408, 'silent');
    }
  }, 1_000).unref();

  const count = (network: string, change: 1 | -1) => {
    const left = (perNetwork.get(network) ?? 0) + change;
    if (left > 0) perNetwork.set(network, left);
    else perNetwork.delete(network);
    options.onOpen?.(kind.kind, change);
  };

  const accept = (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    const visitor = options.visitorOf(request);
    const { origin } = request.headers;
    if (isDraining) return refuseUpgrade(stream, '503 Service Unavailable');
    if (offersOthersOnly(request)) return refuseUpgrade(stream, '400 Bad Request');
    if ((perNetwork.get(visitor.network) ?? 0) >= options.socketsMaxOf(visitor))
      return refuseUpgrade(stream, '429 Too Many Requests');
    server.handleUpgrade(request, stream, head, (ws) => {
      if (typeof origin !== 'string' || !options.ownOrigins.has(origin.toLowerCase()))
        return ws.close(1008, 'origin');
      start(ws, stream, visitor, new URL(origin).host);
    });
  };

  const start = (ws: WebSocket, stream: Duplex, { address, network }: Visitor, host: string) => {
    const socket = makeSocket(ws, stream, {
      address,
      host,
      now: options.clock.now(),
      onEvict: () => options.onEvicted?.('slow'),
    });
    const limits = makeMessageLimits();
    let phase: Phase<S> = { name: 'open' };
    open.add(socket);
    count(network, 1);

    ws.on('message', (data, isBinary) => {
      const now = options.clock.now();
      socket.heardAt = now;
      if (isBinary) return socket.close(1003, 'text only');
      const bytes = data as Buffer;
      const read = readInbound(bytes.toString('utf8'), kind.kind);
      // Also what nobody understands (W5); an authorization with a fault is told which.
      const isFaultyHello = read.kind === 'invalid' && read.event === 'v3.authorize';
      if (phase.name === 'open' && read.kind !== 'message' && !isFaultyHello)
        return socket.close(4401, 'authorize first');
      if (read.kind === 'unknown') {
        const waitMs = limits.take(undefined, now);
        if (waitMs > 0) return refuseRate(socket, limits, undefined, {}, waitMs, now);
        return options.log.info({ socket: socket.id }, 'unknown event id');
      }
      if (read.kind === 'invalid') return refuseMalformed(socket, limits, read, now);
      const { name, payload } = read.message;
      if (limits.isTooLong(name, bytes.length)) return refuseMalformed(socket, limits, { event: name }, now);
      switch (phase.name) {
        case 'open':
          if (name !== 'v3.authorize') return socket.close(4401, 'authorize first');
          phase = { name: 'authorizing' };
          void authorize(payload as Payload<'v3.authorize'>);
          return;
        case 'authorizing':
          return socket.close(4400, 'wait for the answer');
        case 'live':
          if (name === 'v3.authorize') return socket.close(4400, 'authorized already');
          return dispatch(phase.session, name, payload, now);
        case 'closed':
          return;
      }
    });

    const dispatch = (session: S, name: EventName, payload: Record<string, unknown>, now: number) => {
      const waitMs = limits.take(name, now) || accountLimits.take(kind.keyOf(session), name, now);
      if (waitMs > 0) return refuseRate(socket, limits, name, payload, waitMs, now);
      if (name === 'v3.ping') return void socket.send('v3.pong', { t: (payload as Payload<'v3.ping'>).t });
      if (name === 'v3.pong') return;
      if (isPlanned(name)) return refuseNotYet(socket, name, payload);
      kind.onMessage(socket, session, name, payload);
    };

    const authorize = async (hello: Payload<'v3.authorize'>) => {
      if (hello.protocol_version < PROTOCOL_VERSION) return refuseOldPage(socket, options.serverVersion);
      socket.dialect = dialectOf(hello.edition ?? 1, hello.compress === false ? 'plain' : 'masked');
      if (hello.visible === false) socket.isVisible = false;
      let result: Authorized<S>;
      try {
        result = await kind.authorize(hello, socket);
      } catch (error) {
        options.log.error({ err: error, kind: kind.kind }, 'authorize failed');
        return socket.close(1011, 'server fault');
      }
      // The page may have left while the database answered.
      if (phase.name !== 'authorizing' || !socket.isOpen) return;
      if (!result.ok) {
        socket.send('v3.authorize.success', {
          seq: 0,
          success: false,
          errorType: result.errorType,
          error: result.error,
        });
        return socket.close(result.closeCode, result.errorType);
      }
      phase = { name: 'live', session: result.session };
      sessions.set(socket, result.session);
      socket.hold();
      socket.send('v3.authorize.success', { seq: 0, success: true, ...result.success });
      tellTemplates(socket, hello.templates_hash);
      try {
        await kind.onReady(socket, result.session, hello);
      } finally {
        socket.release();
      }
    };

    ws.on('error', (error) => options.log.info({ socket: socket.id, reason: error.message }, 'socket error'));
    ws.on('close', () => {
      const last = phase;
      phase = { name: 'closed' };
      open.delete(socket);
      count(network, -1);
      if (last.name !== 'live') return;
      sessions.delete(socket);
      kind.onClosed(socket, last.session);
    });
  };

  return {
    accept,
    sessions,
    async drain() {
      isDraining = true;
      clearInterval(sweep);
      const all = [...open];
      for (let at = 0; at < all.length; at += DRAIN_SLICE) {
        if (at > 0) await new Promise((resolve) => setTimeout(resolve, DRAIN_MS));
        for (const socket of all.slice(at, at + DRAIN_SLICE)) socket.close(1012, 'restart');
      }
    },
  };
}
