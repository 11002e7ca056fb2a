/*
 * How far behind the newest picture to play: near enough to be live, far enough not to stumble.
 * All in seconds unless named otherwise.
 */

/** Chromium needs 50 ms more of sound ahead to play faster at the same pitch, worth it only if it is heard. */
const TARGET_MUTED = 0.15;
const TARGET_HEARD = 0.2;
const TARGET_MAX = 1.2;
/** Beyond the target by this much the player jumps, or plays faster by 10 or 3 %. */
const JUMP_BEYOND = 0.7;
const FAST_BEYOND = 0.25;
const BRISK_BEYOND = 0.08;
/** A stall moves the target away from the edge; calm brings it back. */
const TARGET_RISE = 0.08;
const TARGET_FALL_PER_SECOND = 0.02;
const CALM_MS = 5_000;
/** Stalls in the first seconds after a start happen on every network and do not count. */
const SETTLE_MS = 3_000;
/** How far the picture may be ahead of the received media, after a change of rendition. */
const AHEAD_MAX = 0.5;

/** What to do about the distance to the newest picture. */
export type CatchUp =
  | { readonly kind: 'jump'; readonly to: number }
  | { readonly kind: 'rate'; readonly rate: number };

/** Jumps when far behind or outside the buffer, else plays a little faster. */
export function catchUp(position: number, start: number, end: number, target: number): CatchUp {
  const behind = end - position;
  if (behind > target + JUMP_BEYOND || position < start || behind < -AHEAD_MAX)
    return { kind: 'jump', to: Math.max(start, end - target) };
  if (behind > target + FAST_BEYOND) return { kind: 'rate', rate: 1.1 };
  return { kind: 'rate', rate: behind > target + BRISK_BEYOND ? 1.03 : 1 };
}

/** With less than this ahead a faster picture would wait for the next part. */
const AHEAD_FOR_BRISK = 0.25;
const AHEAD_FOR_FAST = 0.4;

/** Catching up continues until this close, so that all viewers end at the same distance. */
const BRISK_UNTIL = 0.02;

/**
 * The playback rate for media in parts: from how far it is behind the distance its source requires, the buffer ahead,
 * and the current rate.
 */
export function rateOfParts(behind: number, ahead: number, rate: number): number {
  if (behind > FAST_BEYOND && ahead > AHEAD_FOR_FAST) return 1.1;
  return behind > (rate > 1 ? BRISK_UNTIL : BRISK_BEYOND) && ahead > AHEAD_FOR_BRISK ? 1.03 : 1;
}

/** A video that waits for this long, with this much ahead, waits for more than it needs. */
const STUCK_MS = 250;
const STUCK_AHEAD = 0.18;

/**
 * True when a video does not continue although it could: after each stall Chromium wants more sound ahead, up to
 * seconds, before it plays again. A seek resets that.
 */
export const isStuck = (waitingMs: number, ahead: number): boolean =>
  waitingMs > STUCK_MS && ahead >= STUCK_AHEAD;

/** The distance to keep, which learns from stalls. Times are monotonic milliseconds. */
export interface LiveTarget {
  readonly seconds: number;
  onStart(nowMs: number): void;
  onStall(nowMs: number): void;
  /** To be called each second, and when the sound was switched. */
  settle(isMuted: boolean, nowMs: number): void;
}

export function makeLiveTarget(nowMs: number): LiveTarget {
  let seconds = TARGET_MUTED;
  let startedAtMs = nowMs;
  let stalledAtMs = nowMs;
  let settledAtMs = nowMs;
  return {
    get seconds() {
      return seconds;
    },
    onStart(now) {
      startedAtMs = now;
    },
    onStall(now) {
      stalledAtMs = now;
      if (now - startedAtMs > SETTLE_MS) seconds = Math.min(TARGET_MAX, seconds + TARGET_RISE);
    },
    settle(isMuted, now) {
      const passed = Math.min(1, Math.max(0, (now - settledAtMs) / 1_000));
      settledAtMs = now;
      const fallen = now - stalledAtMs > CALM_MS ? seconds - TARGET_FALL_PER_SECOND * passed : seconds;
      seconds = Math.max(isMuted ? TARGET_MUTED : TARGET_HEARD, fallen);
    },
  };
}
