import { askFirst } from './ask-first.ts';
import type { AskGrant, PlayGrant } from './play-grant.ts';

/** A right to play by the name of its stream: its addresses are those that every stream has on its own site. */
export const streamGrant = (
  stream_name: string,
  given: Pick<PlayGrant, 'token' | 'expires_at' | 'renditions' | 'mode'>,
): PlayGrant => ({
  ...given,
  stream_name,
  urls: {
    ws: `/live/ws/${stream_name}`,
    hls: `/live/hls/${stream_name}/index.m3u8`,
    whep: `/live/whep/${stream_name}`,
  },
});

/** Rights live for a minute; one that is older than this when it is used first may end on its way. */
const FRESH_MS = 45_000;

/**
 * Plays with the right that came with a list while it is fresh, and with requested ones after that. It is for the
 * public picture, whose renditions the stream itself announces.
 */
export function askWithStream(
  {
    stream_name,
    token,
    atMs,
  }: { readonly stream_name: string; readonly token: string; readonly atMs: number },
  askGrant: AskGrant,
): AskGrant {
  if (performance.now() - atMs > FRESH_MS) return askGrant;
  const expires_at = new Date(Date.now() + FRESH_MS).toISOString();
  return askFirst(streamGrant(stream_name, { token, expires_at, renditions: [], mode: 'public' }), askGrant);
}
