import type { RateClass } from '@klieg/contract';
import type { Clock } from '@klieg/kernel';
import type { RateStore } from './rate-store.ts';

/** Calls per minute of each class (http page, 2.6). */
export const callsPerMinute: Readonly<Record<RateClass, number>> = {
  auth: 10,
  write: 60,
  read: 600,
  spend: 120,
  match: 30,
  upload: 20,
  log: 30,
  heavy: 60,
  hook: 600,
  media: 120,
};

/** With demo content a loopback address gets this many times as much. */
export const DEMO_FACTOR = 20;
const SWEEP_AT = 50_000;

export interface RateDecision {
  readonly isAllowed: boolean;
  readonly limit: number;
  readonly remaining: number;
  /** Seconds until a refused caller may try again, or until the bucket is full. */
  readonly resetSeconds: number;
}

export interface RateLimiter {
  /** Counts one call of `who` (an account, an address) in a class. */
  take(rate: RateClass, who: string, isGenerous: boolean): Promise<RateDecision>;
}

/** Classes that allow guessing secrets: counted for all nodes together, so that more nodes do not mean more tries. */
const SHARED: ReadonlySet<RateClass> = new Set<RateClass>(['auth']);

/** A bucket's answer to a caller; `level` is what is left afterwards. */
function decide(limit: number, level: number, isAllowed: boolean): RateDecision {
  const missing = isAllowed ? limit - level : 1 - level;
  return {
    isAllowed,
    limit,
    remaining: Math.max(0, Math.floor(level)),
    resetSeconds: Math.max(1, Math.ceil((missing / limit) * 60)),
  };
}

/** Token buckets in memory, full after a minute of rest; those of shared classes in PostgreSQL too. */
export function makeRateLimiter(deps: {
  readonly clock: Clock;
  readonly store: Pick<RateStore, 'take' | 'prune'>;
}): RateLimiter {
  const buckets = new Map<string, { level: number; at: number }>();

  const sweep = (now: number) => {
    for (const [key, bucket] of buckets) if (now - bucket.at > 60_000) buckets.delete(key);
  };

  const takeHere = (key: string, limit: number, now: number): RateDecision => {
    if (buckets.size > SWEEP_AT) sweep(now);
    const bucket = buckets.get(key) ?? { level: limit, at: now };
    const filled = Math.min(limit, bucket.level + Math.max(0, now - bucket.at) * (limit / 60_000));
    const isAllowed = filled >= 1;
    const level = isAllowed ? filled - 1 : filled;
    buckets.set(key, { level, at: now });
    return decide(limit, level, isAllowed);
  };

  return {
    async take(rate, who, isGenerous) {
      const limit = callsPerMinute[rate] * (isGenerous ? DEMO_FACTOR : 1);
      const now = deps.clock.now();
      const key = `${rate} ${who}`;
      const here = takeHere(key, limit, now);
      // A caller without calls left here has none anywhere: a flood costs the database nothing.
      if (!SHARED.has(rate) || !here.isAllowed) return here;
      const { level, isAllowed } = await deps.store.take(key, limit, now);
      return decide(limit, level, isAllowed);
    },
  };
}
