import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { EventName } from '@klieg/contract';
import type { AccountId } from '@klieg/kernel';
import type { Kit } from '#site/platform/kit.ts';
import {
  type GatewayKind,
  type GatewayOptions,
  makeGateway,
  type Socket,
} from '#site/platform/sockets/index.ts';
import type { Sites } from '../../brand/index.ts';
import type { Account } from '../../identity/index.ts';
import {
  isEndOf,
  makeEndWatch,
  onSessionEnded,
  type SessionsFeature,
  type SiteCaller,
} from '../../sessions/index.ts';
import type { RoomsFeature } from '../compose.ts';
import { type LobbySession, makeLobbySockets } from './lobby-sockets.ts';
import type { Person, PersonMoney } from '../people/person.ts';
import type { RoomSession } from '../hub/room-hub.ts';
import { makeRoomSockets } from './room-sockets.ts';
import { makeRedeemSocketCaller } from './socket-caller.ts';

/** What a feature adds to the socket that a page keeps for its whole visit. */
export interface LobbyPart {
  /** Sends the feature's own state to a page that was let in. */
  readonly onReady?: (socket: Socket, caller: SiteCaller) => Promise<void> | void;
  /** Handles a message; false if it belongs to another feature. */
  readonly take?: (
    socket: Socket,
    caller: SiteCaller,
    name: EventName,
    payload: Record<string, unknown>,
  ) => boolean;
}

/** Guests have no account to pay from. */
const noMoney: PersonMoney = {
  hasTokens: false,
  hasPurchase: false,
  recentTips: 0,
  tokens: 0,
  balanceVersion: 0,
  hasCard: false,
  recentPurchases: 0,
};

const sessionEnded = {
  ok: false,
  errorType: 'unauthorized',
  error: 'This login session has ended',
  closeCode: 4402,
} as const;

interface Uses {
  readonly sessions: SessionsFeature;
  readonly sites: Sites;
  readonly rooms: RoomsFeature;
  readonly options: GatewayOptions;
  readonly isSecure: boolean;
  /** Rooms are closed to somebody who first needs an age check (W7). */
  readonly ageCheck: { readonly isAgeMissing: (caller: SiteCaller) => Promise<boolean> };
  readonly readMoney: (person: AccountId, owner: AccountId) => Promise<PersonMoney>;
  readonly fanClub: {
    readonly rights: { levelOf(member: AccountId, model: AccountId): Promise<Person['fanLevel']> };
  };
  readonly lobbyParts: readonly LobbyPart[];
  readonly onEntered: (visitor: AccountId, model: AccountId) => void;
  readonly onStreamerLeft: (owner: Account) => void;
  /** Ends what a login session may watch. */
  readonly revokeSession: (sessionId: string) => void;
  /** Names of rooms that this caller may find. */
  readonly listSuggestions: (caller: SiteCaller) => readonly string[];
}

/** The socket of a visit. */
function makeLobby(
  kit: Pick<Kit, 'feed' | 'clock' | 'log'>,
  uses: Uses,
  redeem: ReturnType<typeof makeRedeemSocketCaller>,
) {
  const { access, findOwner, hub, statuses } = uses.rooms;
  return makeLobbySockets({
    redeem,
    nodeTokens: uses.sessions.nodeTokens,
    feed: kit.feed,
    statuses,
    async findRoom(username, caller, host) {
      const owner = await findOwner(username);
      const refusal = await access.refusalOf(owner, caller);
      if (!owner || refusal) return refusal === 'banned' ? 'banned' : undefined;
      const own = await hub.addressOf(owner.id);
      return {
        server: own ?? `${uses.isSecure ? 'wss' : 'ws'}://${host ?? caller.site.host}/ws/room`,
      };
    },
    async sendOwnState(socket, caller) {
      socket.send('v3.client.version', { seq: 1, version: uses.options.serverVersion });
      for (const part of uses.lobbyParts)
        try {
          await part.onReady?.(socket, caller);
        } catch (error) {
          // The page does without this one; the next ones are still to come.
          kit.log.error({ err: error }, 'a part of the own state could not be sent');
        }
    },
    takeOther: (socket, caller, name, payload) =>
      uses.lobbyParts.some((part) => part.take?.(socket, caller, name, payload) ?? false),
    listSuggestions: uses.listSuggestions,
    clock: kit.clock,
    log: kit.log,
  });
}

/** The sockets of lobby and rooms; both end with the login session that opened them. */
export function serveSockets(kit: Pick<Kit, 'bus' | 'feed' | 'clock' | 'log'>, uses: Uses) {
  const { clock, log } = kit;
  const { access, findOwner, hasPassed, hub } = uses.rooms;
  const redeem = makeRedeemSocketCaller({
    nodeTokens: uses.sessions.nodeTokens,
    siteOf: uses.sites.siteOf,
    clock,
  });
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
  const lobby = makeGateway<LobbySession>(
    refusingEnded(makeLobby(kit, uses, redeem), ({ caller }) => caller),
    uses.options,
  );
  const roomKind = makeRoomSockets({
    hub,
    findOwner,
    access,
    hasPassed,
    isAgeMissing: uses.ageCheck.isAgeMissing,
    redeem,
    readMoney: async ({ account }, owner) =>
      account ? uses.readMoney(account.id, owner.id) : { ...noMoney },
    readFanLevel: async ({ account }, owner) =>
      account ? uses.fanClub.rights.levelOf(account.id, owner.id) : null,
    onEntered: (account, room) => uses.onEntered(account.id, room.ownerId),
    onStreamerLeft: uses.onStreamerLeft,
    clock,
    log,
  });
  const rooms = makeGateway<RoomSession>(
    refusingEnded(roomKind, ({ person }) => person.caller),
    uses.options,
  );
  const stopEnded = onSessionEnded(kit.bus, (ended) => {
    endWatch.heard(ended);
    for (const [socket, { caller }] of lobby.sessions)
      if (isEndOf(ended, caller)) {
        socket.send('v3.logout', { reason: ended.reason });
        socket.close(4402, 'login session ended');
      }
    for (const [socket, { person }] of rooms.sessions)
      if (isEndOf(ended, person.caller)) socket.close(4402, 'login session ended');
    if (ended.sessionId !== undefined) uses.revokeSession(ended.sessionId);
  });

  return {
    /** Takes an upgrade to one of the two sockets; false for every other path. */
    accept(path: string, request: IncomingMessage, stream: Duplex, head: Buffer): boolean {
      if (path === '/ws/lobby') lobby.accept(request, stream, head);
      else if (path === '/ws/room') rooms.accept(request, stream, head);
      else return false;
      return true;
    },
    /** Closes the sockets in batches; lobby pages are told to come back a little later. */
    async drain() {
      for (const socket of lobby.sessions.keys())
        socket.send('v3.lobby.restarting', { after_ms: Math.floor(Math.random() * 5_000), reason: 'deploy' });
      await Promise.all([lobby.drain(), rooms.drain()]);
    },
    stop: stopEnded,
  };
}
