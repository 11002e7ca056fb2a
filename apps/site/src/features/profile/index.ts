export { composeProfile, type ProfileFeature } from './compose.ts';
export { avatarBlob } from './keep-avatar.ts';
