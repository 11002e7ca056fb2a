/*
 * How long packets wait compared to the shortest recent delay. A queue that stays full does not grow, so the delay
 * trend misses it, though everything is late and sound gets lost in it.
 */

export interface StandingQueue {
  /** Milliseconds; 0 before anything has come. */
  readonly ms: number;
  /** Times are in milliseconds, each of its own clock. */
  onPacket(sentMs: number, arrivalMs: number, nowMs: number): void;
}

/** Routes and clocks change, so the shortest delay is forgotten after once to twice this time. */
const PERIOD_MS = 15_000;
const WEIGHT = 1 / 8;

export function makeStandingQueue(): StandingQueue {
  let wayMs: number | undefined;
  let leastMs = Infinity;
  let leastBeforeMs = Infinity;
  let sinceMs: number | undefined;

  return {
    get ms() {
      return wayMs === undefined ? 0 : Math.max(0, wayMs - Math.min(leastMs, leastBeforeMs));
    },
    onPacket(sentMs, arrivalMs, nowMs) {
      const way = arrivalMs - sentMs;
      sinceMs ??= nowMs;
      if (nowMs - sinceMs > PERIOD_MS) {
        sinceMs = nowMs;
        leastBeforeMs = leastMs;
        leastMs = Infinity;
      }
      leastMs = Math.min(leastMs, way);
      wayMs = wayMs === undefined ? way : wayMs + (way - wayMs) * WEIGHT;
    },
  };
}
