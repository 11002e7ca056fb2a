export { showsSettings } from './settings-part.ts';
export { showsToCome } from './to-come.ts';
