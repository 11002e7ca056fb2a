export { type BroadcastDesk, makeBroadcastDesk } from './broadcast-desk.ts';
export { makeBroadcastHandlers } from './broadcast.http.ts';
export { makeStreamTokens, type StreamTokens } from './stream-tokens.ts';
export { makeThumbnails, type Thumbnails } from './thumbnails.ts';
