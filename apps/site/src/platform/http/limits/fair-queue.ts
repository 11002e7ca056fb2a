/** Why something costly is not done now: this network has many that wait, or all together do. */
export type QueueRefusal = 'too_many' | 'busy';

export interface FairQueue {
  /**
   * Does something costly when the caller's turn comes.
   * @returns the refusal where too many wait
   */
  run<T>(network: string, work: () => Promise<T>): Promise<T | QueueRefusal>;
}

export interface QueueLimits {
  /** At once: more would only delay each of them, and everything else. */
  readonly runningMax: number;
  /** How many may wait, in total and per network. */
  readonly waitingMax: number;
  readonly waitingOfOne: number;
}

/**
 * Runs costly work a few at a time, taking turns between the visitors' networks: a network with many requests only
 * delays itself.
 */
export function makeFairQueue(limits: QueueLimits): FairQueue {
  const waiting = new Map<string, (() => void)[]>();
  let waitingCount = 0;
  let running = 0;

  /** Runs the next one of the network that has waited longest, then moves that network to the end of the queue. */
  const letNext = () => {
    const [turn] = waiting;
    if (!turn || running >= limits.runningMax) return;
    const [network, row] = turn;
    waiting.delete(network);
    const start = row.shift()!;
    if (row.length > 0) waiting.set(network, row);
    waitingCount -= 1;
    running += 1;
    start();
  };

  return {
    async run(network, work) {
      const row = waiting.get(network) ?? [];
      if (row.length >= limits.waitingOfOne) return 'too_many';
      if (waitingCount >= limits.waitingMax) return 'busy';
      await new Promise<void>((resolve) => {
        row.push(resolve);
        waiting.set(network, row);
        waitingCount += 1;
        letNext();
      });
      try {
        return await work();
      } finally {
        running -= 1;
        // Other work gets its turn between two of them.
        setImmediate(letNext);
      }
    },
  };
}

/** The queue of calls that hash, draw or search; as many run at once as there are threads for passwords. */
export const makeCostlyQueue = (): FairQueue =>
  makeFairQueue({ runningMax: 4, waitingMax: 200, waitingOfOne: 40 });
