import type { EventName, Payload } from '@klieg/contract';
import { PROTOCOL_VERSION, TEMPLATE_EDITION } from '@klieg/contract/features/platform/edition';
import type { Locale } from '@klieg/i18n';
import type { LobbyClient } from './lobby-client.ts';
import { type RoomEffect, type RoomEvent, type RoomPhase, type RoomRole, stepRoom } from './room-machine.ts';
import { judgePosition, ROOM_STATE_EVENTS, type RoomPosition } from './room-position.ts';
import { makeSeqGuard } from './seq-guard.ts';
import { openWire, type WirePorts, type WireSocket } from './wire-socket.ts';

/** No answer to discovery within this time asks again (S107). */
const DISCOVER_MS = 5_000;
/** No join within this time counts as lost. */
const JOIN_MS = 10_000;
/** A resync waits a random part of this, so that a room's pages do not all ask at once (W51). */
const RESYNC_SPREAD_MS = 2_000;

export interface RoomPorts extends WirePorts {
  readonly lobby: LobbyClient;
  readonly username: string;
  readonly random: () => number;
  readonly locale: Locale;
  readonly clientVersion: string;
  readonly newId: () => string;
  /** Every event of the room in order; state events only when they are news. */
  readonly onEvent: (name: string, payload: Readonly<Record<string, unknown>>) => void;
  readonly reload: () => void;
}

export interface RoomClient {
  /** Opens the room; `position` is from GET chat/react/{username}, so that no snapshot is needed. */
  open(position?: RoomPosition): void;
  get(): RoomPhase;
  /** The room's latest state position. */
  position(): RoomPosition;
  subscribe(listener: () => void): () => void;
  /** False while not joined, or when the server does not serve the event. */
  send<N extends EventName>(name: N, payload: Payload<N>): boolean;
  /** Page shown or hidden. */
  visibility(isVisible: boolean): void;
  leave(): void;
}

const ROLES: readonly RoomRole[] = ['viewer', 'moderator', 'streamer', 'model_admin', 'site_mod'];
const roleOf = (value: unknown): RoomRole => ROLES.find((role) => role === value) ?? 'viewer';
const numberOr = <T>(value: unknown, other: T): number | T => (typeof value === 'number' ? value : other);

