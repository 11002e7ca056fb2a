import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { type SecureContext, TLSSocket } from 'node:tls';
import type { Log } from '@klieg/kernel';
import { makeAddressCounter } from './address-counter.ts';
import { RTMP_LIMITS, type RtmpLimits } from './limits.ts';
import type { RtmpAuthorize } from './publication.ts';
import { makeRtmpSession, type RtmpSession } from './rtmp-session.ts';
import { transportOver } from './transport.ts';

export interface RtmpServerOptions extends Partial<RtmpLimits> {
  readonly host: string;
  /** 0 for any free port; undefined: nothing listens, connections are handed over. */
  readonly port: number | undefined;
  readonly authorize: RtmpAuthorize;
  /** For RTMPS on the same port; absent: connections that begin with TLS are closed. */
  readonly secureContext?: SecureContext;
  /** Monotonic milliseconds. */
  readonly now: () => number;
  readonly log: Log;
  readonly connectionsMax?: number;
  /** For an IPv4 address or an IPv6 network of 64 bits. */
  readonly connectionsPerAddressMax?: number;
}

/** Where encoders publish to. */
export interface RtmpServer {
  /** Undefined: nothing listens. */
  readonly port: number | undefined;
  readonly connectionCount: number;
  /** Takes over a connection accepted elsewhere, of which nothing has been read. */
  accept(socket: Socket): void;
  /** Ends all connections and stops listening; a repeat does nothing. */
  close(): Promise<void>;
}

const CONNECTIONS_MAX = 400;
const CONNECTIONS_PER_ADDRESS_MAX = 16;
const TICK_MS = 250;
/** Connections that do not close when asked to are cut after this. */
const CLOSE_MS = 500;
/** First byte of a TLS connection: a handshake record. */
const TLS_HANDSHAKE = 0x16;
const KEEP_ALIVE_MS = 10_000;

const watch = (stream: Socket, session: RtmpSession): void => {
  stream.on('error', () => stream.destroy());
  stream.on('close', () => session.onDisconnected());
};

/** Continues in TLS with the bytes that have been read already. */
function startTls(socket: Socket, first: Buffer, secureContext: SecureContext): TLSSocket {
  socket.pause();
  socket.unshift(first);
  return new TLSSocket(socket, { isServer: true, secureContext });
}

/** @returns undefined where nothing is to listen. @throws where the port is taken */
async function listen(
  { host, port, log }: Pick<RtmpServerOptions, 'host' | 'port' | 'log'>,
  accept: (socket: Socket) => void,
): Promise<Server | undefined> {
  if (port === undefined) return undefined;
  const server = createServer(
    { noDelay: true, keepAlive: true, keepAliveInitialDelay: KEEP_ALIVE_MS },
    accept,
  );
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  server.on('error', (err) => log.error({ err }, 'rtmp server'));
  return server;
}

/** Starts to listen, if configured; plain RTMP and RTMPS are distinguished by the first byte. */
export async function startRtmpServer(options: RtmpServerOptions): Promise<RtmpServer> {
  const { authorize, secureContext, now, log } = options;
  const limits: RtmpLimits = { ...RTMP_LIMITS, ...options };
  const sessions = new Map<Socket, RtmpSession>();
  const counter = makeAddressCounter({
    totalMax: options.connectionsMax ?? CONNECTIONS_MAX,
    perAddressMax: options.connectionsPerAddressMax ?? CONNECTIONS_PER_ADDRESS_MAX,
  });

  const accept = (socket: Socket): void => {
    const address = socket.remoteAddress;
    if (address === undefined || !counter.enter(address)) return void socket.destroy();
    const carrier = { stream: socket };
    const session = makeRtmpSession({
      transport: transportOver(carrier),
      authorize,
      address,
      limits,
      now,
      log,
    });
    sessions.set(socket, session);
    watch(socket, session);
    socket.once('close', () => {
      sessions.delete(socket);
      counter.leave(address);
    });
    socket.once('data', (first: Buffer) => {
      const isTls = first[0] === TLS_HANDSHAKE;
      if (isTls && !secureContext) return void socket.destroy();
      if (isTls && secureContext) {
        carrier.stream = startTls(socket, first, secureContext);
        watch(carrier.stream, session);
      }
      carrier.stream.on('data', (data: Buffer) => session.push(data));
      if (!isTls) session.push(first);
    });
  };

  const server = await listen(options, accept);
  const timer = setInterval(() => {
    for (const session of sessions.values()) session.tick();
  }, TICK_MS);

  let closing: Promise<void> | undefined;
  const close = async (): Promise<void> => {
    // NOTE: events.once would reject where an encoder answers the goodbye with a reset.
    const closed = Promise.all(
      [...sessions.keys()].map(
        (socket) => new Promise<void>((resolve) => void socket.once('close', () => resolve())),
      ),
    );
    const stopped = server && once(server.close(), 'close');
    for (const session of sessions.values()) session.close();
    const cut = setTimeout(() => {
      for (const socket of sessions.keys()) socket.destroy();
    }, CLOSE_MS);
    await Promise.all([closed, stopped]);
    clearTimeout(cut);
    clearInterval(timer);
  };

  return {
    port: server && (server.address() as AddressInfo).port,
    get connectionCount() {
      return sessions.size;
    },
    accept(socket) {
      socket.setNoDelay(true);
      socket.setKeepAlive(true, KEEP_ALIVE_MS);
      accept(socket);
    },
    close: () => (closing ??= close()),
  };
}
