export { covers, levelsFrom, LEVELS } from './club-rules.ts';
export { DISCOUNT_PERCENT } from './fan-tiers.ts';
export { composeFanClub, type FanClubFeature } from './compose.ts';
export { logoBlob } from './logo/logo-store.ts';
export { fanCardPart } from './room-part.ts';
export type { PostMedia } from './fan-posts.ts';
export { serveFanClub } from './serve-fan-club.ts';
export { fanClubSettings } from './settings-part.ts';
