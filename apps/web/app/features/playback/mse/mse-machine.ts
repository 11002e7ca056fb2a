import type { PlayGrant } from '../grant/play-grant.ts';
import type { PlayerState } from '../player/player-state.ts';
import { type AfterClose, afterClose } from '../player/retry-rules.ts';
import { type StreamDescription, trackCount } from './stream-description.ts';

/*
 * The connection of a WebSocket player as a pure machine: a grant is requested, a socket opened, the stream described;
 * lost connections are retried, refusals end it. Times are monotonic milliseconds.
 */

/** An open socket that brings nothing for this long is dead, unless the room waits for its model. */
const SILENT_MS = 8_000;
const CONNECT_MS = 10_000;
/** After a wake: a live stream brings something within this. */
export const WAKE_MS = 2_000;
/** How long after its last fragment to wait for a stream unknown to the server. */
const GONE_MS = 60_000;
/** Connections that never came about, in a row; then another way is tried. */
const FAILURES_MAX = 3;
/**
 * Where sockets have brought a picture before, a server that is being started again is waited for: some ten seconds.
 */
const FAILURES_MAX_AFTER_MEDIA = 12;
const TOKEN_FAILURES_MAX = 2;

/** What outlives a connection. */
interface Memory {
  /** Attempts in a row; counts how long the next one waits. */
  readonly attempt: number;
  /** Connections in a row that never came about. */
  readonly failures: number;
  /** A socket has brought a fragment in this visit. */
  readonly hasCome: boolean;
  readonly tokenFailures: number;
  /** The room waits for its model: nothing arrives, and that is no failure. */
  readonly isHeld: boolean;
  /** When that ended last. */
  readonly heldUntilMs: number;
  /** When the last fragment came. */
  readonly mediaAtMs: number;
}

/** A socket that is open or on its way. */
interface Connected {
  readonly memory: Memory;
  /** The machine has woken, and what seems open may be dead. */
  readonly wokeAtMs?: number;
}

export type MseState =
  | { readonly kind: 'asking'; readonly memory: Memory }
  /** Until the stream is described. */
  | ({ readonly kind: 'connecting' } & Connected)
  | ({ readonly kind: 'streaming'; readonly description: StreamDescription } & Connected)
  /** Until the next attempt. */
  | { readonly kind: 'waiting'; readonly memory: Memory }
  | { readonly kind: 'over' };

export type MseEvent =
  | { readonly type: 'granted'; readonly grant: PlayGrant }
  | { readonly type: 'ask-failed'; readonly isStarted: boolean }
  | { readonly type: 'refused'; readonly reason: string }
  | {
      readonly type: 'closed';
      readonly code: number;
      /** False where the connection never came about. */
      readonly hasOpened: boolean;
      readonly isStarted: boolean;
      readonly nowMs: number;
    }
  | {
      readonly type: 'described';
      readonly description: StreamDescription;
      readonly isSupported: boolean;
    }
  | { readonly type: 'media'; readonly nowMs: number }
  /** The picture moves. */
  | { readonly type: 'played' }
  /** The video element has given up. */
  | { readonly type: 'broken' }
  | { readonly type: 'retry-due' }
  /** Each second; `heardAtMs` is when the socket brought something last. */
  | {
      readonly type: 'tick';
      readonly nowMs: number;
      readonly heardAtMs: number;
      readonly isStarted: boolean;
    }
  | { readonly type: 'held'; readonly isHeld: boolean; readonly nowMs: number }
  | { readonly type: 'woken'; readonly nowMs: number }
  /** Some time after a wake. */
  | { readonly type: 'wake-over'; readonly heardAtMs: number; readonly isStarted: boolean }
  | { readonly type: 'stop' };

export type MseCommand =
  | { readonly do: 'ask' }
  | { readonly do: 'connect'; readonly grant: PlayGrant }
  | { readonly do: 'drop' }
  | { readonly do: 'wait'; readonly attempt: number }
  | { readonly do: 'look-after-wake' }
  | { readonly do: 'tell'; readonly state: PlayerState }
  /** The stream restarts on another clock; with other tracks in a new buffer. */
  | { readonly do: 'begin'; readonly codecs: string; readonly isNewBuffer: boolean }
  /** Another rendition of the same stream continues without a gap. */
  | { readonly do: 'splice'; readonly codecs: string }
  | { readonly do: 'new-buffer' }
  /** Ends everything, with the final state. */
  | { readonly do: 'end'; readonly state: PlayerState }
  /** Ends all: this way does not work here. */
  | { readonly do: 'give-up' };

export type MseStep = readonly [next: MseState, commands: readonly MseCommand[]];

/** The machine at its start, before it has asked for anything. */
export const mseStart = (nowMs: number): MseState => ({
  kind: 'asking',
  memory: {
    attempt: 0,
    failures: 0,
    hasCome: false,
    tokenFailures: 0,
    isHeld: false,
    heldUntilMs: 0,
    mediaAtMs: nowMs,
  },
});

type Running = Exclude<MseState, { kind: 'over' }>;

const end = (state: PlayerState): MseStep => [{ kind: 'over' }, [{ do: 'end', state }]];
const giveUp: MseStep = [{ kind: 'over' }, [{ do: 'give-up' }]];

