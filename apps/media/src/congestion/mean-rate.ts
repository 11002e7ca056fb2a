/** A rate over the last moments; newer ones weigh more. */
export interface MeanRate {
  add(bytes: number, atMs: number): void;
  /** In kbit/s. */
  at(atMs: number): number;
}

/** A beginning is averaged over this long, so that one large packet does not look like a fast connection. */
const LEAST_MS = 3_000;

/** @param spanMs older data has little weight */
export function makeMeanRate(spanMs: number): MeanRate {
  let bits = 0;
  let sinceMs: number | undefined;
  let untilMs = 0;

  const decay = (atMs: number): void => {
    if (sinceMs === undefined) sinceMs = untilMs = atMs;
    if (atMs <= untilMs) return;
    bits *= Math.exp(-(atMs - untilMs) / spanMs);
    untilMs = atMs;
  };

  return {
    add(bytes, atMs) {
      decay(atMs);
      bits += bytes * 8;
    },
    at(atMs) {
      if (sinceMs === undefined) return 0;
      decay(atMs);
      const seenMs = Math.max(Math.min(LEAST_MS, spanMs / 2), untilMs - sinceMs);
      return bits / (spanMs * (1 - Math.exp(-seenMs / spanMs)));
    },
  };
}
