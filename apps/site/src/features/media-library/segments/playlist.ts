import type { SegmentIndex } from './segment-index.ts';

/** A video of a media, as its playlist names it. */
export interface PlayedVideo {
  readonly itemId: number;
  readonly index: Pick<SegmentIndex, 'segments'>;
}

const secondsText = (seconds: number): string => seconds.toFixed(5);

/**
 * The playlist of all videos of a media in sequence (RFC 8216). Each has a header of its own and times that start
 * again, marked by a discontinuity. Named files are relative to the playlist, with the same token.
 */
export function writePlaylist(videos: readonly PlayedVideo[], token: string): string {
  const all = videos.flatMap(({ index }) => index.segments.map(([seconds]) => seconds));
  const longest = all.reduce((most, seconds) => Math.max(most, seconds), 1);
  const query = `?token=${token}`;
  const lines = videos.flatMap(({ itemId, index }, nth) => [
    ...(nth > 0 ? ['#EXT-X-DISCONTINUITY'] : []),
    `#EXT-X-MAP:URI="${itemId}/init.mp4${query}"`,
    ...index.segments.flatMap(([seconds], at) => [
      `#EXTINF:${secondsText(seconds)},`,
      `${itemId}/${at}.m4s${query}`,
    ]),
  ]);
  return [
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    // No segment is longer, when both are rounded (4.3.3.1): it says the same with each answer.
    `#EXT-X-TARGETDURATION:${Math.ceil(longest)}`,
    '#EXT-X-PLAYLIST-TYPE:VOD',
    '#EXT-X-MEDIA-SEQUENCE:0',
    '#EXT-X-INDEPENDENT-SEGMENTS',
    ...lines,
    '#EXT-X-ENDLIST',
    '',
  ].join('\n');
}
