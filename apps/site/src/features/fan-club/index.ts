export { composeFanClub } from './compose.ts';
export { fanClubToCome } from './to-come.ts';
export { fanClubSettings } from './settings-part.ts';
