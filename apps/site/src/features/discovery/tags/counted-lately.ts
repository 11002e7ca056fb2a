/** Beyond this the oldest are counted anew. */
const KEPT_MAX = 100;
/** What takes less is counted each time, */
const QUICK_MS = 10;
/** and what takes longer stands for so many times as long: counting never takes more than a twentieth of the time. */
const STANDS_TIMES = 20;

/**
 * What takes long to count stands for a while by its key, so that many who ask cost little more than one.
 * @param now monotonic milliseconds
 */
export function makeCountedLately(now: () => number = () => performance.now()) {
  const kept = new Map<string, { readonly until: number; readonly value: unknown }>();
  return <T>(key: string, count: () => T): T => {
    const from = now();
    const known = kept.get(key);
    if (known && from < known.until) return known.value as T;
    const value = count();
    const tookMs = now() - from;
    kept.delete(key);
    if (tookMs < QUICK_MS) return value;
    kept.set(key, { until: now() + STANDS_TIMES * tookMs, value });
    if (kept.size > KEPT_MAX) kept.delete(kept.keys().next().value!);
    return value;
  };
}
