export { type Catalog, makeCatalog } from './catalog.ts';
export { type Discovery, makeDiscovery, makeDiscoveryHandlers } from './discovery.http.ts';
export { makeSearchStore } from './search-store.ts';
