export { composeDiscovery, type DiscoveryFeature } from './compose.ts';
export type { Discovery } from './discovery.ts';
export { LIKES_A_DAY, STAR_LIKES } from './like-store.ts';
