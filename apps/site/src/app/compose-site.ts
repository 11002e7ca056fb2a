import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import { type Biller, callsByFeature, type Payload, type Settings } from '@klieg/contract';
import type { Bus } from '@klieg/contract/bus';
import { type AccountId, AppError, type Clock, type Log, uuidv7 } from '@klieg/kernel';
import type { FastifyInstance } from 'fastify';
import type { ServerBuild } from 'react-router';
import {
  type BillerPort,
  DAILY_PURCHASE_CENTS,
  makeBillingHandlers,
  makeOrderStore,
  makePostbackDesk,
  makePostbackStore,
  makeSandboxBiller,
  makeSettleOrder,
} from '../features/billing/index.ts';
import { klieg, makeBrandHandlers, presentSiteConfig } from '../features/brand/index.ts';
import {
  isStandbyAllowed,
  makeRecordingDesk,
  makeRecordingStore,
  makeBroadcastDesk,
  makeBroadcastHandlers,
  makeExchangeStreamKey,
  makeFollowerNews,
  makeStreamKeyStore,
  makeStreamTokens,
  makeThumbnails,
} from '../features/broadcast/index.ts';
import {
  makeCatalog,
  makeDiscovery,
  makeDiscoveryHandlers,
  makeSearchStore,
} from '../features/discovery/index.ts';
import {
  type Account,
  makeAccountStore,
  makeIdentityHandlers,
  makeRegisterAccount,
} from '../features/identity/index.ts';
import {
  balancesOrRefuse,
  deriveTransferId,
  makeLedger,
  makeLedgerHandlers,
} from '../features/ledger/index.ts';
import { makeNoticeStore, makeNotificationsHandlers, makeNotify } from '../features/notifications/index.ts';
import {
  makeRecentAcks,
  makeRoomChatHandlers,
  makeSendLine,
  readChatFacts,
  refuseLine,
} from '../features/room-chat/index.ts';
import {
  type LobbySession,
  makeAccountFeed,
  makeGetRoom,
  makeLobbySockets,
  makeRedeemSocketCaller,
  makeRoomHub,
  makeRoomPasswordStore,
  makeRoomsHandlers,
  makeRoomSockets,
  makeRoomStore,
  makeStatusBoard,
  mayEnter,
  presentRoomSetting,
  type RoomSession,
} from '../features/rooms/index.ts';
import {
  cookieNames,
  makeLoginSessions,
  makeNodeTokenStore,
  makeResolveCaller,
  makeSessionsHandlers,
  makeSessionStore,
  announceSessionEnded,
  onSessionEnded,
  type SiteCaller,
} from '../features/sessions/index.ts';
import { makeSettingsHandlers } from '../features/settings/index.ts';
import { makeSendTip, makeTippingHandlers } from '../features/tipping/index.ts';
import { makeTrackingHandlers } from '../features/tracking/index.ts';
import {
  type CallRouterOptions,
  csrfTokenOf,
  describeApi,
  makeRefusalOfUnknown,
  makeHttpServer,
  makeIdempotencyStore,
  makeRateLimiter,
  renderApiPage,
  serveCalls,
} from '../platform/http/index.ts';
import { makeFileBlobStore } from '../platform/blobs/index.ts';
import { startJobQueue } from '../platform/jobs/index.ts';
import { makeKeptMailer, makeSmtpMailer } from '../platform/mail/index.ts';
import type { Metrics } from '../platform/metrics/metrics.ts';
import { makePageHandler } from '../platform/pages/index.ts';
import type { Database } from '../platform/postgres/index.ts';
import { makeGateway } from '../platform/sockets/index.ts';
import { type Config, deriveSecret } from './config.ts';
import { serveIncomingRecordings, serveRecordings } from './recording-doors.ts';
import { serveKeptMails } from './kept-mails-page.ts';
import { serveStreamKeys } from './internal-doors.ts';
import type { MediaDoor } from './media-door.ts';
import { makeRenderPage } from './page-services.ts';
import { makePolicy } from './policy.ts';
import { cacheKeyOf } from './page-cache-key.ts';

const HOUR_MS = 3_600_000;
const STREAM_TOKEN_MS = 40_000;
const RECONCILE_MS = 5 * 60_000;
/** How long requests may take to end when the site stops. */
const CLOSE_MS = 3_000;
const HOUSEKEEPING_MS = 60_000;
const SOCKETS_PER_ADDRESS = 40;
const SOCKETS_PER_LOOPBACK = 10_000;

