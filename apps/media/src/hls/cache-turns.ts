/*
 * nginx wakes requests waiting at a cache lock only each 500 ms, longer than two parts last. To avoid that wait, the
 * first reader behind a cache is let through at once and waits for the resource at its source; the others are let
 * through when the cache has fetched it.
 */

/** Decides when a reader behind a cache may ask the cache for a resource. */
export interface CacheTurns {
  /** Readers that are held. */
  readonly waiting: number;
  /**
   * Resolves when it is the reader's turn.
   * @param key names the resource and the cache
   * @param hasCome called for the first reader: resolves when the resource is available, in bounded time
   */
  take(key: string, hasCome: () => Promise<unknown>): Promise<void>;
  /** The cache has been answered. */
  fetched(key: string): void;
}

export interface CacheTurnsOptions {
  /** From the answer until the cache has stored it. */
  readonly storeMs: number;
  /** A cache that does not request a resource this long after it became available has it already. */
  readonly fetchMs: number;
  /** How many resources are remembered. */
  readonly keysMax: number;
  /** More readers than this are not held. */
  readonly waitingMax: number;
}

interface Turn {
  readonly isOpen: Promise<void>;
  /** Lets the others through after this many milliseconds. */
  readonly openIn: (ms: number) => void;
}

function makeTurn(): Turn {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { isOpen: promise, openIn: (ms) => void setTimeout(resolve, ms).unref() };
}

export function makeCacheTurns({ storeMs, fetchMs, keysMax, waitingMax }: CacheTurnsOptions): CacheTurns {
  const turns = new Map<string, Turn>();
  let waiting = 0;

  const begin = (key: string): Turn => {
    const turn = makeTurn();
    turns.set(key, turn);
    // Insertion order is order of time, so the oldest comes first.
    if (turns.size > keysMax) turns.delete(turns.keys().next().value!);
    return turn;
  };

  return {
    get waiting() {
      return waiting;
    },
    async take(key, hasCome) {
      const known = turns.get(key);
      if (!known) {
        const turn = begin(key);
        void hasCome().then(() => turn.openIn(fetchMs));
      } else if (waiting < waitingMax) {
        waiting += 1;
        await known.isOpen;
        waiting -= 1;
      }
    },
    fetched: (key) => turns.get(key)?.openIn(storeMs),
  };
}
