export type { HlsAnswer } from './hls-answer.ts';
export { type HlsAddress, MASTER_PATH, parseHlsPath } from './hls-path.ts';
export { type HlsRequest, type HlsStream, type HlsStreamOptions, makeHlsStream } from './hls-stream.ts';
export { placeBelow } from './master-playlist.ts';
