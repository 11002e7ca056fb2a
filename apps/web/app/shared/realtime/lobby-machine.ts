import { assertNever } from '@klieg/kernel';
import { nextBackOffMs } from './back-off.ts';

/*
 * The page's lobby socket as a pure machine (rules S101 to S106, W5, W9): an event in, the next state and the actions
 * out. The client around it owns timers and the socket.
 */

export type StopReason =
  | 'origin'
  | 'malformed'
  | 'ended'
  | 'suspended'
  | 'too-old'
  | 'too-many-pages'
  | 'refused'
  | 'left';

export type LobbyPhase =
  | { readonly kind: 'idle' }
  | { readonly kind: 'connecting' }
  | { readonly kind: 'authorizing' }
  | { readonly kind: 'ready'; readonly socketId: string | undefined }
  | { readonly kind: 'waiting'; readonly delayMs: number }
  | { readonly kind: 'stopped'; readonly reason: StopReason };

export interface Lobby {
  readonly phase: LobbyPhase;
  /** Wait before the last attempt; undefined after a connection. */
  readonly backOffMs: number | undefined;
  /** Refused tokens in a row (4401). */
  readonly refusals: number;
  /** Closes for a broken frame: the first reconnects, the second stops. */
  readonly brokenFrames: number;
  /** The server asked for at least this wait. */
  readonly serverWaitMs: number;
  /** When the machine lost its network, in Unix milliseconds. */
  readonly networkLostAt: number | undefined;
  /** A restart was announced: the notice says reconnecting, not offline. */
  readonly isRestarting: boolean;
}

export type LobbyEvent =
  | { readonly type: 'start'; readonly nodeToken: string }
  | { readonly type: 'token'; readonly nodeToken: string }
  | { readonly type: 'token-failed' }
  | { readonly type: 'opened' }
  | { readonly type: 'open-timeout' }
  | { readonly type: 'authorized'; readonly socketId: string | undefined }
  | { readonly type: 'server-wait'; readonly waitMs: number }
  | { readonly type: 'closed'; readonly code: number }
  | { readonly type: 'retry-due' }
  | { readonly type: 'restarting' }
  | { readonly type: 'restart-over' }
  | { readonly type: 'network-lost'; readonly at: number }
  | { readonly type: 'network-back'; readonly at: number }
  | { readonly type: 'shown' }
  | { readonly type: 'leave' };

export type LobbyEffect =
  | { readonly do: 'fetch-token' }
  | { readonly do: 'open'; readonly nodeToken: string }
  | { readonly do: 'authorize' }
  | { readonly do: 'close' }
  | { readonly do: 'wait'; readonly delayMs: number }
  /** Own lobby state goes back to its defaults; the server then sends what differs (W6). */
  | { readonly do: 'reset-own-state' }
  | { readonly do: 'log'; readonly message: string }
  | { readonly do: 'read-current-user' }
  | { readonly do: 'reload' };

/** Machine and its to-do list after one event. */
export type LobbyStep = readonly [next: Lobby, effects: readonly LobbyEffect[]];

/** A lobby that was never opened. */
export const idleLobby: Lobby = {
  phase: { kind: 'idle' },
  backOffMs: undefined,
  refusals: 0,
  brokenFrames: 0,
  serverWaitMs: 0,
  networkLostAt: undefined,
  isRestarting: false,
};

/** Network losses longer than this reconnect by force (CONSTANTS-024). */
const LONG_LOSS_MS = 5 * 60_000;
/** Wait after such a loss (CONSTANTS-025). */
const FORCED_WAIT_MS = 1_500;
/** Wait after the rate limit was broken repeatedly. */
const RATE_WAIT_MS = 30_000;
const REFUSALS_MAX = 3;

const CLOSED_FOR_GOOD: Readonly<Record<number, StopReason>> = {
  1008: 'origin',
  4400: 'malformed',
  4402: 'ended',
  4403: 'suspended',
  4406: 'too-old',
  4409: 'too-many-pages',
};
const BROKEN_FRAME = new Set([1002, 1003, 1007, 1009]);

const connect = (lobby: Lobby): LobbyStep => [
  { ...lobby, phase: { kind: 'connecting' } },
  [{ do: 'fetch-token' }],
];

const stop = (lobby: Lobby, reason: StopReason, effects: readonly LobbyEffect[] = []): LobbyStep => [
  { ...lobby, phase: { kind: 'stopped', reason } },
  effects,
];

