import type { Feed } from './feed.ts';

/** A rendition fits a line that carries this much more than it needs. */
const HEADROOM = 1.15;
/** The viewer's own word counts for this long; then the server has seen what the line carries. */
export const START_MS = 10_000;

/**
 * The rendition that a viewer begins with, from the line that its browser tells of.
 * @param feeds best first
 * @param kbps undefined: nothing is known of the line, and it gets the best
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
