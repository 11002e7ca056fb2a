export type { BlockStore } from './block-store.ts';
export { type BlocksFeature, composeBlocks } from './compose.ts';
export { serveBlocks } from './serve-blocks.ts';
