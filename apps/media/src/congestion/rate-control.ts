import type { LineUse } from './delay-trend.ts';

/** The allowed rate by delays: it grows while they are stable, and falls below the received rate when they grow. */
export interface RateControl {
  readonly kbps: number;
  update(line: SeenLine, nowMs: number): void;
  /** Something better is known. */
  set(kbps: number, nowMs: number): void;
}

export interface SeenLine {
  readonly use: LineUse;
  /** True where packets wait for long, whether or not longer and longer. */
  readonly isStanding: boolean;
  /** What came through lately; undefined where that is not known yet. */
  readonly ackedKbps: number | undefined;
  /** How fast packets came over how fast they were sent. */
  readonly pace: number;
  readonly rttMs: number;
}

export interface RateLimits {
  readonly startKbps: number;
  readonly minKbps: number;
  readonly maxKbps: number;
}

/** Share of the received rate while delays grow, so that the backlog drains. */
const BACK_OFF = 0.85;
const GROWTH_PER_SECOND = 1.08;
/** A rate this far above the received one is not trusted, since it was never tried. */
const BEYOND_ACKED = 1.5;
const BEYOND_ACKED_KBPS = 10;
const PACKET_BITS = 9_600;
const RESPONSE_MS = 100;
const GROWTH_KBPS_MIN = 4;
const STEP_MS_MAX = 1_000;
/** One queue that is seen is answered once, not by each feedback until it has drained. */
const DECREASE_MS_MIN = 250;
/** A standing queue gets this long to drain before the rate is lowered further. */
const DRAIN_MS = 800;
/** Where as much comes as is sent, and little is sent, longer delays are noise, or a line a little too narrow. */
const PACE_FINE = 0.85;
const CAREFUL_BACK_OFF = 0.85;
const FINE_BACK_OFF = 0.95;

/** What a line has carried each time that it was full, with how much that differs. */
function makeCapacity() {
  let mean: number | undefined;
  let variance = 0.4;
  const deviation = (): number => Math.sqrt(variance * (mean ?? 0));
  return {
    isNear: (kbps: number): boolean => mean !== undefined && Math.abs(kbps - mean) <= 3 * deviation(),
    isBeyond: (kbps: number): boolean => mean !== undefined && kbps > mean + 3 * deviation(),
    get known() {
      return mean !== undefined;
    },
    forget() {
      mean = undefined;
    },
    add(kbps: number) {
      if (mean === undefined || Math.abs(kbps - mean) > 3 * deviation()) {
        mean = kbps;
        return;
      }
      const error = mean - kbps;
      mean = 0.95 * mean + 0.05 * kbps;
      variance = Math.min(2.5, Math.max(0.4, 0.95 * variance + (0.05 * error * error) / Math.max(mean, 1)));
    },
  };
}

export function makeRateControl({ startKbps, minKbps, maxKbps }: RateLimits): RateControl {
  const capacity = makeCapacity();
  let kbps = startKbps;
  let isHolding = true;
  let updatedMs: number | undefined;
  let decreasedMs = -Infinity;

  const clamped = (value: number): number => Math.min(maxKbps, Math.max(minKbps, value));

  const increase = (ackedKbps: number | undefined, rttMs: number, nowMs: number): void => {
    const seconds = Math.min(STEP_MS_MAX, nowMs - (updatedMs ?? nowMs)) / 1_000;
    if (ackedKbps !== undefined && capacity.isBeyond(ackedKbps)) capacity.forget();
    const additive = Math.max(GROWTH_KBPS_MIN, PACKET_BITS / (rttMs + RESPONSE_MS)) * seconds;
    const grown = capacity.known ? kbps + additive : kbps * GROWTH_PER_SECOND ** seconds + seconds;
    const most = ackedKbps === undefined ? grown : ackedKbps * BEYOND_ACKED + BEYOND_ACKED_KBPS;
    kbps = clamped(Math.max(kbps, Math.min(grown, most)));
  };

  const decrease = ({ ackedKbps, pace, isStanding }: SeenLine, nowMs: number): void => {
    decreasedMs = nowMs;
    const carried = ackedKbps ?? kbps;
    const isFine = pace > PACE_FINE && !isStanding;
    const least = isFine ? kbps * CAREFUL_BACK_OFF : 0;
    if (carried * BACK_OFF >= least) capacity.add(carried);
    kbps = clamped(Math.min(kbps, Math.max(least, carried * (isFine ? FINE_BACK_OFF : BACK_OFF))));
  };

  return {
    get kbps() {
      return kbps;
    },
    update(line, nowMs) {
      const { use, isStanding, ackedKbps, rttMs } = line;
      if (use === 'over') {
        if (nowMs - decreasedMs >= Math.max(DECREASE_MS_MIN, rttMs)) decrease(line, nowMs);
        isHolding = true;
      } else if (isStanding) {
        if (nowMs - decreasedMs >= DRAIN_MS + rttMs) decrease(line, nowMs);
        isHolding = true;
      } else if (use === 'under') isHolding = true;
      else if (isHolding) isHolding = false;
      else increase(ackedKbps, rttMs, nowMs);
      updatedMs = nowMs;
    },
    set(next, nowMs) {
      kbps = clamped(next);
      capacity.forget();
      updatedMs = nowMs;
    },
  };
}
