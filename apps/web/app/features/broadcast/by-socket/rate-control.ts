/*
 * Rate control for a connection that loses nothing but delays instead: what has not arrived is a queue, and the queue
 * is the delay that viewers see. It controls the encoder, not what is already encoded.
 */

/** What the encoder is to do from now on. */
export interface SendingPlan {
  readonly kbps: number;
  /** Of the camera's own width and height: 1, 3/4 or 1/2. */
  readonly scale: number;
  /** Nothing more is encoded until the queue is shorter. */
  readonly isHeld: boolean;
}

export interface RateControl {
  readonly plan: SendingPlan;
  /** Looks at the queue; to be called some times a second. @returns whether the plan has changed */
  look(queuedBytes: number, nowMs: number): boolean;
}

/** Below this no picture is worth sending. */
const KBPS_MIN = 150;
/** A queue this long lowers the quality; from this long on nothing is added. */
const LONG_MS = 350;
const HELD_MS = 800;
const SHORT_MS = 200;
/** How long a reduction has to take effect before the next. */
const LOWER_EVERY_MS = 700;
/** After this long without a queue, more is tried. */
const RAISE_AFTER_MS = 3_000;
const LOWER = 0.7;
const RAISE = 1.15;
/** Below these shares of the highest rate a smaller picture looks better than a coarse one. */
const SCALES = [
  { below: 0.18, scale: 1 / 2 },
  { below: 0.4, scale: 3 / 4 },
] as const;
/** A larger picture has to be worth a keyframe. */
const LARGER_MARGIN = 1.3;

/** @param soundKbps the sound's rate besides the picture */
export function makeRateControl(maxKbps: number, soundKbps: number, startMs: number): RateControl {
  let plan: SendingPlan = { kbps: maxKbps, scale: 1, isHeld: false };
  let loweredMs = -Infinity;
  let goodSinceMs = startMs;

  const scaleFor = (kbps: number): number => {
    const wanted = SCALES.find(({ below }) => kbps < below * maxKbps)?.scale ?? 1;
    if (wanted <= plan.scale) return wanted;
    const sure = SCALES.find(({ below }) => kbps < below * maxKbps * LARGER_MARGIN)?.scale ?? 1;
    return Math.max(plan.scale, sure);
  };

  const change = (next: Partial<SendingPlan>): boolean => {
    const kbps = Math.round(next.kbps ?? plan.kbps);
    const before = plan;
    plan = { kbps, scale: scaleFor(kbps), isHeld: next.isHeld ?? plan.isHeld };
    return before.kbps !== kbps || before.scale !== plan.scale || before.isHeld !== plan.isHeld;
  };

  return {
    get plan() {
      return plan;
    },
    look(queuedBytes, nowMs) {
      const queueMs = (queuedBytes * 8) / (plan.kbps + soundKbps);
      const isHeld = queueMs > HELD_MS || (plan.isHeld && queueMs > SHORT_MS);
      if (queueMs > SHORT_MS) goodSinceMs = nowMs;
      if (queueMs > LONG_MS && nowMs - loweredMs > LOWER_EVERY_MS) {
        loweredMs = nowMs;
        return change({ kbps: Math.max(Math.min(KBPS_MIN, maxKbps), plan.kbps * LOWER), isHeld });
      }
      if (nowMs - goodSinceMs > RAISE_AFTER_MS && plan.kbps < maxKbps) {
        goodSinceMs = nowMs;
        return change({ kbps: Math.min(maxKbps, plan.kbps * RAISE), isHeld });
      }
      return change({ isHeld });
    },
  };
}
