/** Media processes keep what they make for a viewer for a minute, so the announcement is repeated well before. */
const AGAIN_MS = 15_000;

/** Streams whose next viewer was just announced to media, so that a crowd is announced once. */
export interface Awaited {
  /** Whether to announce it to media now; it then counts as announced. */
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
