/** A rendered page without its nonce: the pieces around each place where one belongs. */
export interface CachedPage {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly pieces: readonly Buffer[];
}

export interface MicroCache {
  /**
   * The page of a key, rendered at most once at a time and kept for a moment.
   * @param isFresh told whether the page came from the cache
   */
  get(
    key: string,
    render: () => Promise<CachedPage>,
  ): Promise<{ readonly page: CachedPage; readonly isHit: boolean }>;
}

/** Pages are kept this long: long enough for a rush, short enough to be live. */
export const KEEP_MS = 2_000;
const KEYS_MAX = 2_000;

/** Keeps pages that are the same for everyone. Only good answers are kept; waiting visitors share one render. */
export function makeMicroCache(now: () => number = Date.now): MicroCache {
  const pages = new Map<string, { readonly page: CachedPage; readonly at: number }>();
  const running = new Map<string, Promise<CachedPage>>();

  const keep = (key: string, page: CachedPage) => {
    if (page.status !== 200) return;
    pages.delete(key);
    pages.set(key, { page, at: now() });
    if (pages.size > KEYS_MAX) pages.delete(pages.keys().next().value!);
  };

  return {
    async get(key, render) {
      const kept = pages.get(key);
      if (kept && now() - kept.at < KEEP_MS) return { page: kept.page, isHit: true };
      const known = running.get(key);
      if (known) return { page: await known, isHit: true };
      const run = render().finally(() => running.delete(key));
      running.set(key, run);
      const page = await run;
      keep(key, page);
      return { page, isHit: false };
    },
  };
}
