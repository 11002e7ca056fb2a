import { INGEST_PATH } from '@klieg/contract/features/broadcast/ingest-frame';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { composePages } from '../features/pages/index.ts';
import { serveSockets } from '../features/rooms/index.ts';
import type { Kit } from '../platform/kit.ts';
import { serveKeptMails } from '../platform/mail/index.ts';
import { serveDoctor } from '../platform/operations/serve-doctor.ts';
import { serveOperations } from '../platform/operations/serve-operations.ts';
import { makeSocketsMaxOf, watchSockets } from '../platform/sockets/index.ts';
import type { Features } from './compose-features.ts';
import type { GivenValues } from './given-values.ts';
import type { RunningFeature } from './house.ts';
import type { serveAllCalls } from './serve-calls.ts';
import type { SiteParts } from './site-parts.ts';

/** How long requests may take to end when the site stops. */
const CLOSE_MS = 3_000;

interface Uses {
  readonly given: GivenValues;
  readonly features: Features;
  readonly running: readonly RunningFeature[];
  readonly calls: ReturnType<typeof serveAllCalls>;
}

/** Pages, and the data that they draw. */
function makePages(parts: SiteParts, kit: Kit, { given, features, calls }: Uses) {
  const { isDemo } = given;
  return composePages(kit, {
    ...given,
    sources: {
      resolveCaller: features.sessions.resolveCaller,
      siteOf: features.sites.siteOf,
      siteConfig: features.brand.siteConfigFor,
      listBanners: features.banners.listFor,
      isAgeAsked: features.ageCheck.isAsked,
      discovery: features.discovery.discovery,
      feed: features.discovery.feed,
      getRoom: calls.getRoom,
      getBio: calls.getBio,
      getFanClub: calls.getFanClub,
      media: calls.media,
      readLikes: features.discovery.readLikes,
      texts: features.contentPages.texts,
      readPress: features.contentDesk.readPress,
      hasLink: features.contentDesk.hasLink,
      readContests: features.contests.readContests,
      currentUser: calls.currentUser,
      checkOwnerKey: features.firstOwner.checkKey,
      hasDevPages: isDemo || parts.devMiddleware !== undefined,
      renderPage: parts.renderPage,
    },
    sites: features.sites,
    noteLanding: features.discovery.noteLanding,
    frameHosts: features.billing.frameOrigins,
    assets: parts.assets,
    devMiddleware: parts.devMiddleware,
  });
}

/** The sockets of lobby and rooms. */
function makeSockets(kit: Kit, { given, features }: Uses) {
  const {
    wallet,
    settings,
    notifications,
    promo,
    reUp,
    directMessages,
    roomChat,
    complaintDesk,
    broadcast,
    people,
    discovery,
  } = features;
  return serveSockets(kit, {
    ...features,
    isSecure: given.isSecure,
    options: {
      ownOrigins: given.ownOrigins,
      visitorOf: given.visitorOf,
      socketsMaxOf: makeSocketsMaxOf(given.isGenerousToLoopback),
      serverVersion: given.version,
      clock: kit.clock,
      log: kit.log,
      ...watchSockets(kit.metrics),
    },
    readMoney: features.billing.readMoney,
    lobbyParts: [
      wallet.lobbyPart,
      settings.lobbyPart,
      notifications.lobbyPart,
      promo.lobbyPart,
      reUp.lobbyPart,
      directMessages.lobbyPart,
      roomChat.lobbyPart,
      complaintDesk.lobbyPart,
    ],
    onEntered: people.recordVisit,
    onStreamerLeft: broadcast.broadcasts.streamerLeft,
    revokeSession: broadcast.broadcasts.revokeSession,
    listSuggestions: (caller) => discovery.suggest(caller, []).map((card) => card.username),
  });
}

/** Everything that the site's port answers beside the calls: routes of features, pages, upgrades of sockets. */
export async function serveSite(app: FastifyInstance, parts: SiteParts, kit: Kit, uses: Uses) {
  const { given } = uses;
  for (const feature of uses.running) await feature.routes?.(app);
  if (given.isDemo) serveKeptMails(app, given.keptMailer, given.textGateway?.listKept);
  serveOperations(app, {
    database: kit.database,
    metrics: kit.metrics,
    version: given.version,
    visitorOf: given.visitorOf,
    metricsToken: parts.config.metricsToken,
    isOpenToLoopback: parts.config.isLocal,
  });
  serveDoctor(app, {
    key: kit.secretOf('doctor'),
    visitorOf: given.visitorOf,
    nowMs: () => kit.clock.now(),
  });
  await makePages(parts, kit, uses).routes(app);

  const sockets = makeSockets(kit, uses);
  const onUpgrade = (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    stream.on('error', () => stream.destroy());
    const path = request.url?.split('?')[0] ?? '';
    if (sockets.accept(path, request, stream, head)) return;
    if (path.startsWith('/live/ws/') || path === INGEST_PATH)
      return given.media.handOver(request, stream, head);
    if (parts.devMiddleware && path === '/__hmr') return;
    stream.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
  };
  app.server.on('upgrade', onUpgrade);

  return {
    /** Takes no more sockets and lets those that are open go in slices. */
    async drain() {
      app.server.off('upgrade', onUpgrade);
      await sockets.drain();
    },
    async closeHttp() {
      // Sockets that were handed to media count as the server's own until that process says that they
      // are closed, which an ended process never does.
      await Promise.race([app.close(), new Promise((resolve) => setTimeout(resolve, CLOSE_MS))]);
    },
    stop: sockets.stop,
  };
}
