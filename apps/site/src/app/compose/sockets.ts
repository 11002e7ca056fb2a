import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import {
  type LobbySession,
  makeLobbySockets,
  makeRedeemSocketCaller,
  makeRoomSockets,
  type PersonMoney,
  type RoomSession,
} from '../../features/rooms/index.ts';
import { isEndOf, makeEndWatch, onSessionEnded, type SiteCaller } from '../../features/sessions/index.ts';
import { type GatewayKind, makeGateway, watchSockets } from '../../platform/sockets/index.ts';
import type { Foundation } from './foundation.ts';
import type { Live } from './live.ts';
import type { Messages } from './messages.ts';
import type { Money } from './money.ts';
import type { Rooms } from './rooms.ts';

const SOCKETS_PER_ADDRESS = 40;
const SOCKETS_PER_LOOPBACK = 10_000;
const LOOPBACK = /^(?:127\.|::1$|::ffff:127\.)/;

/** Guests have no account to pay from. */
const noMoney: PersonMoney = {
  hasTokens: false,
  hasPurchase: false,
  recentTips: 0,
  tokens: 0,
  hasCard: false,
  recentPurchases: 0,
};

const sessionEnded = {
  ok: false,
  errorType: 'unauthorized',
  error: 'This login session has ended',
  closeCode: 4402,
} as const;

/** The sockets of lobby and rooms, and the way of media sockets to their process. */
export function composeSockets(base: Foundation, money: Money, live: Live, rooms: Rooms, messages: Messages) {
  const { accounts, app, board, bus, clock, config, feed, hub, ledger, log, metrics, nodeTokens } = base;

  const socketOptions = {
    ownOrigins: base.ownOrigins,
    addressOf: (request: IncomingMessage) => visitorAddress(request, config.trustedHops),
    socketsPerAddress: (address: string) =>
      base.isDemo && LOOPBACK.test(address) ? SOCKETS_PER_LOOPBACK : SOCKETS_PER_ADDRESS,
    serverVersion: base.version,
    clock,
    log,
    ...watchSockets(metrics),
  };
  const redeem = makeRedeemSocketCaller({ accounts, nodeTokens, clock });
  const endWatch = makeEndWatch();
  /** Whose login session ends while the socket is being authorized is not let in. */
  const refusingEnded = <S>(kind: GatewayKind<S>, callerOf: (session: S) => SiteCaller): GatewayKind<S> => ({
    ...kind,
    async authorize(hello, socket) {
      const listener = endWatch.begin();
      try {
        const result = await kind.authorize(hello, socket);
        return result.ok && listener.hasEnded(callerOf(result.session)) ? sessionEnded : result;
      } finally {
        listener.end();
      }
    },
  });
  const lobbyKind = makeLobbySockets({
    redeem,
    nodeTokens,
    feed,
    board,
    async findRoom(username, caller, host) {
      const owner = await accounts.findByUsername(username);
      const refusal = await base.door.refusalOf(owner, caller);
      if (!owner || refusal) return refusal === 'banned' ? 'banned' : undefined;
      const own = await hub.addressOf(owner.id);
      return { server: own ?? `${config.isSecure ? 'wss' : 'ws'}://${host ?? base.publicHost}/ws/room` };
    },
    async sendOwnState(socket, { account }) {
      socket.send('v3.client.version', { seq: 1, version: base.version });
      if (!account) return;
      const balance =
        account.type === 'model' ? await ledger.earningsOf(account.id) : await ledger.balanceOf(account.id);
      socket.send('v3.token.update', {
        seq: balance.version,
        tokens: balance.spendable,
        held: balance.held,
      });
      socket.send('v3.user.settings', { seq: clock.now(), settings: account.settings });
      const count = await base.notices.countUnread(account.id);
      if (count > 0) socket.send('v3.notification.count', { seq: clock.now(), count });
    },
    takeOther: messages.takeMessage,
    listSuggestions: () => rooms.suggest().map((card) => card.username),
    clock,
    log,
  });
  const lobby = makeGateway<LobbySession>(
    refusingEnded(lobbyKind, ({ caller }) => caller),
    socketOptions,
  );
  const roomKind = makeRoomSockets({
    hub,
    accounts,
    door: base.door,
    redeem,
    readMoney: async ({ account }, owner) =>
      account ? money.readMoney(account.id, owner.id) : { ...noMoney },
    onEntered(account, room) {
      rooms.history.record(account.id, room.ownerId).catch(base.tell('a visit could not be kept'));
    },
    hasPassed: live.streamTokens.hasPassed,
    onStreamerLeft: live.desk.streamerLeft,
    clock,
    log,
  });
  const roomGateway = makeGateway<RoomSession>(
    refusingEnded(roomKind, ({ person }) => person.caller),
    socketOptions,
  );

  const onUpgrade = (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    stream.on('error', () => stream.destroy());
    const path = request.url?.split('?')[0] ?? '';
    if (path === '/ws/lobby') return lobby.accept(request, stream, head);
    if (path === '/ws/room') return roomGateway.accept(request, stream, head);
    if (path.startsWith('/live/ws/')) return base.media.handOver(request, stream, head);
    if (base.devMiddleware && path === '/__hmr') return;
    stream.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
  };
  app.server.on('upgrade', onUpgrade);

  const stopEnded = onSessionEnded(bus, (ended) => {
    endWatch.heard(ended);
    for (const [socket, { caller }] of lobby.sessions)
      if (isEndOf(ended, caller)) {
        socket.send('v3.logout', { reason: ended.reason });
        socket.close(4402, 'login session ended');
      }
    for (const [socket, { person }] of roomGateway.sessions)
      if (isEndOf(ended, person.caller)) socket.close(4402, 'login session ended');
    if (ended.sessionId !== undefined) live.desk.revokeSession(ended.sessionId);
  });

  return {
    /** Takes no more sockets and lets those that are open go in slices. */
    async drain() {
      app.server.off('upgrade', onUpgrade);
      for (const socket of lobby.sessions.keys())
        socket.send('v3.lobby.restarting', { after_ms: Math.floor(Math.random() * 5_000), reason: 'deploy' });
      await Promise.all([lobby.drain(), roomGateway.drain()]);
    },
    close: stopEnded,
  };
}

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
