export { type Catalog, makeCatalog } from './catalog.ts';
export { type Discovery, makeDiscovery, makeDiscoveryHandlers } from './discovery.http.ts';
export { makeLeaderboard } from './leaderboard.ts';
export { makeLikeStore } from './like-store.ts';
export { makeSearchStore } from './search-store.ts';
export { findSimilar } from './similar.ts';
