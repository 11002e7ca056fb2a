/** Beyond this the oldest are counted anew. */
const KEPT_MAX = 100;
/** What was counted stands for so many times as long as that took: counting never takes more than a twentieth of the time. */
const STANDS_TIMES = 20;

/**
 * What takes long to count stands for a while by its key, so that many who ask cost little more than one.
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
