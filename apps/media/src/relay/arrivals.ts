/*
 * The site renames a broadcast and hands out tokens of the new name at the same moment, over two channels. A viewer who
 * arrives before the new name waits for it.
 */

/** Names of streams that somebody waits for. */
export interface Arrivals {
  /** Resolves when the stream is there, or after `holdMs`, or at once where too many wait. */
  until(streamName: string, isThere: () => boolean): Promise<void>;
  /** The stream may be there now. */
  arrived(streamName: string): void;
  close(): void;
}

export interface ArrivalsOptions {
  readonly holdMs: number;
  readonly waitersMax: number;
}

export function makeArrivals({ holdMs, waitersMax }: ArrivalsOptions): Arrivals {
  const waiting = new Map<string, Set<() => void>>();
  let count = 0;

  const arrived = (streamName: string): void => {
    for (const go of waiting.get(streamName) ?? []) go();
  };

  return {
    until(streamName, isThere) {
      if (isThere() || count >= waitersMax) return Promise.resolve();
      return new Promise((resolve) => {
        const waiters = waiting.get(streamName) ?? new Set();
        waiting.set(streamName, waiters);
        const go = (): void => {
          clearTimeout(timer);
          if (!waiters.delete(go)) return;
          count -= 1;
          if (waiters.size === 0) waiting.delete(streamName);
          resolve();
        };
        const timer = setTimeout(go, holdMs);
        timer.unref();
        waiters.add(go);
        count += 1;
      });
    },
    arrived,
    close() {
      for (const streamName of waiting.keys()) arrived(streamName);
    },
  };
}
