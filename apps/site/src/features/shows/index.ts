export { showsToCome } from './to-come.ts';
