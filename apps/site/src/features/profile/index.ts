export { composeProfile, type ProfileFeature } from './compose.ts';
