import type { Feed } from './feed.ts';

/** A rendition whose chunks end this far before the source's is not stepped to. */
const LAG_MS = 1_000;
/** Then it has caught up. */
const CAUGHT_UP_MS = 500;

/** Which renditions are behind, since the machine makes them too slowly. */
export interface LaggingFeeds {
  /** Whether a viewer moved to it would see again what they have seen. */
  isBehind(feed: Feed, source: Feed | undefined): boolean;
}

/** Remembers which were behind, so that a rendition at the limit is not offered and withdrawn in turns. */
export function makeLaggingFeeds(): LaggingFeeds {
  const lagging = new WeakSet<Feed>();
  return {
    isBehind(feed, source) {
      if (feed.endMs === undefined || source?.endMs === undefined) return false;
      const lagMs = source.endMs - feed.endMs;
      if (lagMs > LAG_MS) lagging.add(feed);
      else if (lagMs <= CAUGHT_UP_MS) lagging.delete(feed);
      return lagging.has(feed);
    },
  };
}
