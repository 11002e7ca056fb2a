import type { PlayerState } from '../player/player-state.ts';

/*
 * How a playlist player recovers from failures, as a pure machine, for hls.js and for browsers that play playlists
 * themselves: it loads, plays, waits for the next attempt, or gives up.
 */

/** Attempts without a picture in between; then another way is tried. */
const ATTEMPTS_MAX = 4;

/** What outlives an attempt. */
interface Memory {
  readonly attempt: number;
  /** The room waits for its model: attempts do not come to an end. */
  readonly isHeld: boolean;
}

export type RetryState =
  | { readonly kind: 'loaded'; readonly memory: Memory }
  /** Until the next attempt. */
  | { readonly kind: 'waiting'; readonly memory: Memory }
  | { readonly kind: 'over' };

export type RetryEvent =
  /** @see isMendable the decoder has failed, which a restart may fix */
  | { readonly type: 'failed'; readonly isMendable: boolean }
  /** The right to play was not given or taken away. */
  | { readonly type: 'refused'; readonly reason: string }
  /** The picture moves. */
  | { readonly type: 'played' }
  | { readonly type: 'retry-due' }
  | { readonly type: 'held'; readonly isHeld: boolean }
  | { readonly type: 'woken' }
  | { readonly type: 'stop' };

export type RetryCommand =
  | { readonly do: 'load' }
  | { readonly do: 'unload' }
  /** Restarts the decoder with the loaded media. */
  | { readonly do: 'mend' }
  /** The loaded media continues after the machine slept. */
  | { readonly do: 'resume' }
  | { readonly do: 'wait'; readonly attempt: number }
  | { readonly do: 'tell'; readonly state: PlayerState }
  /** Ends everything, with the final state. */
  | { readonly do: 'end'; readonly state: PlayerState }
  /** Ends all: this way does not work here. */
  | { readonly do: 'give-up' };

export type RetryStep = readonly [next: RetryState, commands: readonly RetryCommand[]];

/** The initial state; the caller makes the first load. */
export const retryStart: RetryState = { kind: 'loaded', memory: { attempt: 0, isHeld: false } };

function again(memory: Memory): RetryStep {
  const { attempt, isHeld } = memory;
  if (attempt >= ATTEMPTS_MAX && !isHeld) return [{ kind: 'over' }, [{ do: 'give-up' }]];
  return [
    { kind: 'waiting', memory: { ...memory, attempt: attempt + 1 } },
    [{ do: 'unload' }, { do: 'tell', state: { kind: 'reconnecting', attempt } }, { do: 'wait', attempt }],
  ];
}

const load = (memory: Memory): RetryStep => [{ kind: 'loaded', memory }, [{ do: 'load' }]];

/** One event: the next state, and the actions in order. */
export function stepRetry(state: RetryState, event: RetryEvent): RetryStep {
  if (state.kind === 'over') return [state, []];
  const { memory } = state;
  switch (event.type) {
    case 'failed':
      return event.isMendable && memory.attempt === 0
        ? [{ ...state, memory: { ...memory, attempt: 1 } }, [{ do: 'mend' }]]
        : again(memory);
    case 'refused':
      return [{ kind: 'over' }, [{ do: 'end', state: { kind: 'refused', reason: event.reason } }]];
    case 'played':
      return [{ ...state, memory: { ...memory, attempt: 0 } }, []];
    case 'retry-due':
      return state.kind === 'waiting' ? load(memory) : [state, []];
    case 'held':
      return [{ ...state, memory: { ...memory, isHeld: event.isHeld } }, []];
    case 'woken':
      return state.kind === 'waiting' ? load(memory) : [state, [{ do: 'resume' }]];
    case 'stop':
      return [{ kind: 'over' }, []];
  }
}
