import type { Socket } from 'node:net';
import { initLogger } from 'node-datachannel';
import { INGEST_PATH } from '@klieg/contract/features/broadcast/ingest-frame';
import { MEDIA_TOKEN_MS, signMediaToken } from '@klieg/contract/media';
import { type Log, randomToken, systemClock } from '@klieg/kernel';
import { makeAccess } from '../control/access.ts';
import { makeDeliveryMeter } from '../control/delivery-meter.ts';
import { makeTellFact, type TellFact } from '../control/facts.ts';
import { makeLeave } from '../control/leaving.ts';
import { makeRenewals } from '../control/renewals.ts';
import { makeSegmentNumbers } from '../control/segment-numbers.ts';
import { makePreviewMeter } from '../control/preview-meter.ts';
import type { UpgradeRequest } from '../edge/sockets/viewer-gate.ts';
import type { IceSettings } from '../ingest/whip/peer-connection.ts';
import { makeRelaying, RELAY_PATH } from '../relay/index.ts';
import { type RtmpAuthorize, type RtmpServer, startRtmpServer } from '../rtmp/index.ts';
import { composeHttp } from './compose-http.ts';
import { makeDrain } from './drain.ts';
import { hearBus } from './hear-bus.ts';
import { listen, stopListening } from './listen.ts';
import { makeFigures } from './make-figures.ts';
import { makeGates } from './make-gates.ts';
import { makeOrigin } from './make-origin.ts';
import { type Media, MEDIA_SETTINGS, type MediaOptions } from './media-options.ts';
import { makePublishClaims } from './publish-claims.ts';
import { makeRtmpAuthorize } from './rtmp-publishing.ts';
import { startTimers } from './start-timers.ts';

const monotonic = (): number => performance.now();

const iceOf = ({ icePort, iceHost, publicAddress }: MediaOptions): IceSettings => ({
  port: icePort,
  ...(iceHost ? { host: iceHost } : {}),
  ...(publicAddress ? { publicAddress } : {}),
});

/** Undefined where encoders are not to be served, or cannot be. */
async function startRtmp(
  options: MediaOptions,
  authorize: RtmpAuthorize,
  log: Log,
): Promise<RtmpServer | undefined> {
  if (options.rtmpPort === undefined && !options.isRtmpHanded) return undefined;
  return startRtmpServer({
    host: options.rtmpHost ?? options.host,
    port: options.rtmpPort,
    authorize,
    ...(options.rtmpSecureContext ? { secureContext: options.rtmpSecureContext } : {}),
    now: monotonic,
    log,
  }).catch((err: unknown) => {
    // A taken port is no reason to have no video at all.
    const port = options.rtmpPort;
    const isTaken = err instanceof Error && 'code' in err && err.code === 'EADDRINUSE';
    const mend = 'set RTMP_PORT to another port, or to 0 for no encoders; browsers publish as ever';
    const why = isTaken ? `port ${port} is held by another program: end it` : `port ${port} cannot be used`;
    log.error({ err, port }, `encoders such as OBS cannot publish: ${why}, or ${mend}`);
    return undefined;
  });
}

/** Access control, counting, and what is known for it. */
function makeRights({ bus, node, secret }: MediaOptions, tell: TellFact, now: () => number) {
  const previews = makePreviewMeter({ tell, now: monotonic });
  // Counts die with the process, so the next one counts under another name.
  const deliveries = makeDeliveryMeter({
    tell: makeTellFact(bus, `${node}.${randomToken()}`),
    now: monotonic,
  });
  const access = makeAccess(secret, now, previews);
  const renewals = makeRenewals({ access, tell });
  const numbers = makeSegmentNumbers({ now: monotonic, wallClock: now });
  return { previews, deliveries, access, renewals, numbers };
}

