export { studiosToCome } from './to-come.ts';
