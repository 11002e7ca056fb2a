import type { ChatMode } from '@klieg/contract';

/** Whether a room of this mode may be cast to a television: paid media stays on the page. */
export const isRemoteAllowed = (mode: ChatMode): boolean => mode === 'public';

/** Lets the browser offer AirPlay and remote playback of a video, or keeps it from that. */
export function allowRemote(video: HTMLVideoElement, isAllowed: boolean): void {
  video.disableRemotePlayback = !isAllowed;
  // Safari before 18 knows only its own attribute.
  if (isAllowed) video.removeAttribute('x-webkit-airplay');
  else video.setAttribute('x-webkit-airplay', 'deny');
}
