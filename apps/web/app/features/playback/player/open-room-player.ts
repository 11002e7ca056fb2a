import { forcedTransport } from './choose-transport.ts';
import { openPlayer, type Player, type PlayerView } from './open-player.ts';
import { askPlayGrant } from '#app/features/playback/grant/play-grant.ts';
import { readQuality } from '#app/features/playback/controls/quality-choice.ts';

/** Plays a room as this browser's choices and the page's address want it. */
export const openRoomPlayer = (
  video: HTMLVideoElement,
  username: string,
  onView: (view: PlayerView) => void,
): Player => {
  return openPlayer({
    video,
    askGrant: () => askPlayGrant(username),
    forced: forcedTransport(new URLSearchParams(location.search)),
    wanted: readQuality(),
    onView,
  });
};
