export type { AskGrant, PlayGrant } from './grant/play-grant.ts';
export { openPlayer, type PlayerView } from './player/open-player.ts';
