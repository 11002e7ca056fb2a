export { matchingToCome } from './to-come.ts';