/** The socket of one open room: runs the machine's effects and keeps the order of the room's events. */
export function makeRoomClient(ports: RoomPorts): RoomClient {
  const { lobby, username } = ports;
  let phase: RoomPhase = { kind: 'off' };
  let position: RoomPosition = { epoch: undefined, seq: 0 };
  let wire: WireSocket | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let resyncTimer: ReturnType<typeof setTimeout> | undefined;
  let isVisible = true;
  const guard = makeSeqGuard();
  const listeners = new Set<() => void>();

  const after = (ms: number, event: () => RoomEvent) => {
    clearTimeout(timer);
    timer = setTimeout(() => dispatch(event()), ms);
  };
  const lookAtLobby = (): RoomEvent => ({
    type: 'lobby-looked-at',
    isReady: lobby.get().phase.kind === 'ready',
    requestId: ports.newId(),
  });
  const askForSnapshot = () => {
    resyncTimer ??= setTimeout(() => {
      resyncTimer = undefined;
      wire?.send('v3.room.resync', { seq: position.seq, ...(position.epoch && { epoch: position.epoch }) });
    }, ports.random() * RESYNC_SPREAD_MS);
  };

  /** True when the event should reach the page. */
  const isNews = (name: string, payload: Readonly<Record<string, unknown>>): boolean => {
    const seq = payload['seq'];
    if (name === 'v3.room.snapshot') {
      position = { epoch: String(payload['epoch']), seq: numberOr(seq, 0) };
      clearTimeout(resyncTimer);
      resyncTimer = undefined;
      guard.reset();
      return true;
    }
    if (name === 'v3.chat.history' || typeof seq !== 'number') return true;
    if (ROOM_STATE_EVENTS.has(name)) {
      const verdict = judgePosition(position, seq);
      if (verdict.kind === 'drop') return false;
      position = verdict.position;
      if (verdict.kind === 'gap') askForSnapshot();
      return true;
    }
    const template = ports.book.codec().list.find(([known]) => known === name);
    return template ? guard.admit(template, payload) : true;
  };

  const onEvent = (name: string, payload: Readonly<Record<string, unknown>>) => {
    if (name === 'v3.authorize.success') {
      if (payload['success'] !== true) return;
      dispatch({ type: 'joined', role: roleOf(payload['role']) });
      ports.onEvent(name, payload);
      return;
    }
    if (isNews(name, payload)) ports.onEvent(name, payload);
  };

  const join = (server: string, nodeToken: string) => {
    wire?.close();
    wire = openWire(
      server,
      {
        onOpen: () => {
          const templatesHash = ports.book.hash();
          wire?.send('v3.authorize', {
            node_token: nodeToken,
            protocol_version: PROTOCOL_VERSION,
            edition: TEMPLATE_EDITION,
            room: username,
            client_version: ports.clientVersion.slice(0, 32),
            visible: isVisible,
            locale: ports.locale,
            ...(templatesHash && { templates_hash: templatesHash }),
            ...(position.epoch && { epoch: position.epoch, seq: position.seq }),
          });
        },
        onEvent,
        onClose: (code) => dispatch({ type: 'closed', code }),
      },
      ports,
    );
    after(JOIN_MS, () => ({ type: 'join-timeout' }));
  };

  const run = (effect: RoomEffect) => {
    switch (effect.do) {
      case 'look-at-lobby':
        if (effect.delayMs === 0) dispatch(lookAtLobby());
        else after(effect.delayMs, lookAtLobby);
        return;
      case 'discover':
        lobby.send('v3.lobby.discover', { room: username, request_id: effect.requestId });
        after(DISCOVER_MS, () => ({ type: 'discover-timeout', requestId: effect.requestId }));
        return;
      case 'join':
        join(effect.server, effect.nodeToken);
        return;
      case 'wait':
        after(effect.delayMs, () => ({ type: 'retry-due' }));
        return;
      case 'close':
        wire?.close();
        wire = undefined;
        return;
      case 'reload':
        ports.reload();
    }
  };

  const dispatch = (event: RoomEvent): void => {
    const before = phase;
    const [next, effects] = stepRoom(phase, event);
    phase = next;
    if (phase.kind === 'joined' && before.kind !== 'joined') {
      clearTimeout(timer);
      wire?.startPings();
    }
    for (const effect of effects) run(effect);
    if (phase !== before) for (const listener of listeners) listener();
  };

  const stopListening = lobby.on('v3.lobby.discovered', (answer) => {
    if (answer.room !== username) return;
    const requestId = answer.request_id ?? undefined;
    if (answer.server && answer.node_token)
      dispatch({ type: 'discovered', requestId, server: answer.server, nodeToken: answer.node_token });
    else
      dispatch({
        type: 'not-discovered',
        requestId,
        errorType: answer.errorType ?? 'unavailable',
        retryAfterMs: answer.retry_after_ms ?? undefined,
      });
  });

  return {
    open: (known) => {
      if (known) position = known;
      dispatch({ type: 'open' });
    },
    get: () => phase,
    position: () => position,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    send: (name, payload) => (phase.kind === 'joined' ? (wire?.send(name, payload) ?? false) : false),
    visibility: (visible) => {
      isVisible = visible;
      if (phase.kind === 'joined') wire?.send('v3.pagevisibility.change', { visible });
      if (visible) dispatch({ type: 'shown' });
    },
    leave: () => {
      clearTimeout(timer);
      clearTimeout(resyncTimer);
      stopListening();
      dispatch({ type: 'leave' });
    },
  };
}
