import type { Feed } from './feed.ts';

/** A rendition fits a line that carries this much more than it needs. */
const HEADROOM = 1.15;
/** How long the client's own estimate is used; after that the server has measured the connection. */
export const START_MS = 10_000;

/**
 * A viewer's first rendition, from its browser's estimate of the connection.
 * @param feeds best first
 * @param kbps undefined: nothing is known of the connection, and it gets the best
 */
export function firstFitting(feeds: readonly Feed[], kbps: number | undefined): Feed | undefined {
  if (kbps === undefined) return feeds[0];
  return feeds.find((feed) => feed.kbps * HEADROOM <= kbps) ?? feeds.at(-1);
}

/** `kbps` of an address: what a browser believes of its line; undefined where it says nothing sound. */
export function lineOf(query: URLSearchParams): number | undefined {
  const text = query.get('kbps') ?? '';
  return /^[1-9]\d{0,6}$/.test(text) ? Number(text) : undefined;
}
