import type { AddressInfo, Socket } from 'node:net';
import { initLogger } from 'node-datachannel';
import type { Bus } from '@klieg/contract/bus';
import { MEDIA_ORDERS, verifyMediaToken } from '@klieg/contract/media';
import { assertNever, type Clock, type Log, systemClock } from '@klieg/kernel';
import { makeAccess } from './control/access.ts';
import { makeBroadcasts } from './control/broadcasts.ts';
import { makeTellFact } from './control/facts.ts';
import { metricsText } from './control/metrics.ts';
import { type Order, parseOrder } from './control/orders.ts';
import { makeViewerGate, type UpgradeRequest } from './edge/viewer-gate.ts';
import { makeHttpServer } from './http-server.ts';
import type { IceSettings } from './ingest/publisher.ts';
import { makeWhipEndpoint } from './ingest/whip-endpoint.ts';
import { makeThumbnailer } from './thumbnails/thumbnailer.ts';

/** Figures that an operator may change; the defaults are those of the documents. */
export interface MediaSettings {
  readonly maxKbps: number;
  readonly fragmentMs: number;
  readonly silentMs: number;
  readonly healthMs: number;
  readonly thumbnailMs: number;
  readonly publishersMax: number;
  readonly viewersMax: number;
  readonly viewersPerSessionMax: number;
}

export const MEDIA_SETTINGS: MediaSettings = {
  maxKbps: 2_500,
  fragmentMs: 80,
  silentMs: 3_000,
  healthMs: 5_000,
  thumbnailMs: 10_000,
  publishersMax: 200,
  viewersMax: 10_000,
  viewersPerSessionMax: 16,
};

export interface MediaOptions {
  /** Name of this process in facts. */
  readonly node: string;
  /** Shared with the site; tokens are signed with it. */
  readonly secret: Uint8Array;
  readonly bus: Bus;
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
  /** One UDP port for all publishers; 0 gives each its own. */
  readonly icePort: number;
  readonly iceHost?: string;
  /** Address that publishers see, where it is not one of the machine's own. */
  readonly publicAddress?: string;
  readonly log: Log;
  /** Origins of pages that may publish and play, in lower case; absent: any. */
  readonly allowedOrigins?: readonly string[];
  readonly clock?: Clock;
  readonly settings?: Partial<MediaSettings>;
}

export interface Media {
  readonly port: number;
  /** Takes over a WebSocket upgrade of `/live/ws/*`. */
  acceptUpgrade(request: UpgradeRequest, socket: Socket): void;
  /** Says goodbye to publishers and viewers and stops listening; a repeat does nothing. */
  close(): Promise<void>;
}

const TICK_MS = 50;
const SWEEP_MS = 500;
/** Goodbyes are given this long before sockets are cut. */
const CLOSE_MS = 1_500;

/** Starts ingest, packager, edge and thumbnails of one media process. */
export async function startMedia(options: MediaOptions): Promise<Media> {
  const { log, bus, secret } = options;
  const settings = { ...MEDIA_SETTINGS, ...options.settings };
  const clock = options.clock ?? systemClock;
  const now = () => clock.now();
  const monotonic = () => performance.now();
  const ended = { bytesSent: 0, fragmentsDropped: 0 };
  initLogger('Error', (_level, message) => log.warn({ message }, 'webrtc'));

  const ice: IceSettings = {
    port: options.icePort,
    ...(options.iceHost ? { host: options.iceHost } : {}),
    ...(options.publicAddress ? { publicAddress: options.publicAddress } : {}),
  };
  const tell = makeTellFact(bus, options.node);
  const access = makeAccess(secret, now);
  const thumbnailer = makeThumbnailer({ intervalMs: settings.thumbnailMs, now: monotonic, log });
  const broadcasts = makeBroadcasts({
    ...settings,
    now,
    monotonic,
    tell,
    log,
    ice,
    onKeyframe: (streamName, keyframe) => thumbnailer.offer(streamName, keyframe),
    onStreamEnd(stream) {
      ended.bytesSent += stream.bytesSent;
      ended.fragmentsDropped += stream.fragmentsDropped;
      thumbnailer.forget(stream.name);
    },
  });
  const gate = makeViewerGate({
    ...settings,
    access,
    now,
    findStream: (streamName) => broadcasts.findStream(streamName),
    allowedOrigins: options.allowedOrigins,
  });

  const obey = (order: Order): void => {
    switch (order.kind) {
      case 'report':
        return broadcasts.tellAlive();
      case 'stop':
        return broadcasts.stop(order.broadcastId);
      case 'rename':
        return broadcasts.rename(order.broadcastId, order.streamName);
      case 'revoke':
        access.revoke(order);
        return gate.revoke(order);
      default:
        return assertNever(order);
    }
  };
  const unsubscribe = bus.subscribe(MEDIA_ORDERS, (message) => {
    const order = parseOrder(message);
    if (order) obey(order);
  });

  const totals = () =>
    broadcasts.list().reduce(
      (sum, { stream }) => ({
        bytesSent: sum.bytesSent + stream.bytesSent,
        fragmentsDropped: sum.fragmentsDropped + stream.fragmentsDropped,
      }),
      ended,
    );

  const server = makeHttpServer({
    secret,
    allowedOrigins: options.allowedOrigins,
    log,
    whip: makeWhipEndpoint({
      publishClaims: (token) => access.publish(token),
      isToken: (token) => verifyMediaToken(secret, token, now()) !== undefined,
      publish: (claims, offer) => broadcasts.publish(claims, offer),
      addCandidates: (id, candidates) => broadcasts.addCandidates(id, candidates),
      leave: (id) => broadcasts.leave(id),
    }),
    acceptUpgrade: (request, socket) => gate.accept(request, socket),
    findThumbnail: (streamName, width) => thumbnailer.find(streamName, width),
    stats: () => ({
      node: options.node,
      viewers: gate.viewerCount,
      ...totals(),
      streams: broadcasts.list().map(({ claims, state, stream }) => ({
        broadcastId: claims.broadcastId,
        username: claims.username,
        state: state.kind,
        viewers: stream.viewerCount,
        bytesSent: stream.bytesSent,
        fragmentsDropped: stream.fragmentsDropped,
      })),
    }),
    metrics: () => metricsText(broadcasts.list(), gate.viewerCount, totals()),
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host, () => {
      server.off('error', reject);
      resolve();
    });
  });

  const timers = [
    setInterval(() => broadcasts.tick(), TICK_MS),
    setInterval(() => gate.sweep(), SWEEP_MS),
    setInterval(() => broadcasts.tellHealth(), settings.healthMs),
  ];
  await bus.ready();
  broadcasts.tellAlive();

  let closing: Promise<void> | undefined;
  const close = async (): Promise<void> => {
    for (const timer of timers) clearInterval(timer);
    unsubscribe();
    thumbnailer.close();
    broadcasts.closeAll(1001);
    gate.closeAll(1001);
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    const cut = setTimeout(() => server.closeAllConnections(), CLOSE_MS);
    await closed;
    clearTimeout(cut);
  };

  return {
    port: (server.address() as AddressInfo).port,
    acceptUpgrade: (request, socket) => gate.accept(request, socket),
    close: () => (closing ??= close()),
  };
}
