export { composePlayback } from './compose.ts';
export { bucketOf } from './playback-rules.ts';
export { type CountRow, makePlaybackStore } from './playback-store.ts';