function wait(lobby: Lobby, random: number, atLeastMs = 0): LobbyStep {
  const backOffMs = nextBackOffMs(lobby.backOffMs, random);
  const delayMs = Math.max(backOffMs, atLeastMs, lobby.serverWaitMs);
  return [
    { ...lobby, phase: { kind: 'waiting', delayMs }, backOffMs, serverWaitMs: 0 },
    [{ do: 'wait', delayMs }],
  ];
}

function afterClose(lobby: Lobby, code: number, random: number): LobbyStep {
  const reason = CLOSED_FOR_GOOD[code];
  if (reason === 'ended' || reason === 'too-old') return stop(lobby, reason, [{ do: 'reload' }]);
  // A suspended account's page is refused each time: reloading would never end.
  if (reason === 'suspended') return stop(lobby, reason, [{ do: 'read-current-user' }]);
  if (reason) return stop(lobby, reason, [{ do: 'log', message: `lobby closed: ${reason}` }]);
  if (code === 4401) {
    const refused = { ...lobby, refusals: lobby.refusals + 1 };
    return refused.refusals >= REFUSALS_MAX
      ? stop(refused, 'refused', [{ do: 'read-current-user' }])
      : wait(refused, random);
  }
  if (BROKEN_FRAME.has(code)) {
    const broken = { ...lobby, brokenFrames: lobby.brokenFrames + 1 };
    return broken.brokenFrames > 1
      ? stop(broken, 'malformed', [{ do: 'log', message: `lobby closed with ${code} again` }])
      : wait(broken, random);
  }
  return wait(lobby, random, code === 4429 ? RATE_WAIT_MS : 0);
}

const isOpen = (phase: LobbyPhase): boolean =>
  phase.kind === 'connecting' || phase.kind === 'authorizing' || phase.kind === 'ready';

/**
 * The next state of the lobby and the actions. An event that does not fit the state changes nothing.
 * @param random a number from 0 up to 1, for the back-off
 */
export function stepLobby(lobby: Lobby, event: LobbyEvent, random: number): LobbyStep {
  const { phase } = lobby;
  const same: LobbyStep = [lobby, []];
  switch (event.type) {
    case 'start':
      return phase.kind === 'idle'
        ? [{ ...lobby, phase: { kind: 'connecting' } }, [{ do: 'open', nodeToken: event.nodeToken }]]
        : same;
    case 'token':
      return phase.kind === 'connecting' ? [lobby, [{ do: 'open', nodeToken: event.nodeToken }]] : same;
    case 'token-failed':
      return phase.kind === 'connecting' ? wait(lobby, random) : same;
    case 'opened':
      return phase.kind === 'connecting'
        ? [{ ...lobby, phase: { kind: 'authorizing' } }, [{ do: 'authorize' }]]
        : same;
    case 'open-timeout': {
      if (phase.kind !== 'connecting' && phase.kind !== 'authorizing') return same;
      const [waiting, effects] = wait(lobby, random);
      return [waiting, [{ do: 'close' }, ...effects]];
    }
    case 'authorized':
      return phase.kind === 'authorizing'
        ? [
            {
              ...lobby,
              phase: { kind: 'ready', socketId: event.socketId },
              backOffMs: undefined,
              refusals: 0,
              isRestarting: false,
            },
            [{ do: 'reset-own-state' }],
          ]
        : same;
    case 'server-wait':
      return [{ ...lobby, serverWaitMs: event.waitMs }, []];
    case 'closed':
      return isOpen(phase) ? afterClose(lobby, event.code, random) : same;
    case 'retry-due':
      return phase.kind === 'waiting' ? connect(lobby) : same;
    case 'restarting':
      return [{ ...lobby, isRestarting: true }, []];
    case 'restart-over':
      return [{ ...lobby, isRestarting: false }, []];
    case 'network-lost':
      return [{ ...lobby, networkLostAt: lobby.networkLostAt ?? event.at }, []];
    case 'network-back': {
      const lostMs = lobby.networkLostAt === undefined ? 0 : event.at - lobby.networkLostAt;
      const back = { ...lobby, networkLostAt: undefined };
      if (lostMs <= LONG_LOSS_MS || phase.kind === 'idle' || phase.kind === 'stopped') return [back, []];
      return [
        { ...back, phase: { kind: 'waiting', delayMs: FORCED_WAIT_MS }, backOffMs: undefined },
        [{ do: 'close' }, { do: 'wait', delayMs: FORCED_WAIT_MS }],
      ];
    }
    case 'shown':
      return phase.kind === 'stopped' && (phase.reason === 'too-many-pages' || phase.reason === 'refused')
        ? connect({ ...lobby, refusals: 0, backOffMs: undefined })
        : same;
    case 'leave':
      return stop(lobby, 'left', [{ do: 'close' }]);
    default:
      return assertNever(event);
  }
}
