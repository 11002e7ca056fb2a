import type { EventName, Payload } from '@klieg/contract';
import { PROTOCOL_VERSION, TEMPLATE_EDITION } from '@klieg/contract/features/platform/edition';
import type { Locale } from '@klieg/i18n';
import { type Lobby, type LobbyEffect, type LobbyEvent, idleLobby, stepLobby } from './lobby-machine.ts';
import { makeSeqGuard } from './seq-guard.ts';
import { openWire, type WirePorts, type WireSocket } from './wire-socket.ts';

/** No open socket, or no answer to v3.authorize, within this time counts as failed (S102). */
const OPEN_MS = 10_000;
/** The restart flag clears itself after this time (CONSTANTS-022). */
const RESTART_FLAG_MS = 30_000;
/** After this time without a lobby the failure is logged once (CONSTANTS-023). */
const FAILURE_LOG_MS = 10_000;

export interface LobbyPorts extends WirePorts {
  /** wss address of the lobby. */
  readonly url: string;
  readonly random: () => number;
  readonly locale: Locale;
  readonly clientVersion: string;
  /** A fresh single-use token (POST /auth/node_token). */
  readonly fetchToken: () => Promise<string>;
  readonly logFailure: () => void;
  readonly readCurrentUser: () => void;
  readonly resetOwnState: () => void;
  readonly reload: () => void;
}

type Handler = (payload: Readonly<Record<string, unknown>>) => void;

export interface LobbyClient {
  /** Opens the lobby with the token of GET /user/current; a second start does nothing. */
  start(nodeToken: string): void;
  get(): Lobby;
  subscribe(listener: () => void): () => void;
  /** False while not connected, or when the server does not serve the event. */
  send<N extends EventName>(name: N, payload: Payload<N>): boolean;
  /** Handles an event until the returned function is called. */
  on<N extends EventName>(name: N, handler: (payload: Payload<N>) => void): () => void;
  /** Called at every connection, including the current one, once all events can be sent. */
  onReady(handler: () => void): () => void;
  networkLost(): void;
  networkBack(): void;
  /** Page shown or hidden. */
  visibility(isVisible: boolean): void;
  stop(): void;
}

