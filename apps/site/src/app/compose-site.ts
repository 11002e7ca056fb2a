import { join } from 'node:path';
import type { CurrentUser } from '@klieg/contract';
import { composeBilling, DAILY_PURCHASE_CENTS } from '../features/billing/index.ts';
import { composeBlocks, serveBlocks } from '../features/blocks/index.ts';
import { composeBrand } from '../features/brand/index.ts';
import { composeBroadcast } from '../features/broadcast/index.ts';
import { composeDirectMessages } from '../features/direct-messages/index.ts';
import { composeDiscovery } from '../features/discovery/index.ts';
import { composeFanClub } from '../features/fan-club/index.ts';
import { composeFriends } from '../features/friends/index.ts';
import { composeIdentity, type FlatMe, type MeAsk, serveIdentity } from '../features/identity/index.ts';
import { composeLedger, serveLedger } from '../features/ledger/index.ts';
import { composeNotifications } from '../features/notifications/index.ts';
import { composePages } from '../features/pages/index.ts';
import { composePeople, servePeople } from '../features/people/index.ts';
import { composeRatings } from '../features/ratings/index.ts';
import { composeReports } from '../features/reports/index.ts';
import { composeRoomChat } from '../features/room-chat/index.ts';
import {
  composeRooms,
  type FlatRoom,
  type RoomAsk,
  roomPartsToCome,
  serveRooms,
} from '../features/rooms/index.ts';
import { composeSessions, type SiteCaller } from '../features/sessions/index.ts';
import { composeSettings } from '../features/settings/index.ts';
import { composeTipping } from '../features/tipping/index.ts';
import { composeTracking } from '../features/tracking/index.ts';
import { composeWallet } from '../features/wallet/index.ts';
import { makeFileBlobStore } from '../platform/blobs/index.ts';
import { csrfTokenOf, makeHttpServer, makeRateLimiter, makeRateStore } from '../platform/http/index.ts';
import { startJobQueue } from '../platform/jobs/index.ts';
import { makeKeptMailer, makeSmtpMailer } from '../platform/mail/index.ts';
import { joinParts } from '../platform/parts/index.ts';
import { ownOriginsOf, serveAllCalls } from './http-side.ts';
import { makeKit } from './make-kit.ts';
import { runFeatures } from './run-features.ts';
import { serveSite } from './serve-site.ts';
import type { SiteParts } from './site-parts.ts';

export type { SiteParts } from './site-parts.ts';

export type Site = Awaited<ReturnType<typeof composeSite>>;

