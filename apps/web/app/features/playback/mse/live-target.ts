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
/** The picture may be this far ahead of what has come, after a change of rendition. */
const AHEAD_MAX = 0.5;

/** What to do about the distance to the newest picture. */
export type CatchUp =
  | { readonly kind: 'jump'; readonly to: number }
  | { readonly kind: 'rate'; readonly rate: number };

/** Jumps when far behind or outside of what is buffered, else plays a little faster. */
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

/** Catching up, once begun, goes on until this near, so that all viewers end at the same distance. */
const BRISK_UNTIL = 0.02;

/**
 * How fast to play what comes in parts: by how much it is behind the distance that its source asks for, by
 * what lies ahead of it, and by the rate that it is played at now.
 */
export function rateOfParts(behind: number, ahead: number, rate: number): number {
  if (behind > FAST_BEYOND && ahead > AHEAD_FOR_FAST) return 1.1;
  return behind > (rate > 1 ? BRISK_UNTIL : BRISK_BEYOND) && ahead > AHEAD_FOR_BRISK ? 1.03 : 1;
}

/** A video that waits for this long, with this much ahead, waits for more than it needs. */
const STUCK_MS = 250;
const STUCK_AHEAD = 0.18;

/**
 * True when a video does not go on although it could: after each stall Chromium asks for more sound ahead,
 * up to seconds, before it plays again. A jump makes it forget that.
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
