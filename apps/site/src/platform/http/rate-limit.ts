import type { RateClass } from '@klieg/contract';
import type { Clock } from '@klieg/kernel';

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
const DEMO_FACTOR = 20;
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
  take(rate: RateClass, who: string, isGenerous: boolean): RateDecision;
}

/** Token buckets in memory: full after a minute of rest. One per node; the figures are per node. */
export function makeRateLimiter(clock: Clock): RateLimiter {
  const buckets = new Map<string, { level: number; at: number }>();

  const sweep = (now: number) => {
    for (const [key, bucket] of buckets) if (now - bucket.at > 60_000) buckets.delete(key);
  };

  return {
    take(rate, who, isGenerous) {
      const limit = callsPerMinute[rate] * (isGenerous ? DEMO_FACTOR : 1);
      const perMs = limit / 60_000;
      const now = clock.now();
      if (buckets.size > SWEEP_AT) sweep(now);
      const key = `${rate} ${who}`;
      const bucket = buckets.get(key) ?? { level: limit, at: now };
      const level = Math.min(limit, bucket.level + Math.max(0, now - bucket.at) * perMs);
      const isAllowed = level >= 1;
      buckets.set(key, { level: isAllowed ? level - 1 : level, at: now });
      const missing = isAllowed ? limit - level + 1 : 1 - level;
      return {
        isAllowed,
        limit,
        remaining: Math.max(0, Math.floor(isAllowed ? level - 1 : level)),
        resetSeconds: Math.max(1, Math.ceil(missing / perMs / 1000)),
      };
    },
  };
}
