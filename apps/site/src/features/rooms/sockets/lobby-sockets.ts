import type { EventName, Payload } from '@klieg/contract';
import type { Clock, Log } from '@klieg/kernel';
import {
  type AccountFeed,
  type GatewayKind,
  PING_SECONDS,
  type Socket,
} from '#site/platform/sockets/index.ts';
import { nameOf, NODE_TOKEN_MS, type NodeTokenStore, type SiteCaller } from '../../sessions/index.ts';
import type { SocketCaller } from './socket-caller.ts';
import { makeSocketLimit } from './socket-limit.ts';
import type { WatchStatuses } from '../watch-statuses.ts';

export interface LobbySession {
  readonly caller: SiteCaller;
}

interface Deps {
  readonly redeem: (token: string, socket: Socket) => Promise<SocketCaller>;
  readonly nodeTokens: NodeTokenStore;
  readonly feed: AccountFeed;
  readonly statuses: WatchStatuses;
  /** Address of the room socket as this page reaches it; undefined for a room that is not there. */
  readonly findRoom: (
    username: string,
    caller: SiteCaller,
    host: string | undefined,
  ) => Promise<{ readonly server: string } | 'banned' | undefined>;
  /** Own state events after authorize: balance, notices, version. */
  readonly sendOwnState: (socket: Socket, caller: SiteCaller) => Promise<void>;
  /** Names of rooms that this caller may find. */
  readonly listSuggestions: (caller: SiteCaller) => readonly string[];
  /** Messages of other features; false for one that nobody takes. */
  readonly takeOther: (
    socket: Socket,
    caller: SiteCaller,
    name: EventName,
    payload: Record<string, unknown>,
  ) => boolean;
  readonly clock: Clock;
  readonly log: Log;
}

/** The socket that a page keeps for its whole visit (machine 1). */
export function makeLobbySockets(deps: Deps): GatewayKind<LobbySession> {
  const limit = makeSocketLimit();

  const discover = async (socket: Socket, caller: SiteCaller, ask: Payload<'v3.lobby.discover'>) => {
    const id = ask.request_id ? { request_id: ask.request_id } : {};
    const refuse = (errorType: string, error: string, more: Partial<Payload<'v3.lobby.discovered'>>) =>
      socket.send('v3.lobby.discovered', { room: ask.room, ...id, errorType, error, ...more });
    try {
      const username = ask.room.toLowerCase();
      const found = await deps.findRoom(username, caller, socket.host);
      if (!found)
        return void refuse('not_found', 'This room does not exist', {
          suggestions: deps.listSuggestions(caller).slice(0, 12),
        });
      if (found === 'banned') return void refuse('banned', 'You have been banned from this room.', {});
      const token = await deps.nodeTokens.issue(caller, username);
      socket.send('v3.lobby.discovered', {
        room: ask.room,
        server: found.server,
        node_token: token,
        expires_at: deps.clock.now() + NODE_TOKEN_MS,
        ...id,
      });
    } catch (error) {
      deps.log.error({ err: error }, 'discovery failed');
      refuse('unavailable', 'Temporarily unavailable. Please retry', { retry_after_ms: 1_000 });
    }
  };

  return {
    kind: 'lobby',
    keyOf: ({ caller }) => caller.key,
    async authorize(hello, socket) {
      if (hello.room)
        return { ok: false, errorType: 'invalid_message', error: 'No room in the lobby', closeCode: 4400 };
      const redeemed = await deps.redeem(hello.node_token, socket);
      if (!redeemed.ok) return redeemed;
      const { caller } = redeemed;
      if (redeemed.room !== null)
        return { ok: false, errorType: 'unauthorized', error: 'This key is for a room', closeCode: 4401 };
      if (!limit.take(caller, socket))
        return { ok: false, errorType: 'limit_reached', error: 'Too many open pages', closeCode: 4409 };
      return {
        ok: true,
        session: { caller },
        success: {
          user: {
            username: nameOf(caller),
            is_guest: !caller.isLoggedIn,
            is_model: caller.account?.type === 'model',
          },
          socket_id: socket.id,
          server_time_ms: deps.clock.now(),
          ping_seconds: PING_SECONDS,
        },
      };
    },
    onReady(socket, { caller }) {
      if (caller.account) deps.feed.attach(caller.account.id, socket);
      deps
        .sendOwnState(socket, caller)
        .catch((error: unknown) => deps.log.error({ err: error }, 'own state could not be sent'));
    },
    onMessage(socket, { caller }, name, payload) {
      switch (name) {
        case 'v3.lobby.discover':
          return void discover(socket, caller, payload as Payload<'v3.lobby.discover'>);
        case 'v3.lobby.status.start': {
          const { usernames } = payload as Payload<'v3.lobby.status.start'>;
          return void deps.statuses.start(socket, caller, usernames).catch((error: unknown) => {
            deps.log.error({ err: error }, 'rooms of a page could not be followed');
            socket.send('v3.error', { errorType: 'unavailable', event: name });
          });
        }
        case 'v3.lobby.status.stop': {
          const { usernames } = payload as Payload<'v3.lobby.status.stop'>;
          return void deps.statuses.stop(socket, usernames ?? undefined);
        }
        case 'v3.pagevisibility.change':
          socket.isVisible = (payload as Payload<'v3.pagevisibility.change'>).visible;
          return;
        default:
          if (deps.takeOther(socket, caller, name, payload)) return;
          return void socket.send('v3.error', { errorType: 'unavailable', event: name });
      }
    },
    onClosed(socket, { caller }) {
      limit.leave(caller, socket);
      if (caller.account) deps.feed.detach(caller.account.id, socket);
      deps.statuses.leave(socket);
    },
  };
}
