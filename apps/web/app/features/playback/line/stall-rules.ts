/** A player's state, sampled once a second. */
export interface StallSample {
  /** Monotonic milliseconds. */
  readonly atMs: number;
  /** A picture is meant to move now: not paused, not hidden, not waiting for the model. */
  readonly isWanted: boolean;
  /** Changes while the picture moves: frames shown, or the time where only sound plays. */
  readonly progress: number;
}

/** Remembered between two samples. */
export interface Stall {
  readonly progress: number | undefined;
  /** Since when the picture has been frozen. */
  readonly sinceMs: number | undefined;
  /** This stall was already reported as long. */
  readonly isTold: boolean;
  readonly toldAtMs: number;
  readonly count: number;
}

export interface StallStep {
  readonly stall: Stall;
  /** How long the picture has been still, once for each long stall. */
  readonly stuckMs?: number;
}

/** A picture that is still for this long is asked about (wire, isVideoStuckSurveyEnabled). */
export const STUCK_MS = 10_000;
/** A line that comes and goes is not asked about each time. */
export const STUCK_GAP_MS = 60_000;
export const STUCK_COUNT_MAX = 5;

export const noStall: Stall = {
  progress: undefined,
  sinceMs: undefined,
  isTold: false,
  toldAtMs: -Infinity,
  count: 0,
};

/** One sample: whether the picture has been frozen for long, reported once per stall and not too often. */
export function nextStall(before: Stall, { atMs, isWanted, progress }: StallSample): StallStep {
  if (!isWanted) return { stall: { ...before, progress, sinceMs: undefined, isTold: false } };
  if (progress !== before.progress || before.sinceMs === undefined)
    return { stall: { ...before, progress, sinceMs: atMs, isTold: false } };
  const stuckMs = atMs - before.sinceMs;
  const isNew = !before.isTold && before.count < STUCK_COUNT_MAX && atMs - before.toldAtMs >= STUCK_GAP_MS;
  if (stuckMs < STUCK_MS || !isNew) return { stall: before };
  return { stall: { ...before, isTold: true, toldAtMs: atMs, count: before.count + 1 }, stuckMs };
}

/** After the viewer's answer: no means no more questions, yes allows another. */
export const afterAnswer = (before: Stall, answer: 'yes' | 'no'): Stall =>
  answer === 'no' ? { ...before, count: STUCK_COUNT_MAX } : { ...before, sinceMs: undefined, isTold: false };
