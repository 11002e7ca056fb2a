import type { Locale } from '@klieg/i18n';
import { uuidv7 } from '@klieg/kernel';
import { api } from '../api/client.ts';
import { consoleLog } from '../log.ts';
import { makeLobbyClient } from './lobby-client.ts';
import { makeRoomClient } from './room-client.ts';
import { makeRoomStatuses } from './room-statuses.ts';
import type { PageRealtime } from './page-realtime.ts';
import { makeTemplateBook } from './template-book.ts';
import type { SocketLike, WirePorts } from './wire-socket.ts';
import { reloadUnlessLeaving } from '../session/own-leave.ts';

export interface RealtimeOptions {
  /** Address such as wss://host/ws/lobby. */
  readonly url: string;
  readonly locale: Locale;
  readonly clientVersion: string;
  readonly readCurrentUser: () => void;
  readonly resetOwnState: () => void;
}

const wirePorts: WirePorts = {
  // The browser's WebSocket has what SocketLike names; its handlers take wider events.
  openSocket: (url, protocol) => new WebSocket(url, protocol) as unknown as SocketLike,
  book: makeTemplateBook(),
  log: consoleLog,
  now: () => Date.now(),
};

/** Makes the page's realtime connection; nothing is opened before `lobby.start`. */
export function makePageRealtime(options: RealtimeOptions): PageRealtime {
  const reload = reloadUnlessLeaving;
  const lobby = makeLobbyClient({
    ...wirePorts,
    ...options,
    random: Math.random,
    fetchToken: async () => (await api.issueNodeToken({ body: {} })).node_token,
    logFailure: () =>
      void api.logLobbyFailure({ body: { server: options.url.slice(0, 200) } }).catch(() => undefined),
    reload,
  });
  return {
    lobby,
    statuses: makeRoomStatuses(lobby),
    room: (username, onEvent) =>
      makeRoomClient({
        ...wirePorts,
        lobby,
        username,
        random: Math.random,
        locale: options.locale,
        clientVersion: options.clientVersion,
        newId: uuidv7,
        onEvent,
        reload,
      }),
  };
}
