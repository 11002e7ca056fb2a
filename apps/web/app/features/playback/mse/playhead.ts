import { catchUp, isStuck } from './live-target.ts';

/* Where in the buffer is played: a start near the newest picture, then as near to it as the line allows. */

/** A stuck video is helped at most this often. */
const UNSTICK_MS = 500;

export type Playhead =
  /** Nothing of this buffer has been played. */
  | { readonly kind: 'empty'; readonly unstuckAtMs: number }
  | { readonly kind: 'running'; readonly unstuckAtMs: number };

/** A look at the video. Times are seconds of the stream, unless named otherwise. */
export interface PlayheadLook {
  readonly range: { readonly start: number; readonly end: number } | undefined;
  readonly position: number;
  /** The distance to the newest picture to keep. */
  readonly target: number;
  readonly isPaused: boolean;
  readonly isSeeking: boolean;
  /** How long the video has waited for data; 0 while it plays. */
  readonly waitingMs: number;
  readonly nowMs: number;
}

export type PlayheadMove =
  | { readonly do: 'start'; readonly at: number }
  | { readonly do: 'jump'; readonly to: number }
  | { readonly do: 'rate'; readonly rate: number };

/** At the start, and after the buffer was rebuilt. */
export const emptyPlayhead = (unstuckAtMs = -Infinity): Playhead => ({ kind: 'empty', unstuckAtMs });

/** The newest picture less the distance to keep. */
export const liveEdge = ({ start, end }: NonNullable<PlayheadLook['range']>, target: number): number =>
  Math.max(start, end - target);

/** One look: what the video is to do. */
export function stepPlayhead(
  playhead: Playhead,
  look: PlayheadLook,
): readonly [next: Playhead, moves: readonly PlayheadMove[]] {
  const { range, position, target, nowMs } = look;
  if (!range) return [playhead, []];
  if (playhead.kind === 'empty')
    return [{ ...playhead, kind: 'running' }, [{ do: 'start', at: liveEdge(range, target) }]];
  if (look.isPaused) return [playhead, []];
  const isHelped =
    !look.isSeeking &&
    isStuck(look.waitingMs, range.end - position) &&
    nowMs - playhead.unstuckAtMs >= UNSTICK_MS;
  if (!isHelped) return [playhead, follow(look, range, position)];
  // A seek to its own position, or slightly nearer to the newest picture, makes it play again.
  const to = Math.max(position, range.end - target) + 0.001;
  return [{ ...playhead, unstuckAtMs: nowMs }, [{ do: 'jump', to }, ...follow(look, range, to)]];
}

function follow(
  { target }: PlayheadLook,
  { start, end }: NonNullable<PlayheadLook['range']>,
  position: number,
): readonly PlayheadMove[] {
  const step = catchUp(position, start, end, target);
  return step.kind === 'jump' ? [{ do: 'jump', to: step.to }] : [{ do: 'rate', rate: step.rate }];
}
