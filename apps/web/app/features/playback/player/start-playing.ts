/** Starts a video. If automatic sound is not allowed it is muted, and `onSilenced` is called. */
export function startPlaying(video: HTMLVideoElement, onSilenced: () => void): void {
  video.play().catch((error: unknown) => {
    if ((error as { name?: string } | null)?.name !== 'NotAllowedError' || video.muted) return;
    video.muted = true;
    onSilenced();
    video.play().catch(() => undefined);
  });
}

/** Empties a video element. */
export function emptyVideo(video: HTMLVideoElement): void {
  video.srcObject = null;
  video.removeAttribute('src');
  video.playbackRate = 1;
  video.load();
}
