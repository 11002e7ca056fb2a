import { makeFairQueue, type QueueLimits, type QueueRefusal } from '../http/index.ts';

/** Why a page is not rendered now. */
export type RenderRefusal = QueueRefusal;

export interface RenderQueue {
  /**
   * Renders when the caller's turn comes. A cached page needs no turn.
   * @param isCounted false: however often they ask, they only wait for their turn
   * @returns the refusal where they have asked too often, or where too many wait
   */
  run<T>(network: string, isCounted: boolean, render: () => Promise<T>): Promise<T | RenderRefusal>;
}

export interface RenderLimits extends QueueLimits {
  /** Renders that one network has at once, and gets back each second. */
  readonly burst: number;
  readonly perSecond: number;
}

export const RENDER_LIMITS: RenderLimits = {
  runningMax: 2,
  waitingMax: 64,
  waitingOfOne: 12,
  burst: 120,
  perSecond: 4,
};

const SWEEP_AT = 10_000;

/** Lets pages be rendered in turns of networks, and no network take more than its share over time. */
export function makeRenderQueue(limits: RenderLimits, now: () => number = Date.now): RenderQueue {
  const queue = makeFairQueue(limits);
  const uncounted = makeFairQueue({ ...limits, waitingOfOne: Infinity, waitingMax: Infinity });
  const buckets = new Map<string, { level: number; at: number }>();

  const take = (network: string): boolean => {
    const at = now();
    const bucket = buckets.get(network) ?? { level: limits.burst, at };
    const level = Math.min(limits.burst, bucket.level + ((at - bucket.at) / 1000) * limits.perSecond);
    if (buckets.size > SWEEP_AT)
      for (const [key, other] of buckets)
        if ((at - other.at) / 1000 > limits.burst / limits.perSecond) buckets.delete(key);
    buckets.set(network, { level: level >= 1 ? level - 1 : level, at });
    return level >= 1;
  };

  return {
    async run(network, isCounted, render) {
      if (!isCounted) return uncounted.run(network, render);
      return take(network) ? queue.run(network, render) : 'too_many';
    },
  };
}
