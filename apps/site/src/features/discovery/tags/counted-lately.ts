/** Beyond this the oldest are dropped and counted again. */
const KEPT_MAX = 100;
/** A count stays valid this many times as long as it took: counting never takes more than a twentieth of the time. */
const STANDS_TIMES = 20;

/**
 * Slow counts stay valid for a while by key, so that many callers cost little more than one.
 * @param isMuch whether there is so much to count that it takes long; else everything is counted each time
 * @param now monotonic milliseconds
 */
export function makeCountedLately(isMuch: () => boolean, now: () => number = () => performance.now()) {
  const kept = new Map<string, { readonly until: number; readonly value: unknown }>();
  return <T>(key: string, count: () => T): T => {
    if (!isMuch()) return count();
    const from = now();
    const known = kept.get(key);
    if (known && from < known.until) return known.value as T;
    const value = count();
    kept.delete(key);
    kept.set(key, { until: now() + STANDS_TIMES * (now() - from), value });
    if (kept.size > KEPT_MAX) kept.delete(kept.keys().next().value!);
    return value;
  };
}
