/**
 * How much of a stream's own time may come. The times of pictures are their sender's word, and viewers pay by the stream's
 * time, so it runs no faster than time passes.
 */
export interface StreamPace {
  /** Milliseconds of the stream that may come now. */
  readonly leftMs: number;
  /** This much has arrived. */
  spend(ms: number): void;
}

/** How much a stalled connection may catch up at once, and an encoder may send ahead. */
const SAVED_MS_MAX = 15_000;
/** Clocks of encoders are off by far less than this. */
const SPEED_MAX = 1.01;

/** @param now monotonic milliseconds */
export function makeStreamPace(now: () => number): StreamPace {
  let savedMs = SAVED_MS_MAX;
  let atMs = now();

  const save = (): void => {
    const nowMs = now();
    savedMs = Math.min(SAVED_MS_MAX, savedMs + Math.max(0, nowMs - atMs) * SPEED_MAX);
    atMs = nowMs;
  };

  return {
    get leftMs() {
      save();
      return savedMs;
    },
    spend(ms) {
      save();
      savedMs -= ms;
    },
  };
}