/** Waits for the next attempt. @param isStarted there has been a picture on this connection or before */
const retry = (memory: Memory, isStarted: boolean): MseStep => {
  const { attempt } = memory;
  return [
    { kind: 'waiting', memory: { ...memory, attempt: attempt + 1 } },
    [
      { do: 'drop' },
      {
        do: 'tell',
        state: isStarted || attempt > 0 ? { kind: 'reconnecting', attempt } : { kind: 'loading' },
      },
      { do: 'wait', attempt },
    ],
  ];
};

const ask = (memory: Memory): MseStep => [{ kind: 'asking', memory }, [{ do: 'ask' }]];

/** What follows from the end of a connection, by its close code. */
function afterLoss(
  memory: Memory,
  { code, isStarted, nowMs }: Extract<MseEvent, { type: 'closed' }>,
): MseStep {
  const why: AfterClose = afterClose(code);
  switch (why) {
    case 'refuse':
      return end({ kind: 'refused', reason: code === 4409 ? 'mode_changed' : 'policy' });
    case 'retry_token': {
      const tokenFailures = memory.tokenFailures + 1;
      if (tokenFailures > TOKEN_FAILURES_MAX) return end({ kind: 'refused', reason: 'token' });
      return retry({ ...memory, tokenFailures }, isStarted);
    }
    case 'retry_gone':
      if (!memory.isHeld && nowMs - memory.mediaAtMs > GONE_MS) return end({ kind: 'ended' });
      return retry(memory, isStarted);
    case 'retry':
      return retry(memory, isStarted);
  }
}

const isConnected = (state: Running): state is Extract<Running, { kind: 'connecting' | 'streaming' }> =>
  state.kind === 'connecting' || state.kind === 'streaming';

const remember = (state: Running, change: Partial<Memory>): Running => ({
  ...state,
  memory: { ...state.memory, ...change },
});

/** The first description of a connection begins a stream; later ones are for another rendition. */
function describe(
  state: Running,
  { description, isSupported }: Extract<MseEvent, { type: 'described' }>,
): MseStep {
  if (!isConnected(state)) return [state, []];
  if (!isSupported) return giveUp;
  const { codecs } = description;
  const next: MseState = { ...state, kind: 'streaming', description };
  const isSameStream =
    state.kind === 'streaming' && trackCount(codecs) === trackCount(state.description.codecs);
  if (isSameStream) return [next, [{ do: 'splice', codecs }]];
  return [next, [{ do: 'begin', codecs, isNewBuffer: state.kind === 'streaming' }]];
}

/** The room waits for its model, or has it again: then its picture is there now, not at the next attempt. */
function hold(state: Running, { isHeld, nowMs }: Extract<MseEvent, { type: 'held' }>): MseStep {
  const isReleased = state.memory.isHeld && !isHeld;
  if (!isReleased) return [remember(state, { isHeld }), []];
  const next = remember(state, { isHeld, heldUntilMs: nowMs });
  return isConnected(next) ? [next, []] : ask({ ...next.memory, attempt: 0 });
}

function wake(state: Running, nowMs: number): MseStep {
  if (state.memory.isHeld) return [state, []];
  if (!isConnected(state)) return ask({ ...state.memory, attempt: 0 });
  return [{ ...state, wokeAtMs: nowMs }, [{ do: 'look-after-wake' }]];
}

function isSilent(state: Running, nowMs: number, heardAtMs: number): boolean {
  if (!isConnected(state) || state.memory.isHeld) return false;
  const silentMs = nowMs - Math.max(heardAtMs, state.memory.heldUntilMs);
  return silentMs > (state.kind === 'streaming' ? SILENT_MS : CONNECT_MS);
}

/** One event: the next state, and the actions in order. */
export function stepMse(state: MseState, event: MseEvent): MseStep {
  if (state.kind === 'over') return [state, []];
  const { memory } = state;
  switch (event.type) {
    case 'granted':
      // An answer that comes late, when another one has led to a socket already, is not needed.
      if (isConnected(state)) return [state, []];
      return [{ kind: 'connecting', memory }, [{ do: 'connect', grant: event.grant }]];
    case 'ask-failed':
      return isConnected(state) ? [state, []] : retry(memory, event.isStarted);
    case 'refused':
      return isConnected(state) ? [state, []] : end({ kind: 'refused', reason: event.reason });
    case 'closed': {
      const failures = event.hasOpened ? 0 : memory.failures + 1;
      const most = memory.hasCome ? FAILURES_MAX_AFTER_MEDIA : FAILURES_MAX;
      return failures >= most ? giveUp : afterLoss({ ...memory, failures }, event);
    }
    case 'described':
      return describe(state, event);
    case 'media':
      return [remember(state, { mediaAtMs: event.nowMs, hasCome: true }), []];
    case 'played':
      return [remember(state, { attempt: 0, failures: 0, tokenFailures: 0 }), []];
    case 'broken': {
      const [next, commands] = retry(memory, false);
      return [next, [{ do: 'new-buffer' }, ...commands]];
    }
    case 'retry-due':
      return state.kind === 'waiting' ? ask(memory) : [state, []];
    case 'tick':
      return isSilent(state, event.nowMs, event.heardAtMs) ? retry(memory, event.isStarted) : [state, []];
    case 'held':
      return hold(state, event);
    case 'woken':
      return wake(state, event.nowMs);
    case 'wake-over': {
      const isDead =
        isConnected(state) &&
        state.wokeAtMs !== undefined &&
        event.heardAtMs < state.wokeAtMs &&
        !memory.isHeld;
      return isDead ? retry(memory, event.isStarted) : [state, []];
    }
    case 'stop':
      return [{ kind: 'over' }, []];
  }
}
