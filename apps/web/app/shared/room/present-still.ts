/** Longest side in pixels: enough to see what is wrong, and far less than the half MiB allowed for a report. */
const SIDE_PX = 960;
const QUALITY = 0.8;
const PREFIX = 'data:image/jpeg;base64,';

/** The room's current picture, as base64 of a JPEG; undefined if there is none, or it is covered. */
export function presentStill(): string | undefined {
  const video = document.querySelector<HTMLVideoElement>('.room .player-body > video');
  if (!video || video.hidden || video.dataset['covered'] === 'true' || video.videoWidth === 0)
    return undefined;
  const scale = Math.min(1, SIDE_PX / Math.max(video.videoWidth, video.videoHeight));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(video.videoWidth * scale);
  canvas.height = Math.round(video.videoHeight * scale);
  canvas.getContext('2d')?.drawImage(video, 0, 0, canvas.width, canvas.height);
  const still = canvas.toDataURL('image/jpeg', QUALITY);
  return still.startsWith(PREFIX) ? still.slice(PREFIX.length) : undefined;
}