/** The parts of a media process, tied together; nothing listens yet. */
async function makeParts(options: MediaOptions, ownPort: () => number) {
  const { node, log, bus, secret } = options;
  const settings = { ...MEDIA_SETTINGS, ...options.settings };
  const clock = options.clock ?? systemClock;
  const now = () => clock.now();
  const ice = iceOf(options);
  const internalUrl = () => options.internalUrl?.replace(/:0(?=\/?$)/, `:${ownPort()}`).replace(/\/$/, '');
  const leave = makeLeave();
  const tell = makeTellFact(bus, node, internalUrl, leave);
  const rights = makeRights(options, tell, now);
  const { previews, deliveries, access, renewals, numbers } = rights;
  const origin = await makeOrigin({
    settings,
    recording: options.recording,
    ice,
    tell,
    log,
    now,
    monotonic,
    leaving: leave,
    signPublishing: (claims) => signMediaToken(secret, { ...claims, expiresAt: now() + MEDIA_TOKEN_MS }),
    isLiveElsewhere: (streamName) => relaying.isLiveElsewhere(streamName),
    firstSegment: (streamName) => numbers.beyond(streamName),
  });
  const { broadcasts, thumbnailer } = origin;
  const relaying = makeRelaying({
    ...settings,
    node,
    selfUrl: () => `http://${options.host === '0.0.0.0' ? '127.0.0.1' : options.host}:${ownPort()}`,
    isReachable: options.internalUrl !== undefined,
    leaving: leave,
    secret,
    bus,
    access,
    findNamed: (streamName) => broadcasts.findNamed(streamName),
    findBroadcast: (broadcastId) => broadcasts.find(broadcastId),
    onMoved: (streamName) => broadcasts.moved(streamName),
    findLocalThumbnail: (streamName, form) => thumbnailer.find(streamName, form),
    now,
    monotonic,
    log,
  });
  const gates = makeGates({
    settings,
    access,
    renewals,
    previews,
    deliveries,
    broadcasts,
    relaying,
    ice,
    leaving: leave,
    allowedOrigins: options.allowedOrigins,
    now,
    monotonic,
    log,
  });
  return { settings, now, leave, tell, ...rights, origin, relaying, gates };
}

/** Starts ingest, packager, edge and thumbnails of one media process. */
export async function startMedia(options: MediaOptions): Promise<Media> {
  const { node, log, bus, secret } = options;
  initLogger('Error', (_level, message) => log.warn({ text: message }, 'webrtc'));
  let ownPort = options.port;
  const parts = await makeParts(options, () => ownPort);
  const { settings, now, leave, tell, previews, deliveries, access, renewals, origin, relaying, gates } =
    parts;
  const { numbers } = parts;
  const { broadcasts, thumbnailer, recordings } = origin;
  const publishClaims = makePublishClaims({ access, exchangeKey: options.exchangeKey, log });
  const stopHearing = hearBus({ bus, node, origin, relaying, gates, access, previews, renewals, numbers });
  const gateOf = (url: string) => {
    if (url.startsWith(RELAY_PATH)) return relaying.gate;
    return url.split('?')[0] === INGEST_PATH ? gates.pages : gates.webSocket;
  };
  const acceptUpgrade = (request: UpgradeRequest, socket: Socket): void =>
    gateOf(request.url).accept(request, socket);
  const server = composeHttp({
    secret,
    allowedOrigins: options.allowedOrigins,
    publishClaims,
    acceptUpgrade,
    origin,
    relaying,
    gates,
    figures: makeFigures({ node, origin, relaying, gates }),
    now,
    log,
  });
  ownPort = await listen(server, options.port, options.host);
  const authorize = makeRtmpAuthorize({ claimsOf: (key) => publishClaims.find(key), broadcasts, tell });
  const rtmp = await startRtmp(options, authorize, log);
  const stopTimers = startTimers({ settings, broadcasts, relaying, gates, deliveries, tell, monotonic });
  await bus.ready();
  relaying.begin();

  let closing: Promise<void> | undefined;
  const close = async (): Promise<void> => {
    stopTimers();
    stopHearing();
    deliveries.flush();
    thumbnailer.close();
    relaying.close();
    broadcasts.closeAll(1001);
    gates.webSocket.closeAll(1001);
    gates.pages.closeAll();
    gates.whep.closeAll();
    await rtmp?.close();
    await recordings?.close();
    await stopListening(server);
  };

  return {
    port: ownPort,
    rtmpPort: rtmp?.port,
    acceptUpgrade,
    acceptEncoder: (socket) => (rtmp ? rtmp.accept(socket) : void socket.destroy()),
    drain: makeDrain({ leave, broadcasts, relaying, gates, onLeaving: options.onLeaving, log }),
    close: () => (closing ??= close()),
  };
}
