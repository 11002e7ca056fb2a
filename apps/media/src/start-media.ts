import type { AddressInfo, Socket } from 'node:net';
import { availableParallelism } from 'node:os';
import type { SecureContext } from 'node:tls';
import { initLogger } from 'node-datachannel';
import type { Bus } from '@klieg/contract/bus';
import {
  MEDIA_FACTS,
  MEDIA_ORDERS,
  type MediaFact,
  type MediaOrder,
  verifyMediaToken,
} from '@klieg/contract/media';
import { assertNever, type Clock, type Log, systemClock } from '@klieg/kernel';
import { makeAccess } from './control/access.ts';
import { makeBroadcasts } from './control/broadcasts.ts';
import { makeTellFact } from './control/facts.ts';
import { metricsText } from './control/metrics.ts';
import { parseOrder } from './control/orders.ts';
import { makePreviewMeter } from './control/preview-meter.ts';
import { makeHlsGate } from './edge/hls-gate.ts';
import { makeViewerGate, type UpgradeRequest } from './edge/viewer-gate.ts';
import { makeWhepGate } from './edge/whep-gate.ts';
import { makeHttpServer } from './http-server.ts';
import type { IceSettings } from './ingest/peer-connection.ts';
import { makeWhipEndpoint } from './ingest/whip-endpoint.ts';
import { makeRelaying, RELAY_PATH } from './relay/index.ts';
import { makeRecordings, type RecordingsOptions } from './recording/recordings.ts';
import { makeRtmpAuthorize } from './rtmp-publishing.ts';
import { startRtmpServer } from './rtmp/index.ts';
import { makeThumbnailer } from './thumbnails/thumbnailer.ts';
import { makeTranscodeBudget } from './transcode/index.ts';

/** Figures that an operator may change; the defaults are those of the documents. */
export interface MediaSettings {
  readonly maxKbps: number;
  readonly fragmentMs: number;
  readonly silentMs: number;
  /** A publisher that is gone has this long to come back to its viewers. */
  readonly reconnectMs: number;
  /** Renditions of a stream, its source among them. */
  readonly renditionsMax: number;
  /** Cores that all transcoding together may use. */
  readonly transcodeCores: number;
  readonly healthMs: number;
  readonly thumbnailMs: number;
  readonly publishersMax: number;
  readonly viewersMax: number;
  readonly viewersPerSessionMax: number;
  /** Each process says so often that it is there, and one that does not for so long is gone. */
  readonly heartbeatMs: number;
  readonly nodeSilentMs: number;
  /** A stream of another process that nobody watches any more is fetched on for this long. */
  readonly relayIdleMs: number;
  readonly relayStreamsMax: number;
  /** Connections of edges to this origin, one per edge and rendition. */
  readonly relayLinksMax: number;
}

export const MEDIA_SETTINGS: MediaSettings = {
  maxKbps: 2_500,
  fragmentMs: 80,
  silentMs: 3_000,
  reconnectMs: 60_000,
  renditionsMax: 4,
  transcodeCores: availableParallelism() / 2,
  healthMs: 5_000,
  thumbnailMs: 10_000,
  publishersMax: 200,
  viewersMax: 10_000,
  viewersPerSessionMax: 16,
  heartbeatMs: 2_000,
  nodeSilentMs: 5_000,
  relayIdleMs: 10_000,
  relayStreamsMax: 5_000,
  relayLinksMax: 20_000,
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
  /** Where other media processes reach this one; port 0 stands for its own. Absent: they cannot. */
  readonly internalUrl?: string;
  readonly icePort: number;
  readonly iceHost?: string;
  /** Address that publishers see, where it is not one of the machine's own. */
  readonly publicAddress?: string;
  /** Port for publishers by RTMP and RTMPS; undefined: there is none, 0: any free one. */
  readonly rtmpPort?: number;
  /** Address for publishers by RTMP; absent: that of `host`. */
  readonly rtmpHost?: string;
  /** Certificate for RTMPS. */
  readonly rtmpSecureContext?: SecureContext;
  /** Asks the site whose stream key this is. @returns a publish token, undefined for a wrong key */
  readonly exchangeKey?: (key: string) => Promise<string | undefined>;
  /** Where recordings lie while they run, and where finished ones go; absent: nothing is recorded. */
  readonly recording?: Pick<RecordingsOptions, 'folder' | 'freeBytesMin' | 'handOver' | 'retryMs'>;
  readonly log: Log;
  /** Origins of pages that may publish and play, in lower case; absent: any. */
  readonly allowedOrigins?: readonly string[];
  readonly clock?: Clock;
  readonly settings?: Partial<MediaSettings>;
}

export interface Media {
  readonly port: number;
  readonly rtmpPort: number | undefined;
  /** Takes over a WebSocket upgrade of `/live/ws/*`. */
  acceptUpgrade(request: UpgradeRequest, socket: Socket): void;
  /** Says goodbye to publishers and viewers and stops listening; a repeat does nothing. */
  close(): Promise<void>;
}

