import { eventSpecs, type EventName, type EventSpec } from '@klieg/contract';

const TOTAL = { burst: 60, perSecond: 6 };
/** Longest message in bytes of an event that does not say its own (W40). */
const BYTES_MAX = 4_096;
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
   * @param name undefined for a message of no known event, which counts only in total
   * @returns milliseconds to wait when the message may not pass, else 0
   */
  take(name: EventName | undefined, now: number): number;
  isTooLong(name: string, bytes: number): boolean;
  /** @returns true when the socket must be closed with 4400 */
  countMalformed(now: number): boolean;
  /** @returns true when the socket must be closed with 4429 */
  countRefused(now: number): boolean;
}

/** How often each account sends what others read, over all its sockets of one kind on this node. */
export interface AccountLimits {
  /** @returns milliseconds to wait when the message may not pass, else 0 */
  take(accountKey: string, name: EventName, now: number): number;
}

/** What carries an id of its sender's is written for others; asking and telling belong to one page. */
const isWritten = (spec: EventSpec | undefined): boolean => spec !== undefined && 'client_id' in spec.fields;

/** Takes one message out of a bucket. @returns milliseconds until there is one, else 0 */
function takeFrom(
  buckets: Map<string, Bucket>,
  key: string,
  rate: { readonly burst: number; readonly perSecond: number },
  now: number,
): number {
  const bucket = buckets.get(key) ?? { level: rate.burst, at: now };
  bucket.level = Math.min(rate.burst, bucket.level + ((now - bucket.at) / 1000) * rate.perSecond);
  bucket.at = now;
  // Each touch puts a bucket at the end, so those at the front are the longest unused.
  buckets.delete(key);
  buckets.set(key, bucket);
  if (bucket.level < 1)
    return rate.perSecond === 0 ? WINDOW_MS : Math.ceil(((1 - bucket.level) / rate.perSecond) * 1000);
  bucket.level -= 1;
  return 0;
}

/** Several pages of one account share its sending limit, even when they come and go (W40). */
export function makeAccountLimits(): AccountLimits {
  const buckets = new Map<string, Bucket>();
  return {
    take(accountKey, name, now) {
      const spec = specs[name];
      if (!spec?.rate || !isWritten(spec)) return 0;
      // A bucket untouched for a minute is full again.
      for (const [key, { at }] of buckets) {
        if (now - at <= WINDOW_MS) break;
        buckets.delete(key);
      }
      return takeFrom(buckets, `${accountKey} ${name}`, spec.rate, now);
    },
  };
}

/** Token buckets per event and in total, and the two counters that end a socket (W17, W40). */
export function makeMessageLimits(): MessageLimits {
  const buckets = new Map<string, Bucket>();
  const malformed: number[] = [];
  const refused: number[] = [];

  const countIn = (times: number[], now: number): number => {
    while (times.length > 0 && now - times[0]! > WINDOW_MS) times.shift();
    times.push(now);
    return times.length;
  };

  return {
    take(name, now) {
      const totalMs = takeFrom(buckets, '', TOTAL, now);
      const own = name === undefined ? undefined : specs[name]?.rate;
      return name !== undefined && own ? Math.max(totalMs, takeFrom(buckets, name, own, now)) : totalMs;
    },
    isTooLong: (name, bytes) => bytes > (specs[name]?.bytesMax ?? BYTES_MAX),
    countMalformed: (now) => countIn(malformed, now) >= MALFORMED_MAX,
    countRefused: (now) => countIn(refused, now) >= REFUSED_MAX,
  };
}
