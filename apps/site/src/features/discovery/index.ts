export { composeDiscovery, type DiscoveryFeature } from './compose.ts';
export type { Discovery } from './discovery.ts';
