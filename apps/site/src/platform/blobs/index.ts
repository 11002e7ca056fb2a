export type { BlobStore } from './blob-store.ts';
export { makeFolderBlobs } from './folder-blobs.ts';
export { openBlobs, readS3Url } from './open-blobs.ts';
