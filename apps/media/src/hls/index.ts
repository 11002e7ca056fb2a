export {
  CACHING,
  type CountedStretch,
  type HlsAnswer,
  mediaAnswer,
  type PieceClock,
  playlistAnswer,
  playlistBody,
  type PlaylistBody,
  refuse,
} from './hls-answer.ts';
export {
  type HlsAddress,
  type HlsResource,
  MASTER_PATH,
  parseHlsPath,
  parsePlaylistQuery,
  parseResource,
} from './hls-path.ts';
export { type HlsRequest, type HlsStream, type HlsStreamOptions, makeHlsStream } from './hls-stream.ts';
export { placeBelow } from './master-playlist.ts';
export {
  isPastPath,
  PAST_MASTER_PATH,
  parsePast,
  pastInitUri,
  type PastResource,
  pastSegmentUri,
} from './past-path.ts';
export { makeTimeAnchor } from './time-anchor.ts';