export interface SiteParts {
  readonly config: Config;
  readonly database: Database;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly media: MediaDoor;
  readonly isDemo: boolean;
  readonly version: string;
  /** Where the sandbox biller is, once it runs. */
  readonly sandbox:
    | { readonly publicUrl: string; readonly serverUrl: string; readonly secret: string }
    | undefined;
  readonly loadPages: () => Promise<ServerBuild>;
  /** Folder of the built browser files; absent in development, where Vite serves them. */
  readonly assets: string | undefined;
  /** Hands a request to Vite in development. */
  readonly devMiddleware?: (request: IncomingMessage, response: unknown, next: () => void) => void;
  readonly checksAnswers: boolean;
}

export type Site = Awaited<ReturnType<typeof composeSite>>;

const LOOPBACK = /^(?:127\.|::1$|::ffff:127\.)/;
const demoScenes = fileURLToPath(new URL('../../../demo/scenes', import.meta.url));

/** Wires the site: every feature gets exactly what it uses. No rule of the product lives here. */
export async function composeSite(parts: SiteParts) {
  const { config, database, bus, clock, log, metrics, isDemo } = parts;
  const publicHost = new URL(config.publicUrl).host;
  const ownOrigins = ownOriginsOf(config);
  const isTipBlocked = (country: string | null) =>
    country !== null && config.tipBlockedCountries.has(country);
  const guestSecret = deriveSecret(config.secret, 'guest');
  const csrfSecret = deriveSecret(config.secret, 'csrf');
  const mediaSecret = deriveSecret(config.secret, 'media');

  // Tier 0: people, money, brand.
  const accounts = makeAccountStore(database);
  const ledger = makeLedger({
    database,
    clock,
    log,
    onBatch: ({ size, ms }) => {
      metrics.ledgerBatchSize.observe(size);
      metrics.ledgerBatchSeconds.observe(ms / 1000);
    },
  });
  const site = klieg(config.publicUrl);
  const siteConfigFor = (caller: SiteCaller, csrf: string | null) =>
    presentSiteConfig({
      site,
      version: parts.version,
      isDemo,
      supportEmail: config.supportEmail,
      locale: caller.locale,
      csrf,
      nowMs: clock.now(),
    });

  // Tier 1: sessions, rooms, notices.
  const sessions = makeSessionStore(database);
  const nodeTokens = makeNodeTokenStore(database);
  const names = cookieNames(config.isSecure);
  const countryOf = (request: {
    readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  }) => {
    const given = config.trustedHops > 0 ? request.headers['x-country'] : undefined;
    return typeof given === 'string' && /^[A-Z]{2}$/.test(given) ? given : null;
  };
  const resolveCaller = makeResolveCaller({ sessions, secret: guestSecret, names, countryOf, clock });
  const logins = makeLoginSessions({ sessions, secret: guestSecret, csrfSecret, names });
  const feed = makeAccountFeed(bus);
  const board = makeStatusBoard(bus);
  const rooms = makeRoomStore(database);
  const hub = makeRoomHub({
    clock,
    onDelivered: (messages) => metrics.deliveries.inc(messages),
    onRoomCount: (count) => metrics.rooms.set(count),
    onCount: (room, count) => {
      const known = board.of(room.username);
      if (known && known.userCount !== count) board.announce({ ...known, userCount: count });
    },
  });
  const notices = makeNoticeStore(database);
  const sendCount = (id: AccountId, count: Payload<'v3.notification.count'>) =>
    feed.send(id, 'v3.notification.count', count);
  const notify = makeNotify({ notices, sendCount, clock });
  const tell = (what: string) => (error: unknown) => log.error({ err: error }, what);

  /** Tells a person's pages what can be spent now. */
  const announceBalance = (
    id: AccountId,
    balance: { readonly spendable: number; readonly held: number; readonly version: number },
    why: { readonly type: Payload<'v3.token.update'>['type']; readonly change: number; readonly id: string },
  ) => {
    for (const room of hub.rooms) {
      const person = room.presence.find(`a${id}`);
      if (person) person.hasTokens = balance.spendable > 0;
    }
    feed.send(id, 'v3.token.update', {
      seq: balance.version,
      tokens: balance.spendable,
      token_change: why.change,
      ...(why.type && { type: why.type }),
      held: balance.held,
      id: why.id,
      at: clock.now(),
    });
  };

  const recentTips = (payer: AccountId, receiver: AccountId) =>
    ledger.recentSpendTo(payer, receiver, clock.now() - HOUR_MS);
  const namesOf = async (ids: readonly AccountId[]) =>
    new Map((await accounts.listByIds([...new Set(ids)])).map((account) => [account.id, account.username]));

  // Tier 2 and above.
  const thumbnails = makeThumbnails({ mediaUrl: () => parts.media.url, secret: mediaSecret });
  const blobs = makeFileBlobStore(join(config.dataDir, 'blobs'));
  const announceSettings = (account: Account, changes: Partial<Settings>) => {
    feed.send(account.id, 'v3.user.settings', { seq: clock.now(), settings: changes });
    if (account.type === 'model')
      hub.find(account.username)?.publishState('v3.chat.model_settings', {
        settings: presentRoomSetting(account) as unknown as Record<string, unknown>,
      });
  };
  const recordingDesk = makeRecordingDesk({
    recordings: makeRecordingStore(database),
    rooms,
    blobs,
    bus,
    clock,
    secret: deriveSecret(config.secret, 'recordings'),
    async resetFlag(id) {
      const changes = { public_recording: false };
      announceSettings(await accounts.mergeSettings(id, changes), changes);
    },
    notify: (id, title, body) => notify(id, { kind: 'system', title, body, url: '/model-desk/recordings' }),
  });
  const jobs = await startJobQueue(database, log);
  const keptMailer = makeKeptMailer(database, log);
  const mailer = config.mailUrl ? makeSmtpMailer(config.mailUrl, config.supportEmail) : keptMailer;
  const followerNews = makeFollowerNews({
    claimTelling: rooms.claimTellingFollowers,
    findModel: accounts.findById,
    listFollowers: rooms.listFollowersForNews,
    jobs,
    mailer,
    notify: (id, title, url) => notify(id, { kind: 'model_online', title, body: '', url }),
    publicUrl: config.publicUrl,
  });
  const desk = makeBroadcastDesk({
    accounts,
    rooms,
    hub,
    board,
    bus,
    secret: mediaSecret,
    clock,
    log,
    onStreams: (streams) => metrics.streams.set(streams),
    onLive(account, row) {
      recordingDesk.onLive(account, row).catch(tell('a recording could not begin'));
      followerNews.onLive(account).catch(tell('followers could not be told'));
    },
    onOffline(account, broadcastId) {
      recordingDesk.onOffline(account, broadcastId).catch(tell('a recording could not end'));
    },
    onRecordingFailed: (id, reason) => recordingDesk.onFailed(id, reason),
  });
  const passwords = makeRoomPasswordStore(database);
  const streamTokens = makeStreamTokens({
    secret: mediaSecret,
    clock,
    passwords,
    renditionsOf: desk.renditionsOf,
    edgeHost: publicHost,
  });
  const streamKeys = makeStreamKeyStore(database);
  const catalog = makeCatalog({ rooms, board, clock, log });
  const discovery = makeDiscovery({ catalog, search: makeSearchStore(database) });
  const orders = makeOrderStore(database);
  const postbacks = makePostbackStore(database);

  const hasTippedEver = async (person: Account, owner: Account) =>
    (await ledger.recentSpendTo(person.id, owner.id, 0)) > 0;
  const sendLine = makeSendLine({ accounts, acks: makeRecentAcks(clock), hasTippedEver, clock, log });
  hub.onMessage(
    'v3.chat.send',
    (session, payload, socket) => void sendLine(session, payload as Payload<'v3.chat.send'>, socket),
  );
  hub.addSnapshotPart(async ({ room, person }) => {
    const [owner, row] = await Promise.all([accounts.findById(room.ownerId), rooms.get(room.ownerId)]);
    const granted = owner && (await streamTokens.find(row, owner, person.caller));
    return {
      chat: {
        status: row.status,
        subject: row.subject,
        subject_color: row.subjectColor,
        width: row.width,
        height: row.height,
      },
      ...(owner && { userSetting: presentRoomSetting(owner) as unknown as Record<string, unknown> }),
      ...(granted && {
        stream: {
          stream_name: granted.streamName,
          token: granted.token,
          expires_at: granted.expiresAt,
          edge_servers: [publicHost],
          quality_renditions: 4,
          width: row.width,
          height: row.height,
        },
      }),
    };
  });

  const sendTip = makeSendTip({
    async spend(tip) {
      const id = deriveTransferId(`account:${tip.payer}:tip`, tip.key);
      const outcome = await ledger.spend({
        id,
        kind: 'tip',
        from: tip.payer,
        to: tip.receiver,
        amountTokens: tip.amountTokens,
        sharePercent: tip.sharePercent,
        note: {
          ...(tip.comment !== null && { comment: tip.comment }),
          ...(tip.ref && { ref: tip.ref }),
        },
      });
      const { debit, credit } = balancesOrRefuse(outcome);
      announceBalance(tip.payer, debit, { type: 'tip', change: -tip.amountTokens, id });
      if (credit)
        announceBalance(tip.receiver, credit, {
          type: 'tip',
          change: Math.floor((tip.amountTokens * tip.sharePercent) / 100),
          id,
        });
      return { transferId: id, spendable: debit.spendable };
    },
    hub,
    feed,
    isBlockedCountry: isTipBlocked,
    onTip: (tokens) => {
      metrics.tips.inc();
      metrics.tippedTokens.inc(tokens);
    },
    clock,
  });

  const billers = new Map<Biller, BillerPort>();
  if (parts.sandbox)
    billers.set(
      'sandbox',
      makeSandboxBiller({
        ...parts.sandbox,
        callbackUrl: `http://127.0.0.1:${config.port}/api/v1/postback/sandbox`,
      }),
    );
  const settle = makeSettleOrder({
    orders,
    postbacks,
    async credit({ key, account, tokens, orderId, biller }) {
      const id = deriveTransferId('purchase', key);
      const outcome = await ledger.credit({
        id,
        kind: 'purchase',
        source: 'billers',
        to: account,
        amountTokens: tokens,
        note: { ref: { type: 'order', id: orderId }, counterpart: biller },
      });
      if (outcome.status === 'refused') throw new Error(`a purchase was refused: ${outcome.reason}`);
      if (outcome.credit && outcome.status === 'applied')
        announceBalance(account, outcome.credit, { type: 'purchase', change: tokens, id });
      return { transferId: id };
    },
    async reverse({ key, account, tokens, kind }) {
      const outcome = await ledger.refund({
        id: deriveTransferId(kind, key),
        kind,
        transferId: deriveTransferId('purchase', key),
        amountTokens: tokens,
      });
      if (outcome.status === 'refused') throw new Error(`a ${kind} was refused: ${outcome.reason}`);
      const balance = await ledger.balanceOf(account);
      announceBalance(account, balance, { type: kind, change: -tokens, id: key });
    },
    sendUpdate: (id, update) => feed.send(id, 'v3.payment.update', update),
    clock,
    log,
  });
  const postbackDesk = makePostbackDesk({ billers, postbacks, settle, clock, log });

  const canWrite = async (owner: Account, caller: SiteCaller) => {
    const { account } = caller;
    const facts = await readChatFacts(
      {
        hasTokens: account ? (await ledger.balanceOf(account.id)).spendable > 0 : false,
        recentTips: account ? await recentTips(account.id, owner.id) : 0,
        role: account?.id === owner.id ? 'streamer' : 'viewer',
        account,
      },
      owner,
      hasTippedEver,
    );
    const reason = refuseLine(facts);
    return { ok: reason === null, reason };
  };
  const roomDeps = {
    accounts,
    rooms,
    hub,
    streamFor: streamTokens.present,
    hasPassed: streamTokens.hasPassed,
    passwords,
    greet: logins.greet,
    recentTips,
    canWrite,
    suggest: () => discovery.browse(null, { page: 1, perPage: 12, hide: [], country: null }).userList,
    cardsOf: (usernames: readonly string[]) => usernames.flatMap((name) => catalog.byName(name) ?? []),
    onFollowed: (follower: Account, model: Account, followers: number) => {
      feed.send(model.id, 'v3.new_follower', { username: follower.username, followers, at: clock.now() });
      notify(model.id, {
        kind: 'new_follower',
        title: 'New follower',
        body: `${follower.username} follows you`,
        url: null,
      }).catch(tell('a notice could not be kept'));
    },
    clock,
  };
  const getRoom = makeGetRoom(roomDeps);

  const partsOf = async (id: AccountId) => {
    const [balance, earnings, cards, last, following, unread] = await Promise.all([
      ledger.balanceOf(id),
      ledger.earningsOf(id),
      orders.listCards(id),
      orders.lastSucceeded(id),
      rooms.listFollowing(id, 1000),
      notices.countUnread(id),
    ]);
    return {
      tokens: balance.spendable,
      earnings: earnings.spendable,
      hasPurchase: last !== undefined,
      hasCard: cards.length > 0,
      lastPayment: last
        ? {
            amount: last.amountCents,
            currency: last.currency,
            tokens: last.tokens,
            biller: last.biller,
            at: last.createdAt.toISOString(),
          }
        : null,
      following,
      unreadNotices: unread,
    };
  };

  // HTTP.
  const app = makeHttpServer({ log, trustedHops: config.trustedHops });
  const rateLimiter = makeRateLimiter(clock);
  const idempotency = makeIdempotencyStore(database);
  const routing: CallRouterOptions<SiteCaller> = {
    resolveCaller,
    policy: makePolicy({ accounts, isTipBlocked, clock }),
    rateLimiter,
    idempotency,
    secret: csrfSecret,
    ownOrigins,
    isSecure: config.isSecure,
    isGenerousToLoopback: isDemo,
    checksAnswers: parts.checksAnswers,
    clock,
    log,
    observe: (call, status, seconds) => {
      metrics.calls.inc({ call, status: String(status) });
      metrics.callSeconds.observe({ call }, seconds);
    },
  };
  const identityHandlers = makeIdentityHandlers<SiteCaller>({
    accounts,
    registerAccount: makeRegisterAccount({ accounts, clock }),
    openSession: logins.open,
    issueNodeToken: (caller) => nodeTokens.issue(caller, null),
    greet: logins.greet,
    partsOf,
    isTipBlockedCountry: isTipBlocked,
    supportContact: config.supportEmail,
  });
  serveCalls(app, callsByFeature.identity, identityHandlers, routing);
  serveCalls(
    app,
    callsByFeature.sessions,
    makeSessionsHandlers({
      accounts,
      logins,
      sessions,
      nodeTokens,
      rateLimiter,
      isGenerousToLoopback: isDemo,
      announce: (ended) => announceSessionEnded(bus, ended),
      clock,
    }),
    routing,
  );
  serveCalls(
    app,
    callsByFeature.settings,
    makeSettingsHandlers({
      accounts,
      setDailyLimit: async (id, tokens) => void (await ledger.setDailyLimit(id, tokens)),
      onChanged: (account, changes) => {
        announceSettings(account, changes);
        recordingDesk.onSettings(account, changes).catch(tell('a recording could not be changed'));
        // Whoever came by the old password, or by none, has to ask for the picture again.
        if ('cam_password' in changes)
          desk.rotateName(account).catch(tell('a stream could not be renamed after its password changed'));
      },
    }),
    routing,
  );
  serveCalls(
    app,
    callsByFeature.brand,
    makeBrandHandlers<SiteCaller>({ greet: logins.greet, configFor: siteConfigFor }),
    routing,
  );
  serveCalls(
    app,
    callsByFeature.notifications,
    makeNotificationsHandlers({ notices, sendCount, clock }),
    routing,
  );
  serveCalls(app, callsByFeature.tracking, makeTrackingHandlers<SiteCaller>({ log }), routing);
  serveCalls(app, callsByFeature.rooms, makeRoomsHandlers(roomDeps), routing);
  serveCalls(app, callsByFeature['room-chat'], makeRoomChatHandlers({ accounts, rooms, hub }), routing);
  serveCalls(
    app,
    callsByFeature.broadcast,
    makeBroadcastHandlers({
      accounts,
      rooms,
      hub,
      desk,
      tokens: streamTokens,
      keys: streamKeys,
      recordings: recordingDesk,
      whipUrl: `${config.publicUrl}/live/whip`,
      rtmpUrl: () => parts.media.rtmpUrl,
      isStandbyAllowed: () =>
        isStandbyAllowed(
          { host: new URL(config.publicUrl).hostname, studioSlug: null },
          config.standbyDomains,
        ),
      earnedSince: async (id, since) => {
        const { rows } = await ledger.historyOf(id, { purse: 'earning', limit: 100, from: since.getTime() });
        return rows.reduce((sum, row) => sum + Math.max(0, row.tokens), 0);
      },
    }),
    routing,
  );
  serveCalls(
    app,
    callsByFeature.discovery,
    makeDiscoveryHandlers({ discovery, catalog, search: makeSearchStore(database) }),
    routing,
  );
  serveCalls(
    app,
    callsByFeature.tipping,
    makeTippingHandlers({
      accounts,
      sendTip,
      isBlockedCountry: isTipBlocked,
      lastTip: async (id) => {
        const { rows } = await ledger.historyOf(id, { limit: 1, kind: 'tip' });
        return rows[0] && -rows[0].tokens;
      },
    }),
    routing,
  );
  serveCalls(
    app,
    callsByFeature.ledger,
    makeLedgerHandlers<SiteCaller>({
      ledger,
      namesOf,
      purchaseLimitCents: DAILY_PURCHASE_CENTS,
      boughtTodayCents: orders.boughtToday,
      clock,
    }),
    routing,
  );
  serveCalls(
    app,
    callsByFeature.billing,
    makeBillingHandlers({
      orders,
      billers,
      defaultBiller: 'sandbox',
      publicUrl: config.publicUrl,
      balanceOf: async (id) => (await ledger.balanceOf(id)).spendable,
    }),
    routing,
  );
  servePostbacks(app, postbackDesk.receive);
  serveIncomingRecordings(app, mediaSecret, recordingDesk);
  serveRecordings(app, blobs, recordingDesk);
  serveStreamKeys(app, mediaSecret, makeExchangeStreamKey({ accounts, keys: streamKeys, desk }));
  serveThumbs(app, async (username, width, request) => {
    const owner = await accounts.findByUsername(username);
    const caller = await resolveCaller(request);
    if (!owner || !mayEnter(owner, caller)) return undefined;
    const row = await rooms.get(owner.id);
    const isPublic = row.status === 'online' || row.status === 'reconnecting';
    const mayPass = isPublic && (await streamTokens.hasPassed(owner, caller));
    const picture = mayPass && row.streamName ? await thumbnails.find(row.streamName, width) : undefined;
    return picture ?? (owner.pictureUrl || undefined);
  });

  const refusalOfUnknown = makeRefusalOfUnknown(callsByFeature);
  const api = describeApi(callsByFeature, parts.version);
  const apiPage = renderApiPage(callsByFeature);
  app.get('/api/v1/openapi.json', (_request, reply) => reply.type('application/json').send(api));
  app.get('/api/v1/docs', (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header(
        'content-security-policy',
        "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
      )
      .send(apiPage),
  );
  if (isDemo) serveKeptMails(app, keptMailer);
  app.get('/healthz', (_request, reply) => reply.send({ status: 'ok', version: parts.version }));
  app.get('/readyz', async (_request, reply) => {
    try {
      await database.pool.query('select 1');
      return await reply.send({ status: 'ready' });
    } catch {
      return reply.status(503).header('retry-after', '2').send({ status: 'database unavailable' });
    }
  });
  app.get('/metrics', async (request, reply) => {
    // Only the operator's own network: behind a proxy the visitor's address decides.
    if (!LOOPBACK.test(request.ip) && !isPrivateAddress(request.ip)) return reply.status(404).send();
    return reply.type(metrics.contentType).send(await metrics.text());
  });
  app.route({
    method: ['GET', 'POST', 'PATCH', 'DELETE', 'OPTIONS'],
    url: '/live/*',
    // The body belongs to the media process; nothing here reads it.
    preParsing: (request, reply) => {
      reply.hijack();
      parts.media.forward(request.raw, reply.raw);
    },
    handler: () => undefined,
  });

  // Pages.
  if (parts.assets)
    await app.register(fastifyStatic, {
      root: parts.assets,
      prefix: '/assets/',
      immutable: true,
      maxAge: '1y',
      index: false,
      preCompressed: true,
    });
  await app.register(fastifyStatic, {
    root: demoScenes,
    prefix: '/scenes/',
    maxAge: '1d',
    index: false,
    decorateReply: false,
  });
  const handlePage = makePageHandler({
    render: makeRenderPage({
      resolveCaller,
      siteConfig: siteConfigFor,
      discovery,
      getRoom,
      currentUser: async (caller) =>
        identityHandlers.getCurrentUser(
          { params: undefined, query: undefined, body: undefined },
          {
            caller,
            requestId: uuidv7(),
            idempotencyKey: undefined,
            setCookie: () => undefined,
          },
        ),
      hasDevPages: isDemo || parts.devMiddleware !== undefined,
      loadBuild: parts.loadPages,
    }),
    cacheKeyOf: (request) => (parts.devMiddleware ? undefined : cacheKeyOf(request, countryOf(request))),
    originOf: (request) =>
      ownOrigins.has(`http://${request.headers.host}`) ? `http://${request.headers.host}` : config.publicUrl,
    isSecure: config.isSecure,
    // In development the hot reload has a socket of its own.
    connectHosts: parts.devMiddleware ? ['ws:'] : [],
    frameHosts: parts.sandbox ? [new URL(parts.sandbox.publicUrl).origin] : [],
    log,
    onServed: (source) => metrics.pages.inc({ source }),
  });
  app.route({
    method: ['GET', 'HEAD'],
    url: '/*',
    handler: (request, reply) => {
      if (request.url.startsWith('/api/')) throw new AppError(refusalOfUnknown(request.method, request.url));
      const { devMiddleware } = parts;
      if (!devMiddleware) return handlePage(request, reply);
      return new Promise<void>((resolve, reject) => {
        reply.raw.once('close', resolve);
        devMiddleware(request.raw, reply.raw, () => handlePage(request, reply).then(resolve, reject));
      });
    },
  });
  app.setNotFoundHandler((request) => {
    throw new AppError(refusalOfUnknown(request.method, request.url));
  });

  // Sockets.
  const socketOptions = {
    ownOrigins,
    addressOf: (request: IncomingMessage) => visitorAddress(request, config.trustedHops),
    socketsPerAddress: (address: string) =>
      isDemo && LOOPBACK.test(address) ? SOCKETS_PER_LOOPBACK : SOCKETS_PER_ADDRESS,
    serverVersion: parts.version,
    clock,
    log,
    onOpen: (kind: 'lobby' | 'room', change: 1 | -1) => metrics.sockets.inc({ kind }, change),
    onEvicted: (reason: string) => metrics.evictions.inc({ reason }),
  };
  const redeem = makeRedeemSocketCaller({ accounts, nodeTokens, clock });
  const lobby = makeGateway<LobbySession>(
    makeLobbySockets({
      redeem,
      nodeTokens,
      feed,
      board,
      async findRoom(username, caller, host) {
        const owner = await accounts.findByUsername(username);
        if (!owner || !mayEnter(owner, caller)) return undefined;
        return { server: `${config.isSecure ? 'wss' : 'ws'}://${host ?? publicHost}/ws/room` };
      },
      async sendOwnState(socket, { account }) {
        socket.send('v3.client.version', { seq: 1, version: parts.version });
        if (!account) return;
        const balance =
          account.type === 'model' ? await ledger.earningsOf(account.id) : await ledger.balanceOf(account.id);
        socket.send('v3.token.update', {
          seq: balance.version,
          tokens: balance.spendable,
          held: balance.held,
        });
        socket.send('v3.user.settings', { seq: clock.now(), settings: account.settings });
        const count = await notices.countUnread(account.id);
        if (count > 0) socket.send('v3.notification.count', { seq: clock.now(), count });
      },
      listSuggestions: () => roomDeps.suggest().map((card) => card.username),
      clock,
      log,
    }),
    socketOptions,
  );
  const roomGateway = makeGateway<RoomSession>(
    makeRoomSockets({
      hub,
      accounts,
      redeem,
      async readMoney(caller, owner) {
        if (!caller.account) return { hasTokens: false, hasPurchase: false, recentTips: 0 };
        const { id } = caller.account;
        const [balance, last, tips] = await Promise.all([
          ledger.balanceOf(id),
          orders.lastSucceeded(id),
          recentTips(id, owner.id),
        ]);
        return { hasTokens: balance.spendable > 0, hasPurchase: last !== undefined, recentTips: tips };
      },
      onStreamerLeft: desk.streamerLeft,
      clock,
      log,
    }),
    socketOptions,
  );
  const onUpgrade = (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    stream.on('error', () => stream.destroy());
    const path = request.url?.split('?')[0] ?? '';
    if (path === '/ws/lobby') return lobby.accept(request, stream, head);
    if (path === '/ws/room') return roomGateway.accept(request, stream, head);
    if (path.startsWith('/live/ws/')) return parts.media.handOver(request, stream, head);
    if (parts.devMiddleware && path === '/__hmr') return;
    stream.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
  };
  app.server.on('upgrade', onUpgrade);

  const stopEnded = onSessionEnded(bus, (ended) => {
    const isMeant = (caller: SiteCaller) =>
      (ended.sessionId !== undefined && caller.sessionId === ended.sessionId) ||
      (ended.accountId !== undefined && caller.account?.id === ended.accountId);
    for (const [socket, { caller }] of lobby.sessions)
      if (isMeant(caller)) {
        socket.send('v3.logout', { reason: ended.reason });
        socket.close(4402, 'login session ended');
      }
    for (const [socket, { person }] of roomGateway.sessions)
      if (isMeant(person.caller)) socket.close(4402, 'login session ended');
    if (ended.sessionId !== undefined) desk.revokeSession(ended.sessionId);
  });

  // Work that comes round.
  const timers: NodeJS.Timeout[] = [];
  const every = (ms: number, what: string, run: () => Promise<unknown>) =>
    timers.push(setInterval(() => void run().catch(tell(what)), ms).unref());
  every(STREAM_TOKEN_MS, 'stream tokens could not be renewed', async () => {
    for (const room of hub.rooms) {
      const [row, owner] = await Promise.all([rooms.get(room.ownerId), accounts.findById(room.ownerId)]);
      if (!owner || row.status !== 'online') continue;
      for (const person of room.presence.people) {
        const granted = await streamTokens.find(row, owner, person.caller);
        if (!granted) continue;
        const payload = {
          seq: clock.now(),
          stream_name: granted.streamName,
          token: granted.token,
          expires_at: granted.expiresAt,
          edge_servers: [publicHost],
          renditions: [...granted.renditions],
          mode: 'public' as const,
        };
        for (const socket of room.presence.socketsOf(person.key)) socket.send('v3.stream.token', payload);
      }
    }
  });
  if (config.roles.has('jobs')) {
    await followerNews.work();
    every(RECONCILE_MS, 'the ledger could not be reconciled', () => ledger.reconcile());
    every(HOUSEKEEPING_MS, 'housekeeping failed', async () => {
      await idempotency.prune();
      await nodeTokens.prune();
      await postbackDesk.resume();
      await ledger.expireHolds(() => Promise.resolve(new Set<string>()));
      for (const order of await orders.expireOld())
        feed.send(order.accountId, 'v3.payment.update', {
          seq: clock.now(),
          order_id: order.id,
          status: 'expired',
          at: clock.now(),
        });
    });
    every(24 * HOUR_MS, 'the whole ledger could not be reconciled', () => ledger.reconcile('all'));
    every(24 * HOUR_MS, 'partitions could not be made', () => ledger.keepPartitionsAhead());
  }

  await Promise.all([catalog.reload(), ledger.keepPartitionsAhead(), bus.ready()]);

  return {
    app,
    accounts,
    ledger,
    rooms,
    hub,
    desk,
    catalog,
    csrfOf: (cookie: string) => csrfTokenOf(csrfSecret, cookie),
    mediaSecret,
    /** Stops taking work, lets sockets go in slices, finishes what runs; at most ten seconds. */
    async close() {
      for (const timer of timers) clearInterval(timer);
      app.server.off('upgrade', onUpgrade);
      for (const socket of lobby.sessions.keys())
        socket.send('v3.lobby.restarting', { after_ms: Math.floor(Math.random() * 5_000), reason: 'deploy' });
      await Promise.all([lobby.drain(), roomGateway.drain()]);
      // Sockets that were handed to media count as the server's own until that process says that they
      // are closed, which an ended process never does.
      await Promise.race([app.close(), new Promise((resolve) => setTimeout(resolve, CLOSE_MS))]);
      await jobs.stop();
      await ledger.idle();
      stopEnded();
      desk.close();
      hub.close();
      catalog.close();
      board.close();
    },
  };
}

function ownOriginsOf(config: Config): ReadonlySet<string> {
  const origins = new Set([config.publicUrl.toLowerCase()]);
  const { hostname, port } = new URL(config.publicUrl);
  // On one's own machine the names of loopback are one place.
  if (hostname === 'localhost' || hostname === '127.0.0.1')
    for (const name of ['localhost', '127.0.0.1', '[::1]']) origins.add(`http://${name}:${port || 80}`);
  return origins;
}

const isPrivateAddress = (address: string): boolean =>
  /^(?:::ffff:)?(?:10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.)/.test(address) || /^f[cd]/i.test(address);

/** The visitor's address: the socket's, or what the configured number of proxies say. */
function visitorAddress(request: IncomingMessage, trustedHops: number): string {
  const own = request.socket.remoteAddress ?? '';
  const forwarded = request.headers['x-forwarded-for'];
  if (trustedHops === 0 || typeof forwarded !== 'string') return own;
  return (
    forwarded
      .split(',')
      .map((part) => part.trim())
      .at(-trustedHops) ?? own
  );
}

/** Posts of billers: the raw body, the biller's own words, no cookie. */
function servePostbacks(
  app: FastifyInstance,
  receive: (biller: string, body: string, headers: IncomingMessage['headers']) => Promise<string | undefined>,
): void {
  void app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, parsed) => parsed(null, body));
    scope.post<{ Params: { biller: string } }>('/api/v1/postback/:biller', async (request, reply) => {
      const body = typeof request.body === 'string' ? request.body : '';
      const acknowledgement = await receive(request.params.biller, body, request.headers);
      if (acknowledgement === undefined) return reply.status(403).send();
      return reply.type('text/plain').send(acknowledgement);
    });
    done();
  });
}

/** Live pictures of rooms as JPEG, else the way to the placeholder. */
function serveThumbs(
  app: FastifyInstance,
  find: (
    username: string,
    width: 320 | 640,
    request: Parameters<ReturnType<typeof makeResolveCaller>>[0],
  ) => Promise<Buffer | string | undefined>,
): void {
  app.get<{ Params: { file: string }; Querystring: { w?: string } }>(
    '/api/v1/thumb/:file',
    async (request, reply) => {
      const username = /^([a-z0-9_]{3,20})\.jpg$/.exec(request.params.file)?.[1];
      const found = username
        ? await find(username, request.query.w === '640' ? 640 : 320, request)
        : undefined;
      if (found === undefined) return reply.status(404).header('cache-control', 'no-store').send();
      if (typeof found === 'string')
        return reply.header('cache-control', 'public, max-age=5').redirect(found, 302);
      return reply.type('image/jpeg').header('cache-control', 'public, max-age=30').send(found);
    },
  );
}
