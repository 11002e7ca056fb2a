export { type BlobStore, makeFileBlobStore } from './blob-store.ts';
