export { type Flat, joinParts, joinShares, type Part, type Parts, unflatten } from './parts.ts';
