import type { RenderRefusal } from './render-queue.ts';
import type { RenderedPage } from './rendered-page.ts';

/** A page, or why there is none now. */
export type Answer = RenderedPage | RenderRefusal;

export interface MicroCache {
  /**
   * The page of a key, rendered at most once at a time and kept for a moment.
   * @returns also whether it came from the cache
   */
  get(
    key: string,
    render: () => Promise<Answer>,
  ): Promise<{ readonly page: Answer; readonly isHit: boolean }>;
  /** What the kept pages take, in bytes. */
  readonly bytes: number;
}

/** Pages are kept this long: long enough for a rush, short enough to be live. */
export const KEEP_MS = 2_000;
/** Above this many bytes the oldest are dropped. */
export const BYTES_MAX = 64 * 1024 * 1024;

/** Keeps pages that are the same for everyone. Only good answers are kept; waiting visitors share one render. */
export function makeMicroCache(now: () => number = Date.now): MicroCache {
  const pages = new Map<string, { readonly page: RenderedPage; readonly at: number }>();
  const running = new Map<string, Promise<Answer>>();
  let bytes = 0;

  const drop = (key: string) => {
    const kept = pages.get(key);
    if (!kept) return;
    pages.delete(key);
    bytes -= kept.page.bytes;
  };
  // The oldest come first.
  const dropOld = () => {
    for (const [key, { at }] of pages) {
      if (bytes <= BYTES_MAX && now() - at < KEEP_MS) return;
      drop(key);
    }
  };
  const keep = (key: string, page: Answer) => {
    drop(key);
    if (typeof page === 'string' || page.status !== 200 || page.bytes > BYTES_MAX) return;
    pages.set(key, { page, at: now() });
    bytes += page.bytes;
    dropOld();
  };
  setInterval(dropOld, KEEP_MS).unref();

  const isKept = (key: string): boolean => now() - (pages.get(key)?.at ?? -Infinity) < KEEP_MS;

  return {
    async get(key, render) {
      if (isKept(key)) return { page: pages.get(key)!.page, isHit: true };
      const known = running.get(key);
      if (known) {
        const page = await known;
        // That somebody else asked too often must not affect this visitor.
        return page === 'too_many' ? { page: await render(), isHit: false } : { page, isHit: true };
      }
      const run = render().finally(() => running.delete(key));
      running.set(key, run);
      const page = await run;
      keep(key, page);
      return { page, isHit: false };
    },
    get bytes() {
      return bytes;
    },
  };
}
