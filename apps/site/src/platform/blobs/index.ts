export type { BlobStore } from './blob-store.ts';
export { openBlobs, readS3Url } from './open-blobs.ts';
