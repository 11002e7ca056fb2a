export type { HlsAnswer } from './hls-answer.ts';
export { type HlsAddress, parseHlsPath } from './hls-path.ts';
export { type HlsRequest, type HlsStream, type HlsStreamOptions, makeHlsStream } from './hls-stream.ts';
