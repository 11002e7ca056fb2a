export { type BlockStore, makeBlockStore } from './block-store.ts';
export { makeBlocksHandlers } from './blocks.http.ts';
