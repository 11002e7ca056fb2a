/**
 * Puts the times of one track on the page's clock. Tracks start at different times, and a new camera starts again, so
 * the first time of each counts as now; after that the track's own intervals count.
 */
export interface TrackClock {
  /** @returns where it lies, later than the one before; both in microseconds */
  place(microseconds: number, nowMicroseconds: number): number;
}

/** A track that is off by more has restarted or was frozen. */
const OFF_MAX = 400_000;

export function makeTrackClock(): TrackClock {
  let offset: number | undefined;
  let last = -1;
  return {
    place(microseconds, now) {
      if (offset === undefined || Math.abs(microseconds + offset - now) > OFF_MAX)
        offset = now - microseconds;
      last = Math.max(last + 1, Math.round(microseconds + offset));
      return last;
    },
  };
}
