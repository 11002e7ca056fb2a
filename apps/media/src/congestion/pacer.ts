/** Spreads sending over time, so that a keyframe does not fill the queue of a narrow connection at once. */
export interface Pacer {
  /** How fast it goes out, in kbit/s; Infinity: at once. */
  kbps: number;
  mayGo(nowMs: number): boolean;
  /** Something has gone out, whether or not it was its turn. */
  spend(bytes: number, nowMs: number): void;
}

/** What goes out together. */
export const SLICE_MS = 5;
/** How much a late machine may catch up. */
const CREDIT_MS = 20;

export function makePacer(): Pacer {
  /** When all that went out would be through at this rate. */
  let freeMs = -Infinity;
  return {
    kbps: Infinity,
    mayGo: (nowMs) => freeMs <= nowMs + SLICE_MS,
    spend(bytes, nowMs) {
      freeMs = Math.max(freeMs, nowMs - CREDIT_MS) + (bytes * 8) / this.kbps;
    },
  };
}
