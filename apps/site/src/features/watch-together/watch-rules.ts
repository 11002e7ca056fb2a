import type { AccountId, Uuid } from '@klieg/kernel';

/* Watching a video together in a private (machine 7): its transitions. Pure. */

/** How long the performer has to agree (S703). */
export const PROPOSAL_MS = 60_000;
/** A side without a page for this long is gone: playback pauses for the other. */
export const GONE_MS = 10_000;
/** Both pages see the end of a video before it is over. */
export const END_SLACK_MS = 1_000;
/** How many of the last controls are remembered to recognise repeats. */
export const KNOWN_CONTROLS = 32;

export type Side = 'payer' | 'model';

/** Why one is over. */
export type WatchEnd = 'declined' | 'timeout' | 'closed' | 'video_over' | 'private_over' | 'lost';

export interface Watch {
  readonly id: Uuid;
  readonly showId: Uuid;
  readonly roomId: AccountId;
  readonly payerId: AccountId;
  readonly mediaId: string;
  /** Empty if the video has none. */
  readonly title: string;
  readonly durationMs: number;
  readonly state: 'proposed' | 'active' | 'ended' | 'declined';
  readonly reason: WatchEnd | null;
  readonly isPlaying: boolean;
  /** The position at `at`. */
  readonly positionMs: number;
  /** Unix milliseconds of the database, as all times here. */
  readonly at: number;
  /** Who proposed or controlled last; null: nobody, such as when a side was gone. */
  readonly byId: AccountId | null;
  readonly expiresAt: number;
  /** Ids of the last controls, the newest at the end. */
  readonly controls: readonly string[];
}

export const isOpen = ({ state }: Pick<Watch, 'state'>): boolean =>
  state === 'proposed' || state === 'active';

/** The video's position now, in milliseconds, within its length. */
export function positionAt(
  watch: Pick<Watch, 'isPlaying' | 'positionMs' | 'at' | 'durationMs'>,
  now: number,
): number {
  const passed = watch.isPlaying ? Math.max(0, now - watch.at) : 0;
  return Math.min(watch.durationMs, watch.positionMs + passed);
}

/** What somebody or something does to a watch; `at` is when the server had it. */
export type WatchStep =
  | {
      readonly kind: 'control';
      readonly by: Side;
      readonly at: number;
      /** Absent: as it is. */
      readonly isPlaying?: boolean | undefined;
      readonly positionMs?: number | undefined;
      /** Identifies a repeat; absent: not a repeat. */
      readonly controlId?: string | undefined;
    }
  | { readonly kind: 'close'; readonly by: Side; readonly at: number }
  /** A side has had no page for this many milliseconds. */
  | {
      readonly kind: 'look';
      readonly at: number;
      readonly goneMs: Readonly<Record<Side, number>>;
      /** The private is still running. */
      readonly isPrivateOn: boolean;
      /** The node that had it lives. */
      readonly isLed: boolean;
    };

const over = (watch: Watch, reason: WatchEnd, at: number, byId: AccountId | null = null): Watch => ({
  ...watch,
  state: watch.state === 'proposed' && (reason === 'declined' || reason === 'timeout') ? 'declined' : 'ended',
  reason,
  isPlaying: false,
  positionMs: positionAt(watch, at),
  at,
  byId,
});

const within = (positionMs: number, { durationMs }: Watch): number =>
  Math.min(durationMs, Math.max(0, positionMs));

type Control = Extract<WatchStep, { kind: 'control' }>;

function control(watch: Watch, step: Control, byId: AccountId): Watch | 'not_running' {
  const { by, at, controlId } = step;
  const isKnown = controlId !== undefined && watch.controls.includes(controlId);
  // A delayed control arrives after a later one, which stays in effect.
  if (isKnown || at < watch.at) return watch;
  const isPlaying = step.isPlaying ?? watch.isPlaying;
  const isAgreed = watch.state === 'proposed' && by === 'model' && isPlaying;
  if (watch.state === 'proposed' && !isAgreed) return 'not_running';
  return {
    ...watch,
    state: 'active',
    isPlaying,
    // An accepted video starts from the beginning.
    positionMs: isAgreed ? 0 : within(step.positionMs ?? positionAt(watch, at), watch),
    at,
    byId,
    controls:
      controlId === undefined ? watch.controls : [...watch.controls, controlId].slice(-KNOWN_CONTROLS),
  };
}

function look(watch: Watch, step: Extract<WatchStep, { kind: 'look' }>): Watch {
  const { at, goneMs } = step;
  if (!step.isPrivateOn) return over(watch, 'private_over', at);
  if (!step.isLed) return over(watch, 'lost', at);
  if (watch.state === 'proposed') return at >= watch.expiresAt ? over(watch, 'timeout', at) : watch;
  if (!watch.isPlaying) return watch;
  const passed = at - watch.at;
  if (watch.positionMs + passed >= watch.durationMs + END_SLACK_MS) return over(watch, 'video_over', at);
  if (Math.max(goneMs.payer, goneMs.model) < GONE_MS) return watch;
  return { ...watch, isPlaying: false, positionMs: positionAt(watch, at), at, byId: null };
}

/**
 * What a step makes of a watch: the same object where nothing changes, `not_running` where there is nothing to control.
 */
export function stepWatch(watch: Watch, step: WatchStep): Watch | 'not_running' {
  if (!isOpen(watch)) return step.kind === 'look' ? watch : 'not_running';
  if (step.kind === 'look') return look(watch, step);
  const byId = step.by === 'payer' ? watch.payerId : watch.roomId;
  if (step.kind === 'control') return control(watch, step, byId);
  const isDeclined = watch.state === 'proposed' && step.by === 'model';
  return over(watch, isDeclined ? 'declined' : 'closed', step.at, byId);
}
