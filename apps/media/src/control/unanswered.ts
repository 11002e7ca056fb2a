/*
 * Media that was sent to somebody who pays by the minute and never acknowledged is not charged: a cable may have been
 * cut. Who never acknowledges anything and comes again each time would watch for nothing, so there is little of it.
 */

/** What each meter was sent in vain lately. */
export interface Unanswered {
  /** A connection has ended with so much that was never acknowledged. */
  add(meterId: string, ms: number): void;
  /** True while there was too much of it: no further connection is let in. */
  isTooMuch(meterId: string): boolean;
}

/** About four lines that are cut at once. */
const MOST_MS = 20_000;
/** So much of the time that passes is forgiven. */
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
      // The newest stand last, so those that are forgiven come first.
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
