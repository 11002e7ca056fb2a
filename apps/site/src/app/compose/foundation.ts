import { rmSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { callsByFeature, type Payload } from '@klieg/contract';
import type { Bus } from '@klieg/contract/bus';
import { type AccountId, type Clock, type Log, randomToken } from '@klieg/kernel';
import type { ServerBuild } from 'react-router';
import { klieg, presentSiteConfig } from '../../features/brand/index.ts';
import { makeAccountStore } from '../../features/identity/index.ts';
import { makeLedger, watchBatches } from '../../features/ledger/index.ts';
import { makeNoticeStore, makeNotify } from '../../features/notifications/index.ts';
import {
  makeAccountFeed,
  makeModeratorStore,
  makeOwnLeases,
  makeRoomDoor,
  makeRoomHub,
  makeRoomLeaseStore,
  makeRoomStore,
  makeSanctionStore,
  makeStatusBoard,
  watchRooms,
} from '../../features/rooms/index.ts';
import {
  cookieNames,
  makeLoginSessions,
  makeNodeTokenStore,
  makeResolveCaller,
  makeSessionStore,
  type Place,
  type SiteCaller,
} from '../../features/sessions/index.ts';
import {
  type CallRouterOptions,
  type Handlers,
  makeHttpServer,
  makeIdempotencyStore,
  makeRateLimiter,
  makeRateStore,
  serveCalls,
  watchCalls,
} from '../../platform/http/index.ts';
import { makeFolderBlobs } from '../../platform/blobs/index.ts';
import type { Metrics } from '../../platform/metrics/index.ts';
import type { Database } from '../../platform/postgres/index.ts';
import { type Config, deriveSecret } from '../config.ts';
import type { MediaDoor } from '../media-door.ts';
import { makePolicy } from '../policy.ts';

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

export type Foundation = ReturnType<typeof layFoundation>;

/** What every area stands on: stores of people and rooms, the ledger, the feeds, HTTP and the timers. */
export function layFoundation(parts: SiteParts) {
  const { config, database, bus, clock, log, metrics, isDemo } = parts;
  const ownOrigins = ownOriginsOf(config);
  const isTipBlocked = (country: string | null) =>
    country !== null && config.tipBlockedCountries.has(country);
  const guestSecret = deriveSecret(config.secret, 'guest');
  const csrfSecret = deriveSecret(config.secret, 'csrf');

  const accounts = makeAccountStore(database);
  const ledger = makeLedger({
    database,
    clock,
    log,
    onBatch: watchBatches(metrics),
  });
  const sessions = makeSessionStore(database);
  const nodeTokens = makeNodeTokenStore(database);
  const names = cookieNames(config.isSecure);
  const placeOf = (request: {
    readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  }): Place => {
    const { 'x-country': country, 'x-region': region } = config.trustedHops > 0 ? request.headers : {};
    if (typeof country !== 'string' || !/^[A-Z]{2}$/.test(country)) return { country: null, state: null };
    const isState = typeof region === 'string' && /^[A-Z0-9]{1,3}$/.test(region);
    return { country, state: isState ? `${country}-${region}` : null };
  };
  const resolveCaller = makeResolveCaller({ sessions, secret: guestSecret, names, placeOf, clock });
  const logins = makeLoginSessions({ sessions, secret: guestSecret, csrfSecret, names });

  const feed = makeAccountFeed(bus);
  const board = makeStatusBoard(bus);
  const rooms = makeRoomStore(database);
  const sanctions = makeSanctionStore(database);
  const moderators = makeModeratorStore(database);
  const door = makeRoomDoor({
    accounts,
    sanctions,
    moderators,
    secret: deriveSecret(config.secret, 'address'),
  });
  const node = randomToken(9);
  const hub = makeRoomHub({
    bus,
    node,
    leases:
      config.busUrl === 'memory:'
        ? makeOwnLeases(node)
        : makeRoomLeaseStore(database, { node, address: config.nodeUrl ?? null }),
    log,
    addressTag: door.addressTag,
    clock,
    ...watchRooms(metrics),
    onCount: (room, count) => {
      const known = board.of(room.username);
      if (known && known.userCount !== count) board.announce({ ...known, userCount: count });
    },
  });
  const notices = makeNoticeStore(database);
  const sendCount = (id: AccountId, count: Payload<'v3.notification.count'>) =>
    feed.send(id, 'v3.notification.count', count);
  const tell = (what: string) => (error: unknown) => log.error({ err: error }, what);

  const app = makeHttpServer({ log, trustedHops: config.trustedHops });
  const rates = makeRateStore(database, deriveSecret(config.secret, 'rates'));
  const rateLimiter = makeRateLimiter({ clock, store: rates });
  const idempotency = makeIdempotencyStore(database);
  const routing: CallRouterOptions<SiteCaller> = {
    resolveCaller,
    policy: makePolicy({ accounts, door, isTipBlocked, clock }),
    rateLimiter,
    idempotency,
    incoming: openIncoming(join(config.dataDir, 'incoming')),
    secret: csrfSecret,
    ownOrigins,
    isSecure: config.isSecure,
    isGenerousToLoopback: isDemo,
    checksAnswers: parts.checksAnswers,
    clock,
    log,
    observe: watchCalls(metrics),
  };

  const site = klieg(config.publicUrl);
  const timers: NodeJS.Timeout[] = [];
  return {
    ...parts,
    publicHost: new URL(config.publicUrl).host,
    ownOrigins,
    isTipBlocked,
    csrfSecret,
    mediaSecret: deriveSecret(config.secret, 'media'),
    accounts,
    ledger,
    sessions,
    nodeTokens,
    placeOf,
    resolveCaller,
    logins,
    feed,
    board,
    rooms,
    sanctions,
    moderators,
    door,
    hub,
    notices,
    sendCount,
    notify: makeNotify({ notices, sendCount, clock }),
    /** For a promise that nobody waits for: its failure goes to the log. */
    tell,
    app,
    rates,
    rateLimiter,
    idempotency,
    /** Serves the calls of a feature. */
    serve<F extends keyof typeof callsByFeature>(
      feature: F,
      handlers: Handlers<(typeof callsByFeature)[F], SiteCaller>,
    ) {
      serveCalls(app, callsByFeature[feature], handlers, routing);
    },
    site,
    siteConfigFor: (caller: SiteCaller, csrf: string | null) =>
      presentSiteConfig({
        site,
        version: parts.version,
        isDemo,
        supportEmail: config.supportEmail,
        hasTranslator: config.translateUrl !== undefined,
        locale: caller.locale,
        csrf,
        nowMs: clock.now(),
      }),
    /** Runs again and again until the site stops. */
    every(ms: number, what: string, run: () => Promise<unknown>) {
      timers.push(setInterval(() => void run().catch(tell(what)), ms).unref());
    },
    stopTimers() {
      for (const timer of timers) clearInterval(timer);
    },
  };
}

/** Files of calls that still run; those of a process that crashed belong to nobody. */
function openIncoming(folder: string) {
  rmSync(folder, { recursive: true, force: true });
  return makeFolderBlobs(folder);
}

function ownOriginsOf(config: Config): ReadonlySet<string> {
  const origins = new Set([config.publicUrl.toLowerCase()]);
  const { hostname, port } = new URL(config.publicUrl);
  // On one's own machine the names of loopback are one place.
  if (hostname === 'localhost' || hostname === '127.0.0.1')
    for (const name of ['localhost', '127.0.0.1', '[::1]']) origins.add(`http://${name}:${port || 80}`);
  return origins;
}
