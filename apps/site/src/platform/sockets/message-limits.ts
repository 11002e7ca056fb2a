import { eventSpecs, type EventName, type EventSpec } from '@klieg/contract';

const TOTAL = { burst: 60, perSecond: 6 };
/** Longest message in bytes; private messages are longer (W40). */
const longestBytes = (name: string): number => (name === 'v3.pm.send' ? 8_192 : 4_096);
const WINDOW_MS = 60_000;
const MALFORMED_MAX = 10;
const REFUSED_MAX = 50;

interface Bucket {
  level: number;
  at: number;
}

const specs: Readonly<Record<string, EventSpec>> = eventSpecs;

/** Counts what one socket sends. */
export interface MessageLimits {
  /**
   * @param name undefined for a message of no known event, which counts in total alone
   * @returns milliseconds to wait when the message may not pass, else 0
   */
  take(name: EventName | undefined, now: number): number;
  isTooLong(name: string, bytes: number): boolean;
  /** @returns true when the socket must be closed with 4400 */
  countMalformed(now: number): boolean;
  /** @returns true when the socket must be closed with 4429 */
  countRefused(now: number): boolean;
}

/** Token buckets per event and in total, and the two counters that end a socket (W17, W40). */
export function makeMessageLimits(): MessageLimits {
  const buckets = new Map<string, Bucket>();
  const malformed: number[] = [];
  const refused: number[] = [];

  const waitFor = (key: string, rate: { burst: number; perSecond: number }, now: number): number => {
    const bucket = buckets.get(key) ?? { level: rate.burst, at: now };
    bucket.level = Math.min(rate.burst, bucket.level + ((now - bucket.at) / 1000) * rate.perSecond);
    bucket.at = now;
    buckets.set(key, bucket);
    if (bucket.level < 1)
      return rate.perSecond === 0 ? WINDOW_MS : Math.ceil(((1 - bucket.level) / rate.perSecond) * 1000);
    bucket.level -= 1;
    return 0;
  };

  const countIn = (times: number[], now: number): number => {
    while (times.length > 0 && now - times[0]! > WINDOW_MS) times.shift();
    times.push(now);
    return times.length;
  };

  return {
    take(name, now) {
      const totalMs = waitFor('', TOTAL, now);
      const own = name === undefined ? undefined : specs[name]?.rate;
      return name !== undefined && own ? Math.max(totalMs, waitFor(name, own, now)) : totalMs;
    },
    isTooLong: (name, bytes) => bytes > longestBytes(name),
    countMalformed: (now) => countIn(malformed, now) >= MALFORMED_MAX,
    countRefused: (now) => countIn(refused, now) >= REFUSED_MAX,
  };
}
