/*
 * Media sent to somebody who pays by the minute but never acknowledged is not charged: a cable may have been cut.
 * Somebody who never acknowledges and reconnects each time would watch for free, so only little of it is allowed.
 */

/** What each meter was sent in vain lately. */
export interface Unanswered {
  /** A connection has ended with so much that was never acknowledged. */
  add(meterId: string, ms: number): void;
  /** True after too much of it: no further connection is accepted. */
  isTooMuch(meterId: string): boolean;
}

/** About four lines that are cut at once. */
const MOST_MS = 20_000;
/** This share of passing time is forgiven. */
const FORGIVEN_SHARE = 0.1;
const METERS_MAX = 100_000;

/** @param now monotonic milliseconds */
export function makeUnanswered(now: () => number): Unanswered {
  const meters = new Map<string, { readonly ms: number; readonly atMs: number }>();

  const left = (meterId: string): number => {
    const known = meters.get(meterId);
    return known ? Math.max(0, known.ms - (now() - known.atMs) * FORGIVEN_SHARE) : 0;
  };

  return {
    add(meterId, ms) {
      if (!(ms > 0)) return;
      const sum = left(meterId) + ms;
      // The newest come last, so those forgiven come first.
      meters.delete(meterId);
      meters.set(meterId, { ms: sum, atMs: now() });
      for (const oldest of meters.keys()) {
        if (left(oldest) > 0 && meters.size <= METERS_MAX) break;
        meters.delete(oldest);
      }
    },
    isTooMuch: (meterId) => left(meterId) > MOST_MS,
  };
}
