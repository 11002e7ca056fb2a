import { makeAckedRate } from './acked-rate.ts';
import { type LineUse, makeDelayTrend } from './delay-trend.ts';
import { makeLossBound } from './loss-bound.ts';
import { makeProbeResults } from './probe-results.ts';
import { makeRateControl, type RateLimits } from './rate-control.ts';
import type { PacketResult } from './send-history.ts';
import { makeStandingQueue } from './standing-queue.ts';

/** A connection's capacity, from its receiver's feedback about each packet. */
export interface SendEstimate {
  /** How much may be sent, in kbit/s. */
  readonly kbps: number;
  /** What came through lately; undefined where that is not known. */
  readonly ackedKbps: number | undefined;
  /** True once a receiver has sent any. */
  readonly hasFeedback: boolean;
  /** True while packets wait on the line. */
  readonly isFull: boolean;
  /** A probe has been sent whole. */
  expectProbe(probe: number, packets: number): void;
  /** @returns what a probe has found, where it is known whole by this */
  onResults(results: readonly PacketResult[], rttMs: number, nowMs: number): number | undefined;
  /** To be called some times a second: a receiver that falls silent is sent less and less. */
  tick(nowMs: number, inFlightBytes: number): void;
}

/** A receiver sends feedback several times a second as long as anything reaches it. */
const SILENT_MS = 1_200;
const SILENT_BACK_OFF = 0.6;
/** A probe's backlog drains in this time, and says nothing about other traffic. */
const PROBED_MS = 500;
/** A standing delay this long makes sound late, or loses it where the queue is no longer than that. */
const STANDING_MS = 130;
const NOISE_MS = 50;

/** In order of arrival, which is mostly the order of sending. */
function byArrival(came: readonly PacketResult[]): readonly PacketResult[] {
  const isSorted = came.every(({ arrivalMs }, i) => i === 0 || arrivalMs! >= came[i - 1]!.arrivalMs!);
  return isSorted ? came : came.toSorted((a, b) => a.arrivalMs! - b.arrivalMs!);
}

export function makeSendEstimate(limits: RateLimits): SendEstimate {
  const trend = makeDelayTrend();
  const rate = makeRateControl(limits);
  const losses = makeLossBound(limits.minKbps);
  const acked = makeAckedRate();
  const queue = makeStandingQueue();
  const probes = makeProbeResults();
  let heardMs: number | undefined;
  let hasFeedback = false;
  let isStarting = true;
  let probedMs = -Infinity;
  let use: LineUse = 'normal';
  let isStanding = false;

  const onProbe = (kbps: number, nowMs: number): void => {
    // A lower value may come from a busy machine, and if true it also shows in the delays; at first there is nothing
    // better.
    if (kbps > rate.kbps || isStarting) rate.set(kbps, nowMs);
    isStarting = false;
  };

  return {
    get kbps() {
      return Math.min(rate.kbps, losses.kbps);
    },
    get ackedKbps() {
      return acked.kbps;
    },
    get hasFeedback() {
      return hasFeedback;
    },
    get isFull() {
      return isStanding || use !== 'normal';
    },
    expectProbe: (probe, packets) => probes.expect(probe, packets),
    onResults(results, rttMs, nowMs) {
      if (results.length === 0) return undefined;
      heardMs = nowMs;
      hasFeedback = true;
      const came = results.filter(({ arrivalMs }) => arrivalMs !== undefined);
      let isProbed = false;
      for (const { sentMs, arrivalMs, probe } of came) {
        trend.onPacket(sentMs, arrivalMs!, nowMs);
        queue.onPacket(sentMs, arrivalMs!, nowMs);
        isProbed ||= probe !== 0;
      }
      if (isProbed) probedMs = nowMs;
      for (const { bytes, sentMs, arrivalMs } of byArrival(came)) acked.onPacket(bytes, sentMs, arrivalMs!);
      isStanding = queue.ms > STANDING_MS;
      const isProbing = nowMs - probedMs < PROBED_MS;
      // A busy machine also delays packets; if hardly any wait on the connection it is not filling up.
      const isNoise = trend.use === 'over' && queue.ms < NOISE_MS;
      use = isNoise ? 'normal' : trend.use === 'over' && isProbing ? 'under' : trend.use;
      const seen = { isStanding, ackedKbps: acked.kbps, pace: acked.pace, rttMs };
      rate.update({ ...seen, use: isNoise ? 'under' : use }, nowMs);
      losses.onResults(came.length, results.length - came.length, rate.kbps, rttMs, nowMs);
      const found = isProbed ? probes.onResults(results) : undefined;
      if (found) onProbe(found.kbps, nowMs);
      return found?.kbps;
    },
    tick(nowMs, inFlightBytes) {
      if (inFlightBytes === 0) heardMs = nowMs;
      heardMs ??= nowMs;
      if (nowMs - heardMs < SILENT_MS) return;
      heardMs = nowMs;
      rate.set(rate.kbps * SILENT_BACK_OFF, nowMs);
    },
  };
}
