export { type Flat, joinParts, type Part, type Parts, unflatten } from './parts.ts';
