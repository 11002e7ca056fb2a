/*
 * Paths of a stream's past, beside its live playlists: `past.m3u8` (renditions), `{rendition}/past.m3u8`,
 * `{rendition}/past-init-{msn}.mp4`, `{rendition}/past-{msn}.m4s`, `past.json` (from when to when),
 * `past-{seconds}.webp`.
 */

/** A resource of a stream's past. */
export type PastResource =
  | { readonly kind: 'master' }
  | { readonly kind: 'window' }
  /** The small picture of about then, in Unix seconds. */
  | { readonly kind: 'still'; readonly seconds: number }
  | { readonly kind: 'media'; readonly rendition: string }
  | { readonly kind: 'init'; readonly rendition: string; readonly msn: number }
  | { readonly kind: 'segment'; readonly rendition: string; readonly msn: number };

const IS_PAST = /^(?:[\w-]{1,32}\/)?past[.-]/;
const STILL = /^past-(\d{1,12})\.webp$/;
const BELOW = /^([\w-]{1,32})\/past(?:(\.m3u8)|-init-(\d{1,12})\.mp4|-(\d{1,12})\.m4s)$/;

export const pastSegmentUri = (msn: number): string => `past-${msn}.m4s`;
export const pastInitUri = (msn: number): string => `past-init-${msn}.mp4`;

/** The list of renditions whose past can be played. */
export const PAST_MASTER_PATH = 'past.m3u8';

/** True for a path below a stream name that belongs to its past and needs the right to go back. */
export const isPastPath = (path: string): boolean => IS_PAST.test(path);

/** Reads the path below the stream name; undefined if it can name no resource. */
export function parsePast(path: string): PastResource | undefined {
  if (path === PAST_MASTER_PATH) return { kind: 'master' };
  if (path === 'past.json') return { kind: 'window' };
  const still = STILL.exec(path)?.[1];
  if (still !== undefined) return { kind: 'still', seconds: Number(still) };
  const [, rendition, media, init, segment] = BELOW.exec(path) ?? [];
  if (!rendition) return undefined;
  if (media) return { kind: 'media', rendition };
  if (init) return { kind: 'init', rendition, msn: Number(init) };
  return { kind: 'segment', rendition, msn: Number(segment) };
}
