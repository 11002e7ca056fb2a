/** Limits the rate by losses: a full queue that does not grow loses packets. */
export interface LossBound {
  /** Infinite as long as losses give no limit. */
  readonly kbps: number;
  /** @param kbps what may be sent otherwise */
  onResults(received: number, lost: number, kbps: number, rttMs: number, nowMs: number): void;
}

/** Losses are averaged over this many packets or this time, whichever is more. */
const PACKETS_MIN = 20;
const WINDOW_MS = 400;
/** A loss share this far above the connection's usual one comes from an overflowing queue. */
const HIGH = 0.1;
/** Below this it may be tried whether more goes through again. */
const LOW = 0.05;
/** How many standard deviations a high share may be chance, since among few packets some easily get lost. */
const DEVIATIONS = 1.5;
/** What a line loses however little it carries is believed up to here. */
const ALWAYS_MAX = 0.2;
const STEP_MS = 300;
const GROWTH_PER_SECOND = 1.15;
/** If sending less left this share of the losses, they do not come from sending too much. */
const UNCHANGED = 0.7;
const JUDGE_MS = 1_500;
/** Judged only after lowering the rate by this factor. */
const LOWERED = 0.8;

/** A bound that is lowered by losses, but not by those that a line always has, as by radio. */
export function makeLossBound(minKbps: number): LossBound {
  let bound = Infinity;
  let always = 0;
  let received = 0;
  let lost = 0;
  let sinceMs: number | undefined;
  let loweredMs = -Infinity;
  /** The losses when the bound was first lowered, to compare with later ones. */
  let judged:
    | { readonly share: number; readonly kbps: number; atMs: number; count: number; lost: number }
    | undefined;

  const judge = (nowMs: number): void => {
    if (!judged || nowMs - judged.atMs < JUDGE_MS || judged.count < PACKETS_MIN * 2) return;
    if (bound > judged.kbps * LOWERED) {
      // The rate has hardly been lowered, which shows nothing about the effect.
      judged.count = judged.lost = 0;
      judged.atMs = nowMs;
      return;
    }
    const after = judged.lost / judged.count;
    if (after > judged.share * UNCHANGED) {
      always = Math.min(ALWAYS_MAX, Math.max(always, after));
      bound = Infinity;
    }
    judged = undefined;
  };

  const lower = (share: number, kbps: number, nowMs: number): void => {
    loweredMs = nowMs;
    const before = Math.min(bound, kbps);
    bound = Math.max(minKbps, before * (1 - 0.5 * (share - always)));
    judged ??= { share, kbps: before, atMs: nowMs, count: 0, lost: 0 };
  };

  /** What a share has to be beyond to come of a queue, by how many packets it was counted. */
  const highOf = (packets: number): number =>
    HIGH + always + DEVIATIONS * Math.sqrt((HIGH * (1 - HIGH)) / packets);

  const weigh = (packets: number, kbps: number, rttMs: number, seconds: number, nowMs: number): void => {
    const share = lost / packets;
    if (share < always) always = Math.max(share, always * 0.98);
    if (share > highOf(packets)) {
      if (nowMs - loweredMs >= STEP_MS + rttMs) lower(share, kbps, nowMs);
    } else if (share < LOW + always && bound !== Infinity) {
      bound = bound * GROWTH_PER_SECOND ** seconds + 1;
      if (bound <= kbps * 2) return;
      bound = Infinity;
      judged = undefined;
    }
  };

  return {
    get kbps() {
      return bound;
    },
    onResults(more, moreLost, kbps, rttMs, nowMs) {
      sinceMs ??= nowMs;
      received += more;
      lost += moreLost;
      // Packets sent at the old rate do not count for the new one.
      if (judged && nowMs - judged.atMs > rttMs + STEP_MS) {
        judged.count += more + moreLost;
        judged.lost += moreLost;
      }
      if (received + lost < PACKETS_MIN || nowMs - sinceMs < WINDOW_MS) return;
      weigh(received + lost, kbps, rttMs, (nowMs - sinceMs) / 1_000, nowMs);
      judge(nowMs);
      received = lost = 0;
      sinceMs = nowMs;
    },
  };
}
