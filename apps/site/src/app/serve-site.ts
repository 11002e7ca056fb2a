import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { AccountId } from '@klieg/kernel';
import type { FastifyInstance } from 'fastify';
import type { Account, IdentityFeature } from '../features/identity/index.ts';
import {
  type LobbyPart,
  type PersonMoney,
  type RoomsFeature,
  serveSockets,
} from '../features/rooms/index.ts';
import type { SessionsFeature } from '../features/sessions/index.ts';
import type { Kit } from '../platform/kit.ts';
import { type KeptMailer, serveKeptMails } from '../platform/mail/index.ts';
import { serveOperations } from '../platform/operations/serve-operations.ts';
import { isLoopback, visitorAddress, watchSockets } from '../platform/sockets/index.ts';
import { ownOriginsOf } from './http-side.ts';
import type { SiteParts } from './site-parts.ts';

const SOCKETS_PER_ADDRESS = 40;
const SOCKETS_PER_LOOPBACK = 10_000;
/** How long requests may take to end when the site stops. */
const CLOSE_MS = 3_000;

interface Routed {
  readonly routes?: (app: FastifyInstance) => void | Promise<void>;
}

/** Everything that the site's port answers beside the calls: routes of features, pages, upgrades of sockets. */
export async function serveSite(
  app: FastifyInstance,
  parts: SiteParts,
  kit: Kit,
  uses: {
    readonly identity: IdentityFeature;
    readonly sessions: SessionsFeature;
    readonly rooms: RoomsFeature;
    readonly features: readonly (Routed | object)[];
    readonly pages: Required<Routed>;
    readonly keptMailer: KeptMailer | undefined;
    readonly lobbyParts: readonly LobbyPart[];
    readonly readMoney: (person: AccountId, owner: AccountId | null) => Promise<PersonMoney>;
    readonly onEntered: (visitor: AccountId, model: AccountId) => void;
    readonly desk: {
      streamerLeft(owner: Account): void;
      revokeSession(sessionId: string): void;
    };
    readonly listSuggestions: () => readonly string[];
  },
) {
  const { config, isDemo, media } = parts;
  const { metrics } = kit;
  for (const feature of uses.features) if ('routes' in feature) await feature.routes?.(app);
  if (uses.keptMailer) serveKeptMails(app, uses.keptMailer);
  serveOperations(app, { database: kit.database, metrics, version: parts.version });
  await uses.pages.routes(app);

  const sockets = serveSockets(kit, {
    identity: uses.identity,
    sessions: uses.sessions,
    rooms: uses.rooms,
    options: {
      ownOrigins: ownOriginsOf(config),
      addressOf: (request) => visitorAddress(request, config.trustedHops),
      socketsPerAddress: (address) =>
        isDemo && isLoopback(address) ? SOCKETS_PER_LOOPBACK : SOCKETS_PER_ADDRESS,
      serverVersion: parts.version,
      clock: kit.clock,
      log: kit.log,
      ...watchSockets(metrics),
    },
    isSecure: config.isSecure,
    publicHost: new URL(config.publicUrl).host,
    readMoney: uses.readMoney,
    lobbyParts: uses.lobbyParts,
    onEntered: uses.onEntered,
    onStreamerLeft: uses.desk.streamerLeft,
    revokeSession: uses.desk.revokeSession,
    listSuggestions: uses.listSuggestions,
  });
  const onUpgrade = (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    stream.on('error', () => stream.destroy());
    const path = request.url?.split('?')[0] ?? '';
    if (sockets.accept(path, request, stream, head)) return;
    if (path.startsWith('/live/ws/')) return media.handOver(request, stream, head);
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
