/*
 * Whether packets wait longer and longer on their way, by the differences between when they were sent and when they
 * came (draft-ietf-rmcat-gcc-02, with the slope of a line through the smoothed delays).
 */

export type LineUse = 'normal' | 'over' | 'under';

export interface DelayTrend {
  /** Current state of the connection. */
  readonly use: LineUse;
  /** Arrived packets, in sending order. Times are in milliseconds, each of its own clock. */
  onPacket(sentMs: number, arrivalMs: number, nowMs: number): void;
}

/** Packets sent within this time belong together. */
const GROUP_MS = 5;
/** Packets that came at once after they had waited somewhere belong together, up to this long. */
const BURST_MS = 5;
const BURST_MS_MAX = 100;
/** After a clock jump, or a standstill this long, the delay trend starts again. */
const JUMP_MS = 3_000;
const POINTS = 20;
const SMOOTHING = 0.9;
const GAIN = 4;
const DELTAS_MAX = 60;
const OVER_MS = 10;
const THRESHOLD = { start: 12.5, min: 6, max: 600, up: 0.0087, down: 0.039, far: 15 } as const;
const THRESHOLD_STEP_MS = 100;

interface Group {
  firstSentMs: number;
  sentMs: number;
  firstArrivalMs: number;
  arrivalMs: number;
}

interface Slope {
  /** @returns the slope of the smoothed delays over time; undefined before there are enough */
  add(delayStepMs: number, arrivalMs: number): number | undefined;
  readonly count: number;
}

function meanOf(values: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i]!;
  return sum / values.length;
}

function makeSlope(): Slope {
  const xs = new Float64Array(POINTS);
  const ys = new Float64Array(POINTS);
  let firstMs: number | undefined;
  let delayMs = 0;
  let smoothedMs = 0;
  let count = 0;
  return {
    get count() {
      return count;
    },
    add(delayStepMs, arrivalMs) {
      firstMs ??= arrivalMs;
      count += 1;
      delayMs += delayStepMs;
      smoothedMs = SMOOTHING * smoothedMs + (1 - SMOOTHING) * delayMs;
      xs.copyWithin(0, 1);
      ys.copyWithin(0, 1);
      xs[POINTS - 1] = arrivalMs - firstMs;
      ys[POINTS - 1] = smoothedMs;
      if (count < POINTS) return undefined;
      const meanX = meanOf(xs);
      const meanY = meanOf(ys);
      let over = 0;
      let under = 0;
      for (let i = 0; i < POINTS; i++) {
        over += (xs[i]! - meanX) * (ys[i]! - meanY);
        under += (xs[i]! - meanX) ** 2;
      }
      return under > 0 ? over / under : undefined;
    },
  };
}

/** Says when a trend is more than noise; the noise threshold adapts to observations. */
function makeDetector(): (trend: number, sendStepMs: number, nowMs: number) => LineUse {
  let threshold: number = THRESHOLD.start;
  let adaptedMs: number | undefined;
  let overMs: number | undefined;
  let overCount = 0;
  let before = 0;
  let use: LineUse = 'normal';

  const adapt = (trend: number, nowMs: number): void => {
    const stepMs = Math.min(THRESHOLD_STEP_MS, nowMs - (adaptedMs ?? nowMs));
    adaptedMs = nowMs;
    const distance = Math.abs(trend) - threshold;
    // A sudden jump of the delay says nothing of the noise.
    if (distance > THRESHOLD.far) return;
    threshold += (distance < 0 ? THRESHOLD.down : THRESHOLD.up) * distance * stepMs;
    threshold = Math.min(THRESHOLD.max, Math.max(THRESHOLD.min, threshold));
  };

  return (trend, sendStepMs, nowMs) => {
    if (trend > threshold) {
      overMs = overMs === undefined ? sendStepMs / 2 : overMs + sendStepMs;
      overCount += 1;
      if (overMs > OVER_MS && overCount > 1 && trend >= before) {
        overMs = 0;
        overCount = 0;
        use = 'over';
      }
    } else {
      overMs = undefined;
      overCount = 0;
      use = trend < -threshold ? 'under' : 'normal';
    }
    before = trend;
    adapt(trend, nowMs);
    return use;
  };
}

export function makeDelayTrend(): DelayTrend {
  let slope = makeSlope();
  let detect = makeDetector();
  let group: Group | undefined;
  let earlier: Group | undefined;
  let use: LineUse = 'normal';

  const restart = (): void => {
    slope = makeSlope();
    detect = makeDetector();
    group = earlier = undefined;
    use = 'normal';
  };

  const close = (nowMs: number): void => {
    if (group && earlier) {
      const sendStepMs = group.sentMs - earlier.sentMs;
      const arrivalStepMs = group.arrivalMs - earlier.arrivalMs;
      if (Math.abs(arrivalStepMs - sendStepMs) > JUMP_MS) return restart();
      // Groups that changed places say nothing.
      if (arrivalStepMs < 0) return;
      const rise = slope.add(arrivalStepMs - sendStepMs, group.arrivalMs);
      if (rise !== undefined)
        use = detect(Math.min(slope.count, DELTAS_MAX) * rise * GAIN, sendStepMs, nowMs);
    }
    earlier = group;
  };

  /** True for a packet that was held back with others and let go at once. */
  const isBurst = (sentMs: number, arrivalMs: number, of: Group): boolean =>
    arrivalMs - of.arrivalMs <= BURST_MS &&
    arrivalMs - of.firstArrivalMs < BURST_MS_MAX &&
    arrivalMs - of.arrivalMs < sentMs - of.sentMs;

  return {
    get use() {
      return use;
    },
    onPacket(sentMs, arrivalMs, nowMs) {
      if (group && sentMs < group.firstSentMs) return;
      if (group && (sentMs - group.firstSentMs <= GROUP_MS || isBurst(sentMs, arrivalMs, group))) {
        group.sentMs = Math.max(group.sentMs, sentMs);
        group.arrivalMs = Math.max(group.arrivalMs, arrivalMs);
        return;
      }
      close(nowMs);
      group = { firstSentMs: sentMs, sentMs, firstArrivalMs: arrivalMs, arrivalMs };
    },
  };
}
