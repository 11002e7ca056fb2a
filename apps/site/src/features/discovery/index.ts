export { composeDiscovery, type DiscoveryFeature } from './compose.ts';
export { discoveryEnvironment } from './discovery-settings.ts';
export { type ListedPage, pageSizeOf } from './browse.ts';
export { SITE_LIST_WORDS } from './listings/site-listings.ts';
export type { TagSort } from './tags/tags.ts';
export type { FindLiveWith, KeptFilters } from './filters/browse-filtered.ts';
export type { Discovery } from './discovery.ts';
export { LIKES_A_DAY, STAR_LIKES } from './like-store.ts';