/** Makes the site of its features: each gets what it uses, and gives what others use. No rule lives here. */
export async function composeSite(parts: SiteParts) {
  const { config, isDemo, media, version } = parts;
  const { publicUrl, isSecure } = config;
  const kit = makeKit(parts);
  const isBlockedCountry = (country: string | null) =>
    country !== null && config.tipBlockedCountries.has(country);
  const rates = makeRateStore(kit.database, kit.secretOf('rates'));
  const rateLimiter = makeRateLimiter({ clock: kit.clock, store: rates });
  const blobs = makeFileBlobStore(join(config.dataDir, 'blobs'));
  const jobs = await startJobQueue(kit.database, kit.log);
  const keptMailer = makeKeptMailer(kit.database, kit.log);
  const mailer = config.mailUrl ? makeSmtpMailer(config.mailUrl, config.supportEmail) : keptMailer;
  const sandbox = parts.sandbox && {
    ...parts.sandbox,
    callbackUrl: `http://127.0.0.1:${config.port}/api/v1/postback/sandbox`,
  };
  const translator = config.translateUrl
    ? { url: config.translateUrl, apiKey: config.translateKey }
    : undefined;

  // Each feature, lower ones first.
  const identity = composeIdentity(kit);
  const ledger = composeLedger(kit);
  const sessions = composeSessions(kit, {
    identity,
    rateLimiter,
    isSecure,
    isBehindProxy: config.trustedHops > 0,
    isGenerousToLoopback: isDemo,
  });
  const brand = composeBrand<SiteCaller>(kit, {
    publicUrl,
    version,
    isDemo,
    supportEmail: config.supportEmail,
    hasTranslator: translator !== undefined,
    greet: sessions.logins.greet,
  });
  const tracking = composeTracking<SiteCaller>(kit);
  const wallet = composeWallet(kit, { identity, ledger });
  const settings = composeSettings(kit, { identity, ledger });
  const notifications = composeNotifications(kit);
  const billing = composeBilling(kit, { ledger, wallet, publicUrl, sandbox });
  const rooms = composeRooms(kit, {
    identity,
    nodeUrl: config.nodeUrl,
    isTranscodedSite: brand.site.custom.wl_transcode,
    isShared: config.busUrl !== 'memory:',
  });
  const people = composePeople(kit);
  const blocks = composeBlocks(kit);
  const friends = composeFriends(kit, { identity, notifications, rooms, blocks });
  const tipping = composeTipping(kit, { identity, ledger, wallet, rooms, isBlockedCountry });
  const ratings = composeRatings(kit, { identity, wallet, notifications, rooms });
  const broadcast = composeBroadcast(kit, {
    identity,
    sessions,
    ledger,
    notifications,
    billing,
    settings,
    rooms,
    jobs,
    blobs,
    mailer,
    media,
    publicUrl,
    standbyDomains: config.standbyDomains,
  });
  const roomChat = composeRoomChat(kit, {
    identity,
    sessions,
    ledger,
    wallet,
    notifications,
    settings,
    rooms,
    broadcast,
    isBlockedCountry,
    translator,
  });
  const directMessages = composeDirectMessages(kit, {
    identity,
    sessions,
    ledger,
    wallet,
    notifications,
    blocks,
    friends,
    people,
    jobs,
    blobs,
    bannedTerms: config.bannedTerms,
  });
  const reports = composeReports(kit, { identity, rooms, directMessages });
  const discovery = composeDiscovery(kit, { identity, rooms });
  const fanClub = composeFanClub(kit, { rooms, discovery });

  // What every feature has a part in: the answer about a room, and that about oneself.
  const roomParts = joinParts<RoomAsk, FlatRoom>()([
    rooms.roomPart,
    tipping.roomPart,
    ratings.roomPart,
    friends.roomPart,
    broadcast.roomPart,
    roomChat.roomPart,
    discovery.roomPart,
    roomPartsToCome,
  ]);
  const meParts = joinParts<MeAsk, FlatMe>()([
    identity.mePart,
    wallet.mePart,
    billing.mePart,
    rooms.mePart,
    notifications.mePart,
    directMessages.mePart,
  ]);
  const roomPages = serveRooms(kit, {
    identity,
    sessions,
    notifications,
    rooms,
    parts: roomParts,
    discovery,
  });
  const me = serveIdentity<SiteCaller>(kit, {
    identity,
    parts: meParts,
    openSession: sessions.logins.open,
    issueNodeToken: (caller) => sessions.nodeTokens.issue(caller, null),
    greet: sessions.logins.greet,
    isBlockedCountry,
    supportContact: config.supportEmail,
  });
  const cards = servePeople(kit, {
    identity,
    rooms,
    people,
    readMoney: billing.readMoney,
    friendStatus: friends.friends.statusOf,
    roles: roomChat.roles,
    fanTiersOf: fanClub.fanTiersOf,
    discovery,
  });

  const app = makeHttpServer({ log: kit.log, trustedHops: config.trustedHops });
  const calls = serveAllCalls(app, parts, kit, {
    identity,
    sessions,
    rooms,
    rateLimiter,
    isBlockedCountry,
    handlers: {
      billing: billing.handlers,
      blocks: serveBlocks({ identity, blocks, friends }).handlers,
      brand: brand.handlers,
      broadcast: broadcast.handlers,
      'direct-messages': directMessages.handlers,
      discovery: discovery.handlers,
      'fan-club': fanClub.handlers,
      friends: friends.handlers,
      identity: me.handlers,
      ledger: serveLedger<SiteCaller>(kit, {
        ledger,
        accounts: identity.accounts,
        purchaseLimitCents: DAILY_PURCHASE_CENTS,
        boughtTodayCents: billing.orders.boughtToday,
      }).handlers,
      notifications: notifications.handlers,
      people: cards.handlers,
      ratings: ratings.handlers,
      reports: reports.handlers,
      'room-chat': roomChat.handlers,
      rooms: roomPages.handlers,
      sessions: sessions.handlers,
      settings: settings.handlers,
      tipping: tipping.handlers,
      tracking: tracking.handlers,
    },
  });
  const pages = composePages(kit, {
    sources: {
      resolveCaller: sessions.resolveCaller,
      siteConfig: brand.siteConfigFor,
      discovery: discovery.discovery,
      getRoom: roomPages.getRoom,
      getFanClub: fanClub.getFanClub,
      getBio: cards.getBio,
      readLikes: discovery.readLikes,
      currentUser: (caller: SiteCaller): Promise<CurrentUser> => me.currentUser(caller),
      hasDevPages: isDemo || parts.devMiddleware !== undefined,
      loadBuild: parts.loadPages,
    },
    sessions,
    ownOrigins: ownOriginsOf(config),
    publicUrl,
    isSecure,
    nodeUrl: config.nodeUrl,
    frameHosts: sandbox ? [new URL(sandbox.publicUrl).origin] : [],
    assets: parts.assets,
    devMiddleware: parts.devMiddleware,
  });
  const features = [
    ledger,
    sessions,
    billing,
    broadcast,
    tipping,
    people,
    friends,
    roomChat,
    directMessages,
    discovery,
  ];
  const sockets = await serveSite(app, parts, kit, {
    identity,
    sessions,
    rooms,
    features,
    pages,
    keptMailer: isDemo ? keptMailer : undefined,
    lobbyParts: [wallet.lobbyPart, settings.lobbyPart, notifications.lobbyPart, directMessages.lobbyPart],
    readMoney: billing.readMoney,
    onEntered: people.recordVisit,
    desk: broadcast.desk,
    listSuggestions: () => discovery.suggest().map((card) => card.username),
  });
  const running = await runFeatures(parts, kit, {
    features,
    readers: ledger.readers,
    idempotency: calls.idempotency,
    rates,
  });
  await Promise.all([ledger.ledger.keepPartitionsAhead(), parts.bus.ready()]);

  return {
    app,
    accounts: identity.accounts,
    ledger: ledger.ledger,
    rooms: rooms.rooms,
    hub: rooms.hub,
    desk: broadcast.desk,
    catalog: discovery.catalog,
    /** Resolves when everything that was paid and became true has had its effects. */
    settled: running.settled,
    doChores: running.doChores,
    csrfOf: (cookie: string) => csrfTokenOf(kit.secretOf('csrf'), cookie),
    mediaSecret: kit.secretOf('media'),
    /** Stops taking work, lets sockets go in slices, finishes what runs; at most ten seconds. */
    async close() {
      running.stopChores();
      await sockets.drain();
      await sockets.closeHttp();
      await running.stopReaders();
      await jobs.stop();
      await ledger.ledger.idle();
      sockets.stop();
      await running.stopFeatures();
      await rooms.stop();
    },
  };
}