/** The page's lobby socket: runs the machine's effects and hands events to who asked for them. */
export function makeLobbyClient(ports: LobbyPorts): LobbyClient {
  let lobby: Lobby = idleLobby;
  let wire: WireSocket | undefined;
  let token = '';
  let isVisible = true;
  let openTimer: ReturnType<typeof setTimeout> | undefined;
  let retryTimer: ReturnType<typeof setTimeout> | undefined;
  let restartTimer: ReturnType<typeof setTimeout> | undefined;
  let failureTimer: ReturnType<typeof setTimeout> | undefined;
  const guard = makeSeqGuard();
  const listeners = new Set<() => void>();
  const readyHandlers = new Set<() => void>();
  const handlers = new Map<string, Set<Handler>>();

  const onEvent = (name: string, payload: Readonly<Record<string, unknown>>) => {
    if (name === 'v3.authorize.success') {
      const socketId = payload['socket_id'];
      if (payload['success'] === true)
        dispatch({ type: 'authorized', socketId: typeof socketId === 'string' ? socketId : undefined });
      return;
    }
    if (name === 'v3.lobby.restarting') {
      clearTimeout(restartTimer);
      restartTimer = setTimeout(() => dispatch({ type: 'restart-over' }), RESTART_FLAG_MS);
      dispatch({ type: 'restarting' });
    }
    if (name === 'v3.error' && typeof payload['retry_after_ms'] === 'number')
      dispatch({ type: 'server-wait', waitMs: payload['retry_after_ms'] });
    const template = ports.book.codec().list.find(([known]) => known === name);
    if (template && !guard.admit(template, payload)) return;
    for (const handler of handlers.get(name) ?? []) handler(payload);
  };

  const run = (effect: LobbyEffect) => {
    switch (effect.do) {
      case 'fetch-token':
        ports.fetchToken().then(
          (nodeToken) => dispatch({ type: 'token', nodeToken }),
          () => dispatch({ type: 'token-failed' }),
        );
        return;
      case 'open':
        token = effect.nodeToken;
        wire?.close();
        wire = openWire(
          ports.url,
          {
            onOpen: () => dispatch({ type: 'opened' }),
            onEvent,
            onClose: (code) => dispatch({ type: 'closed', code }),
            onTemplates: tellReady,
          },
          ports,
        );
        clearTimeout(openTimer);
        openTimer = setTimeout(() => dispatch({ type: 'open-timeout' }), OPEN_MS);
        return;
      case 'authorize': {
        const templatesHash = ports.book.hash();
        wire?.send('v3.authorize', {
          node_token: token,
          protocol_version: PROTOCOL_VERSION,
          edition: TEMPLATE_EDITION,
          client_version: ports.clientVersion.slice(0, 32),
          visible: isVisible,
          locale: ports.locale,
          ...(templatesHash && { templates_hash: templatesHash }),
        });
        return;
      }
      case 'close':
        wire?.close();
        wire = undefined;
        return;
      case 'wait':
        clearTimeout(retryTimer);
        retryTimer = setTimeout(() => dispatch({ type: 'retry-due' }), effect.delayMs);
        return;
      case 'reset-own-state':
        guard.reset();
        ports.resetOwnState();
        return;
      case 'log':
        ports.log.warn({ phase: lobby.phase.kind }, effect.message);
        return;
      case 'read-current-user':
        ports.readCurrentUser();
        return;
      case 'reload':
        ports.reload();
    }
  };

  // Before the first template list the page can only encode the frozen events, so it could send none of its own.
  const canSpeak = () => lobby.phase.kind === 'ready' && ports.book.hash() !== undefined;
  let isTold = false;
  const tellReady = () => {
    if (isTold || !canSpeak()) return;
    isTold = true;
    for (const handler of readyHandlers) handler();
  };

  const watchOutage = (wasReady: boolean, isReady: boolean) => {
    if (isReady) {
      clearTimeout(failureTimer);
      failureTimer = undefined;
    } else if (wasReady || lobby.phase.kind === 'connecting')
      failureTimer ??= setTimeout(ports.logFailure, FAILURE_LOG_MS);
  };

  const dispatch = (event: LobbyEvent): void => {
    const before = lobby.phase.kind;
    const [next, effects] = stepLobby(lobby, event, ports.random());
    const hasChanged = next !== lobby;
    lobby = next;
    const isReady = lobby.phase.kind === 'ready';
    if (isReady && before !== 'ready') {
      clearTimeout(openTimer);
      wire?.startPings();
    }
    watchOutage(before === 'ready', isReady);
    for (const effect of effects) run(effect);
    if (!isReady) isTold = false;
    tellReady();
    if (hasChanged) for (const listener of listeners) listener();
  };

  return {
    start: (nodeToken) => dispatch({ type: 'start', nodeToken }),
    get: () => lobby,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    send: (name, payload) => (lobby.phase.kind === 'ready' ? (wire?.send(name, payload) ?? false) : false),
    on: (name, handler) => {
      const set = handlers.get(name) ?? new Set<Handler>();
      handlers.set(name, set);
      set.add(handler as Handler);
      return () => set.delete(handler as Handler);
    },
    onReady: (handler) => {
      readyHandlers.add(handler);
      if (canSpeak()) handler();
      return () => readyHandlers.delete(handler);
    },
    networkLost: () => dispatch({ type: 'network-lost', at: ports.now() }),
    networkBack: () => dispatch({ type: 'network-back', at: ports.now() }),
    visibility: (visible) => {
      isVisible = visible;
      if (lobby.phase.kind === 'ready') wire?.send('v3.pagevisibility.change', { visible });
      if (visible) dispatch({ type: 'shown' });
    },
    stop: () => {
      dispatch({ type: 'leave' });
      // Also what leaving has just set: whoever leaves has no failure to tell.
      for (const timer of [openTimer, retryTimer, restartTimer, failureTimer]) clearTimeout(timer);
    },
  };
}
