/*
 * Which rendition a viewer's connection can carry. The viewer reports a few times a second how many messages it has
 * received; the rest is on its way, and for how long shows whether the connection keeps up. The socket's queue alone is
 * not enough: megabytes hide in the kernel and in routers.
 */

/** One viewer's line. */
export interface AutoQuality {
  /** Frames were written to the viewer; at a start the first is the description, which is not counted. */
  onSent(frames: readonly Buffer[], isStart: boolean, nowMs: number): void;
  /** The connection keeps up with what it is sent. */
  isCalm(nowMs: number): boolean;
  /** The viewer has received this many counted messages since it connected. */
  onReceived(count: number, nowMs: number): void;
  /**
   * @param kbps of the renditions, best first; 0 where not known yet
   * @param place of the present one
   * @returns the place of the one to play
   */
  decide(kbps: readonly number[], place: number, nowMs: number): number;
}

/** A message on its way for this much longer than the best time shows that the connection is too narrow. */
const LATE_MS = 450;
/** Below this excess over the best time the connection is calm. */
const CALM_MS = 300;
/** After this long a calm line is tried with the next better rendition; doubled by each failure. */
const RAISE_MS = 5_000;
const RAISE_MS_MAX = 60_000;
/** A step down this soon after a step up is a failure of that step. */
const FAILED_MS = 10_000;
/** Media sent before a step must drain before the connection is judged again. */
const SETTLE_MS = 2_500;
const SETTLE_UP_MS = 700;
/** After a step down the backlog may take this long to drain, as long as it shrinks. */
const DRAIN_MS = 6_000;
/** A longer time than this is not distance, but a queue. */
const BEST_MS_MAX = 600;
/** The best way is forgotten by this share with each answer, since routes change. */
const BEST_DRIFT = 1.01;
/** A rendition fits when the line has carried this much more than it needs. */
const HEADROOM = 1.1;
/** Messages on the way; a viewer that never answers is judged by its queue only. */
const PENDING_MAX = 2_000;
const RATE_WINDOW_MS = 1_500;

interface Sent {
  readonly atMs: number;
  readonly bytes: number;
}

export function makeAutoQuality(): AutoQuality {
  let pending: Sent[] = [];
  let named = 0;
  let hasAnswered = false;
  let calmSinceMs: number | undefined;
  let raiseMs = RAISE_MS;
  let raisedAtMs = -Infinity;
  let steppedAtMs = -Infinity;
  /** The longest delay since the last step down. */
  let peakMs = 0;
  /** The shortest way to the viewer and back lately; far viewers are not slow ones. */
  let bestMs = BEST_MS_MAX;
  /** Reported arrivals, with the time since the previous report. */
  let arrivals: { readonly sinceMs: number; readonly atMs: number; readonly bytes: number }[] = [];
  let answeredAtMs: number | undefined;

  const delayMs = (nowMs: number): number => (pending[0] ? nowMs - pending[0].atMs : 0);

  /** Recent arrival rate, in kbit/s. */
  const arrivedKbps = (nowMs: number): number => {
    const recent = arrivals.filter(({ sinceMs }) => nowMs - sinceMs <= RATE_WINDOW_MS);
    const first = recent[0];
    const last = recent.at(-1);
    if (!first || !last || last.atMs <= first.sinceMs) return 0;
    return (recent.reduce((sum, { bytes }) => sum + bytes, 0) * 8) / (last.atMs - first.sinceMs);
  };

  const stepDown = (kbps: readonly number[], place: number, nowMs: number): number => {
    const carried = arrivedKbps(nowMs);
    const fitting = kbps.findIndex((need, i) => i > place && need > 0 && need * HEADROOM <= carried);
    const hasFailed = nowMs - raisedAtMs < FAILED_MS;
    // One failure is counted once, however many steps it takes.
    raisedAtMs = -Infinity;
    if (hasFailed) {
      raiseMs = Math.min(RAISE_MS_MAX, raiseMs * 2);
      // The earlier rate only reflects what was sent, so the previous rendition is known to fit.
      return place + 1;
    }
    return fitting < 0 ? kbps.length - 1 : fitting;
  };

  return {
    onSent(frames, isStart, nowMs) {
      for (const frame of isStart ? frames.slice(1) : frames)
        if (pending.length < PENDING_MAX) pending.push({ atMs: nowMs, bytes: frame.length });
    },
    isCalm: (nowMs) => hasAnswered && delayMs(nowMs) < CALM_MS + bestMs,
    onReceived(count, nowMs) {
      const fresh = count - named;
      if (!(fresh > 0) || fresh > pending.length) return;
      hasAnswered = true;
      named = count;
      const wayMs = nowMs - pending[fresh - 1]!.atMs;
      bestMs = Math.min(BEST_MS_MAX, wayMs, bestMs * BEST_DRIFT + 1);
      const bytes = pending.slice(0, fresh).reduce((sum, sent) => sum + sent.bytes, 0);
      pending = pending.slice(fresh);
      const sinceMs = answeredAtMs ?? nowMs;
      answeredAtMs = nowMs;
      const kept = arrivals.filter((arrival) => nowMs - arrival.sinceMs <= RATE_WINDOW_MS);
      arrivals = [...kept, { sinceMs, atMs: nowMs, bytes }];
    },
    decide(kbps, place, nowMs) {
      const delay = delayMs(nowMs);
      const isDraining = nowMs - steppedAtMs < DRAIN_MS && delay < peakMs;
      peakMs = Math.max(delay, isDraining ? peakMs : 0);
      // An excessive step up shows at once; after a step down the backlog must drain first.
      const settleMs = steppedAtMs === raisedAtMs ? SETTLE_UP_MS : SETTLE_MS;
      if (!hasAnswered || nowMs - steppedAtMs < settleMs) return place;
      if (delay >= CALM_MS + bestMs) calmSinceMs = undefined;
      else calmSinceMs ??= nowMs;
      if (delay >= LATE_MS + bestMs && !isDraining && place < kbps.length - 1) {
        steppedAtMs = nowMs;
        peakMs = delay;
        calmSinceMs = undefined;
        return stepDown(kbps, place, nowMs);
      }
      if (place === 0 || calmSinceMs === undefined || nowMs - calmSinceMs < raiseMs) return place;
      calmSinceMs = undefined;
      steppedAtMs = raisedAtMs = nowMs;
      return place - 1;
    },
  };
}
