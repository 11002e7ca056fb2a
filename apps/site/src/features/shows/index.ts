export { composeShows, type ShowsFeature } from './compose.ts';
export { showsSettings } from './settings-part.ts';
