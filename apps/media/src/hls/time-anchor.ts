/** Says which wall clock time belongs to a time of the stream, the same for all its renditions. */
export interface TimeAnchor {
  /** The stream is known up to `endMs` now. */
  observe(endMs: number): void;
  /** Unix milliseconds; those of the call when nothing was observed. */
  dateOf(startMs: number): number;
}

/** Arrivals vary; only a larger difference means another clock. */
const DRIFT_MS = 1_000;

/** @param wallClock Unix milliseconds */
export function makeTimeAnchor(wallClock: () => number): TimeAnchor {
  let offsetMs: number | undefined;
  return {
    observe(endMs) {
      const seenMs = wallClock() - endMs;
      const isOff = offsetMs === undefined || seenMs - offsetMs > DRIFT_MS;
      // The chunk that came with the least delay is closest to the truth.
      if (isOff || seenMs < offsetMs!) offsetMs = seenMs;
    },
    dateOf: (startMs) => (offsetMs === undefined ? wallClock() : offsetMs + startMs),
  };
}