const TICK_MS = 50;
const SWEEP_MS = 500;
const ADAPT_MS = 250;
/** With each so many heartbeats the process names all that it has. */
const BEATS_PER_LIST = 5;
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
  initLogger('Error', (_level, message) => log.warn({ text: message }, 'webrtc'));

  const ice: IceSettings = {
    port: options.icePort,
    ...(options.iceHost ? { host: options.iceHost } : {}),
    ...(options.publicAddress ? { publicAddress: options.publicAddress } : {}),
  };
  let ownPort = options.port;
  const internalUrl = () => options.internalUrl?.replace(/:0(?=\/?$)/, `:${ownPort}`).replace(/\/$/, '');
  const tell = makeTellFact(bus, options.node, internalUrl);
  const previews = makePreviewMeter({ tell, now: monotonic });
  const access = makeAccess(secret, now, previews);
  const budget = makeTranscodeBudget(settings.transcodeCores);
  const thumbnailer = makeThumbnailer({ intervalMs: settings.thumbnailMs, now: monotonic, log });
  const recordings = options.recording
    ? await makeRecordings({ ...options.recording, tell, log })
    : undefined;
  const broadcasts = makeBroadcasts({
    ...settings,
    now,
    monotonic,
    tell,
    log,
    ice,
    budget,
    renditionsMax: settings.renditionsMax - 1,
    recordingOf: (broadcastId) => recordings?.idOf(broadcastId),
    isLiveElsewhere: (streamName) => relaying.isLiveElsewhere(streamName),
    onKeyframe: (streamName, keyframe) => thumbnailer.offer(streamName, keyframe),
    onStreamEnd(stream, { pipeline, whep, claims }, isOver) {
      ended.bytesSent += stream.bytesSent;
      ended.fragmentsDropped += stream.fragmentsDropped;
      if (isOver) ended.bytesSent += pipeline.hls.bytesSent + whep.bytesSent;
      thumbnailer.forget(stream.name);
      if (isOver) recordings?.stop(claims.broadcastId);
    },
  });
  const relaying = makeRelaying({
    ...settings,
    node: options.node,
    selfUrl: () => `http://${options.host === '0.0.0.0' ? '127.0.0.1' : options.host}:${ownPort}`,
    isReachable: options.internalUrl !== undefined,
    secret,
    bus,
    access,
    findNamed: (streamName) => broadcasts.findNamed(streamName),
    findBroadcast: (broadcastId) => broadcasts.find(broadcastId),
    onMoved: (streamName) => broadcasts.moved(streamName),
    findLocalThumbnail: (streamName, form) => thumbnailer.find(streamName, form),
    monotonic,
    log,
  });
  const gate = makeViewerGate({
    ...settings,
    access,
    previews,
    now,
    monotonic,
    findStream: (streamName) => relaying.findStream(streamName),
    allowedOrigins: options.allowedOrigins,
  });
  const whepGate = makeWhepGate({
    ...settings,
    access,
    previews,
    now,
    log,
    ice,
    findStream(streamName) {
      const broadcast = broadcasts.findNamed(streamName);
      return (
        broadcast && { whep: broadcast.whep, requestKeyframe: () => broadcast.source?.requestKeyframe() }
      );
    },
  });
  const hlsGate = makeHlsGate({
    access,
    previews,
    turn: (streamName, request) => relaying.hlsTurn(streamName, request),
    handle: (streamName, request) => relaying.hls(streamName, request),
  });

  /** The claims of a publish token or, asked of the site, of a stream key. */
  const publishClaims = async (bearer: string) => {
    if (bearer.startsWith('st_')) return access.publish(bearer);
    const token = await options.exchangeKey?.(bearer).catch((err: unknown) => {
      log.error({ err }, 'the site could not be asked for a stream key');
      return undefined;
    });
    return token === undefined ? undefined : access.publish(token);
  };

  const record = ({ broadcastId, recordingId, node }: MediaOrder & { kind: 'record' }): void => {
    const pipeline = broadcasts.find(broadcastId)?.pipeline;
    if (!recordings || !pipeline) return;
    const isElsewhere = node !== undefined && node !== options.node;
    if (recordingId !== null && !isElsewhere)
      return recordings.start({ recordingId, broadcastId }, (sink) => pipeline.setRecorder(sink));
    pipeline.setRecorder(undefined);
    recordings.stop(broadcastId);
  };

  const obey = (order: MediaOrder): void => {
    relaying.obey(order);
    switch (order.kind) {
      case 'report':
        return broadcasts.tellAlive();
      case 'stop':
        return broadcasts.stop(order.broadcastId);
      case 'rename':
        return broadcasts.rename(order.broadcastId, order.streamName);
      case 'revoke':
        access.revoke(order);
        whepGate.revoke(order);
        return gate.revoke(order);
      case 'record':
        return record(order);
      default:
        return assertNever(order);
    }
  };
  const unsubscribe = bus.subscribe(MEDIA_ORDERS, (message) => {
    const order = parseOrder(message);
    if (order) obey(order);
  });
  const stopFacts = bus.subscribe(MEDIA_FACTS, (message) => {
    const fact = message as MediaFact;
    if (fact?.kind === 'preview' && fact.node !== options.node) previews.hear(fact);
  });

  const totals = () =>
    broadcasts.list().reduce(
      (sum, { stream, pipeline, whep }) => ({
        bytesSent: sum.bytesSent + stream.bytesSent + pipeline.hls.bytesSent + whep.bytesSent,
        fragmentsDropped: sum.fragmentsDropped + stream.fragmentsDropped,
      }),
      { ...relaying.totals, bytesSent: ended.bytesSent + relaying.totals.bytesSent },
    );

  const whip = relaying.shareWhip(
    makeWhipEndpoint({
      publishClaims,
      isToken: (token) => verifyMediaToken(secret, token, now()) !== undefined,
      publish: (claims, offer) => broadcasts.publish(claims, offer),
      addCandidates: (id, candidates) => broadcasts.addCandidates(id, candidates),
      leave: (id) => broadcasts.leave(id),
    }),
  );
  const whep = relaying.shareWhep((request) => whepGate.handle(request));
  const acceptUpgrade = (request: UpgradeRequest, socket: Socket): void =>
    (request.url.startsWith(RELAY_PATH) ? relaying.gate : gate).accept(request, socket);

  const server = makeHttpServer({
    secret,
    allowedOrigins: options.allowedOrigins,
    log,
    whip: whip.serve,
    whep: whep.serve,
    hls: (url, asking) => hlsGate.handle(url, asking),
    mayRead: (url, cache) => hlsGate.isAllowed(url, cache),
    acceptUpgrade,
    findThumbnail: (streamName, form) => relaying.findThumbnail(streamName, form),
    local: {
      whip: whip.serveLocal,
      whep: whep.serveLocal,
      hls: (url, asking) => relaying.localHls(url, asking),
      findThumbnail: (streamName, form) => thumbnailer.find(streamName, form),
    },
    stats: () => ({
      node: options.node,
      viewers: gate.viewerCount + whepGate.viewerCount,
      relayLinks: relaying.gate.linkCount,
      relayed: relaying.relayed.map(({ viewerCount, renditions }) => ({ viewers: viewerCount, renditions })),
      transcoding: {
        coresMax: budget.coresMax,
        coresReserved: budget.coresReserved,
        refused: budget.refused,
      },
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
    metrics: () => metricsText(broadcasts.list(), gate.viewerCount + whepGate.viewerCount, totals(), budget),
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  ownPort = (server.address() as AddressInfo).port;

  const rtmp =
    options.rtmpPort === undefined
      ? undefined
      : await startRtmpServer({
          host: options.rtmpHost ?? options.host,
          port: options.rtmpPort,
          authorize: makeRtmpAuthorize({ claimsOf: publishClaims, broadcasts, tell }),
          ...(options.rtmpSecureContext ? { secureContext: options.rtmpSecureContext } : {}),
          now: monotonic,
          log,
        }).catch((err: unknown) => {
          // A taken port is no reason to have no video at all.
          log.error({ err, port: options.rtmpPort }, 'encoders cannot publish by RTMP');
          return undefined;
        });

  let beats = 0;
  const beat = (): void => {
    beats += 1;
    if (beats % BEATS_PER_LIST === 0) broadcasts.tellAlive();
    else tell({ kind: 'alive' });
  };
  const timers = [
    setInterval(() => broadcasts.tick(), TICK_MS),
    setInterval(() => {
      gate.sweep();
      whepGate.sweep();
      relaying.sweep(monotonic());
    }, SWEEP_MS),
    setInterval(() => {
      broadcasts.adapt();
      relaying.adapt(monotonic());
    }, ADAPT_MS),
    setInterval(beat, settings.heartbeatMs),
    setInterval(() => broadcasts.tellHealth(), settings.healthMs),
  ];
  await bus.ready();
  relaying.begin();

  let closing: Promise<void> | undefined;
  const close = async (): Promise<void> => {
    for (const timer of timers) clearInterval(timer);
    unsubscribe();
    stopFacts();
    thumbnailer.close();
    relaying.close();
    broadcasts.closeAll(1001);
    gate.closeAll(1001);
    whepGate.closeAll();
    await rtmp?.close();
    await recordings?.close();
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    const cut = setTimeout(() => server.closeAllConnections(), CLOSE_MS);
    await closed;
    clearTimeout(cut);
  };

  return {
    port: ownPort,
    rtmpPort: rtmp?.port,
    acceptUpgrade,
    close: () => (closing ??= close()),
  };
}
