export { type BlobRegister, makeBlobRegister, type PictureDigests } from './blob-register-store.ts';
export type { BlobStore } from './blob-store.ts';
export { copyBlobs } from './copy-blobs.ts';
export { makeFolderBlobs } from './folder-blobs.ts';
export { openBlobs, readS3Url } from './open-blobs.ts';
export { bytesOf, type Piece, readPieces, readRange, slicePieces } from './read-pieces.ts';
export type { StoredFile, StoredFiles } from './stored-files.ts';
export { withholdBlobs } from './withhold-blobs.ts';
