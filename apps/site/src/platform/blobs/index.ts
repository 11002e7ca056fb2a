export type { BlobStore } from './blob-store.ts';
export { copyBlobs } from './copy-blobs.ts';
export { makeFolderBlobs } from './folder-blobs.ts';
export { openBlobs, readS3Url } from './open-blobs.ts';
