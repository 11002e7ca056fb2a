export { largestUpTo } from './controls/quality-choice.ts';
export { restoreSound } from './controls/use-sound.ts';
export { type AskGrant, askPlayGrant, isFinalRefusal, type PlayGrant } from './grant/play-grant.ts';
export { askWithStream } from './grant/stream-grant.ts';
export { forcedTransport } from './player/choose-transport.ts';
export { openPlayer, type PlayerView } from './player/open-player.ts';
export { useFullScreen } from './stage/use-full-screen.ts';
export { startPlaying } from './player/start-playing.ts';
