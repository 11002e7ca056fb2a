export { fanClubToCome } from './fan-club.ts';
export { matchingToCome } from './matching.ts';
export { roomGamesToCome } from './room-games.ts';
export { showsToCome } from './shows.ts';
export { studiosToCome } from './studios.ts';
export { tipSplitToCome } from './tip-split.ts';
