export { largestUpTo } from './controls/quality-choice.ts';
export { restoreSound } from './controls/use-sound.ts';
export { type AskGrant, askPlayGrant, isFinalRefusal, type PlayGrant } from './grant/play-grant.ts';
export { askWithStream } from './grant/stream-grant.ts';
export { forcedTransport } from './open/choose-transport.ts';
export { openPlayer } from './open/open-player.ts';
export type { PlayerView } from './player/player.ts';
export { useFullScreen } from './stage/use-full-screen.ts';
export { startPlaying } from './player/start-playing.ts';
