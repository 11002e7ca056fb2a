export { restoreSound } from './controls/use-sound.ts';
export { type AskGrant, askPlayGrant, type PlayGrant } from './grant/play-grant.ts';
export { openPlayer, type PlayerView } from './player/open-player.ts';
