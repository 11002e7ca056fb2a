import type { PlayerState } from '../player/player-state.ts';

/*
 * The connection of a player by WebRTC as a pure machine: a session is opened, its token kept fresh, and
 * one that is broken given up for another. Times are monotonic milliseconds.
 */

const TOKEN_MS = 40_000;
const TOKEN_RETRY_MS = 5_000;
/** A connection that is disturbed for this long is given up. */
const DISTURBED_MS = 3_000;
/** Nothing came for this long. */
const SILENT_MS = 8_000;
/** Sessions without a picture, in a row; then another way is tried. */
const FAILURES_MAX = 3;

/** What outlives a session. */
interface Memory {
  readonly attempt: number;
  /** Sessions in a row that brought no picture. */
  readonly failures: number;
  /** The room waits for its model: nothing arrives, and that is no failure. */
  readonly isHeld: boolean;
}

/** A session that is open. */
interface Open {
  readonly kind: 'open';
  readonly memory: Memory;
  readonly tokenDueMs: number;
  /** When something came last. */
  readonly mediaAtMs: number;
  readonly bytesReceived: number;
  /** Since when the connection is disturbed. */
  readonly disturbedAtMs: number | undefined;
}

export type WhepState =
  | { readonly kind: 'connecting'; readonly memory: Memory }
  | Open
  /** Until the next attempt. */
  | { readonly kind: 'waiting'; readonly memory: Memory }
  | { readonly kind: 'over' };

export type WhepEvent =
  | { readonly type: 'opened'; readonly nowMs: number }
  /** @see isOffline the server has no such stream now, which says nothing about this way */
  | { readonly type: 'open-failed'; readonly isOffline: boolean }
  /** The right to play was not given or taken away. */
  | { readonly type: 'refused'; readonly reason: string }
  | { readonly type: 'token-renewed'; readonly nowMs: number }
  | { readonly type: 'token-refused' }
  /** Totals received. */
  | { readonly type: 'counted'; readonly bytesReceived: number; readonly nowMs: number }
  /** Each second. */
  | {
      readonly type: 'tick';
      readonly nowMs: number;
      readonly connection: RTCPeerConnectionState | undefined;
    }
  /** The picture moves. */
  | { readonly type: 'played' }
  | { readonly type: 'retry-due' }
  | { readonly type: 'held'; readonly isHeld: boolean; readonly nowMs: number }
  | { readonly type: 'woken' }
  | { readonly type: 'stop' };

export type WhepCommand =
  | { readonly do: 'connect' }
  | { readonly do: 'drop' }
  | { readonly do: 'renew-token' }
  | { readonly do: 'count' }
  | { readonly do: 'wait'; readonly attempt: number }
  | { readonly do: 'tell'; readonly state: PlayerState }
  /** Ends everything, with the final state. */
  | { readonly do: 'end'; readonly state: PlayerState }
  /** Ends all: this way does not work here. */
  | { readonly do: 'give-up' };

export type WhepStep = readonly [next: WhepState, commands: readonly WhepCommand[]];

/** The machine at its start, on its way to the first session. */
export const whepStart: WhepState = {
  kind: 'connecting',
  memory: { attempt: 0, failures: 0, isHeld: false },
};

type Running = Exclude<WhepState, { kind: 'over' }>;

/** Another session, after a while. */
function again(memory: Memory): WhepStep {
  const { attempt, isHeld } = memory;
  const failures = memory.failures + 1;
  if (failures > FAILURES_MAX && !isHeld) return [{ kind: 'over' }, [{ do: 'give-up' }]];
  return [
    { kind: 'waiting', memory: { ...memory, failures, attempt: attempt + 1 } },
    [{ do: 'drop' }, { do: 'tell', state: { kind: 'reconnecting', attempt } }, { do: 'wait', attempt }],
  ];
}

const connect = (memory: Memory): WhepStep => [{ kind: 'connecting', memory }, [{ do: 'connect' }]];

const remember = (state: Running, change: Partial<Memory>): Running => ({
  ...state,
  memory: { ...state.memory, ...change },
});

function tick(state: Open, { nowMs, connection }: Extract<WhepEvent, { type: 'tick' }>): WhepStep {
  const { memory, tokenDueMs, mediaAtMs } = state;
  const disturbedAtMs = connection === 'disconnected' ? (state.disturbedAtMs ?? nowMs) : undefined;
  const isBroken =
    connection === 'failed' ||
    connection === 'closed' ||
    (disturbedAtMs !== undefined && nowMs - disturbedAtMs > DISTURBED_MS) ||
    (!memory.isHeld && nowMs - mediaAtMs > SILENT_MS);
  if (isBroken) return again(memory);
  if (nowMs < tokenDueMs) return [{ ...state, disturbedAtMs }, [{ do: 'count' }]];
  return [
    { ...state, disturbedAtMs, tokenDueMs: nowMs + TOKEN_RETRY_MS },
    [{ do: 'renew-token' }, { do: 'count' }],
  ];
}

function count(state: Open, { bytesReceived, nowMs }: Extract<WhepEvent, { type: 'counted' }>): WhepState {
  if (bytesReceived === state.bytesReceived) return state;
  return { ...state, bytesReceived, mediaAtMs: nowMs };
}

/** One event: the next state, and the actions in order. */
export function stepWhep(state: WhepState, event: WhepEvent): WhepStep {
  if (state.kind === 'over') return [state, []];
  const { memory } = state;
  switch (event.type) {
    case 'opened': {
      const { nowMs } = event;
      const opened = {
        kind: 'open',
        memory,
        tokenDueMs: nowMs + TOKEN_MS,
        mediaAtMs: nowMs,
        bytesReceived: 0,
        disturbedAtMs: undefined,
      } as const;
      return [opened, []];
    }
    case 'open-failed':
      return again(event.isOffline ? { ...memory, failures: Math.max(0, memory.failures - 1) } : memory);
    case 'refused':
      return [{ kind: 'over' }, [{ do: 'end', state: { kind: 'refused', reason: event.reason } }]];
    case 'token-renewed':
      return state.kind === 'open' ? [{ ...state, tokenDueMs: event.nowMs + TOKEN_MS }, []] : [state, []];
    case 'token-refused':
      return state.kind === 'open' ? again(memory) : [state, []];
    case 'counted':
      return [state.kind === 'open' ? count(state, event) : state, []];
    case 'tick':
      return state.kind === 'open' ? tick(state, event) : [state, []];
    case 'played':
      return [remember(state, { attempt: 0, failures: 0 }), []];
    case 'retry-due':
      return state.kind === 'waiting' ? connect(memory) : [state, []];
    case 'held': {
      const next = remember(state, { isHeld: event.isHeld });
      const isReleased = memory.isHeld && !event.isHeld;
      return [isReleased && next.kind === 'open' ? { ...next, mediaAtMs: event.nowMs } : next, []];
    }
    case 'woken':
      return state.kind === 'waiting'
        ? connect({ ...memory, attempt: 0 })
        : [remember(state, { attempt: 0 }), []];
    case 'stop':
      return [{ kind: 'over' }, []];
  }
}
