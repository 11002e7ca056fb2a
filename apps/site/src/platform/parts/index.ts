export { type Flat, joinParts, joinShares, joinViews, type Part, type Parts, unflatten } from './parts.ts';
