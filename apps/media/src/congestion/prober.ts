/*
 * When to try whether a line carries more than is sent: at the start, when nothing is known, and while a better
 * rendition would need more than is known. A probe is some packets, sent for a moment as fast as that.
 */

export interface Prober {
  /** What the next better rendition needs, with everything else; undefined: nothing more is wanted. */
  want(kbps: number | undefined): void;
  /** How fast to probe now; undefined: not now. */
  due(estimateKbps: number, nowMs: number): number | undefined;
  /** A probe has measured this rate. */
  onFound(kbps: number, nowMs: number): void;
}

/** One after the other, at the start. */
const FIRST_KBPS = [2_500, 6_000] as const;
const FIRST_APART_MS = 30;
/** A line that was narrow may be wide again at any time, and the picture should be whole a moment later. */
const APART_MS = 1_200;
/** The first probe tries this multiple of the known rate, which a narrow connection hardly notices; */
const FEELER = 1.6;
/** if it gets through, the next tries this multiple of the new rate. */
const STEP_MAX = 3;
/** Beyond what is wanted, to leave some room. */
const BEYOND = 1.2;
/** A probe that reached this share of its rate may be followed by the next at once. */
const GOOD = 0.7;
const ANSWER_MS = 1_000;

export function makeProber(): Prober {
  let wanted: number | undefined;
  let started = 0;
  let nextMs = -Infinity;
  let step: number = FEELER;
  let tried: { readonly kbps: number; readonly estimateKbps: number; readonly atMs: number } | undefined;

  return {
    want(kbps) {
      wanted = kbps;
    },
    due(estimateKbps, nowMs) {
      if (nowMs < nextMs) return undefined;
      const first = FIRST_KBPS[started];
      if (first !== undefined) {
        started += 1;
        nextMs = nowMs + (started < FIRST_KBPS.length ? FIRST_APART_MS : APART_MS);
        return first;
      }
      if (wanted === undefined || wanted <= estimateKbps) return undefined;
      const kbps = Math.min(wanted * BEYOND, estimateKbps * step);
      tried = { kbps, estimateKbps, atMs: nowMs };
      step = FEELER;
      nextMs = nowMs + APART_MS;
      return kbps;
    },
    onFound(kbps, nowMs) {
      if (!tried || nowMs - tried.atMs > ANSWER_MS) return;
      if (kbps < tried.kbps * GOOD || kbps <= tried.estimateKbps) return;
      step = STEP_MAX;
      tried = undefined;
      nextMs = nowMs;
    },
  };
}
