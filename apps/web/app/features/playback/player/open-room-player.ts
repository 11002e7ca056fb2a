import type { Payload } from '@klieg/contract';
import { askFirst } from '#app/features/playback/grant/ask-first.ts';
import { takeHandedGrant } from '#app/shared/room/handed-grant.ts';
import { forcedTransport } from './choose-transport.ts';
import { openPlayer, type Player, type PlayerView } from './open-player.ts';
import { askPlayGrant, type PlayGrant } from '#app/features/playback/grant/play-grant.ts';
import { readQuality } from '#app/features/playback/controls/quality-choice.ts';

/** A right that came by the room's socket, with the addresses that every stream has on its own site. */
const grantOf = (told: Payload<'v3.stream.token'>): PlayGrant => ({
  stream_name: told.stream_name,
  token: told.token,
  expires_at: new Date(told.expires_at).toISOString(),
  urls: {
    ws: `/live/ws/${told.stream_name}`,
    hls: `/live/hls/${told.stream_name}/index.m3u8`,
    whep: `/live/whep/${told.stream_name}`,
  },
  renditions: told.renditions ?? [],
  mode: told.mode,
});

/** Plays a room as this browser's choices and the page's address want it. */
export const openRoomPlayer = (
  video: HTMLVideoElement,
  username: string,
  onView: (view: PlayerView) => void,
): Player => {
  const handed = takeHandedGrant();
  const ask = () => askPlayGrant(username);
  return openPlayer({
    video,
    askGrant: handed ? askFirst(grantOf(handed), ask) : ask,
    forced: forcedTransport(new URLSearchParams(location.search)),
    wanted: readQuality(),
    onView,
  });
};
