/** Media processes keep what they make for a viewer for a minute, so it is said again well before. */
const AGAIN_MS = 15_000;

/** Streams whose next viewer media was told of a moment ago, so that a crowd is told of once. */
export interface Awaited {
  /** Whether media should be told of it now; then it counts as told. */
  isNew(streamName: string): boolean;
}

/** @param now Unix milliseconds */
export function makeAwaited(now: () => number): Awaited {
  const toldAtMs = new Map<string, number>();
  return {
    isNew(streamName) {
      // Insertion order is order of time, so the old ones come first.
      for (const [name, atMs] of toldAtMs) {
        if (now() - atMs < AGAIN_MS) break;
        toldAtMs.delete(name);
      }
      if (toldAtMs.has(streamName)) return false;
      toldAtMs.set(streamName, now());
      return true;
    },
  };
}
