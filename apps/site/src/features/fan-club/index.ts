export { composeFanClub } from './compose.ts';
export { fanClubToCome } from './to-come.ts';
