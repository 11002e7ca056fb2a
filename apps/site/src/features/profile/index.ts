export { composeProfile, type ProfileFeature } from './compose.ts';
export type { FurtherReviews } from './further-reviews.ts';
export { avatarBlob } from './keep-avatar.ts';
export { serveReviewedPictures } from './serve-pictures.ts';
export { makeStoredPictures } from './stored-pictures.ts';
