/** Whether an address is that of a list of segments, which not every browser plays by itself. */
export const isHls = (url: string): boolean => new URL(url, 'http://here').pathname.endsWith('.m3u8');

/**
 * Puts a file into a video element; lists of segments play by the browser where it can, else by code that comes then.
 * @returns takes it out again
 */
export function loadVideo(video: HTMLVideoElement, url: string, onFailed: () => void): () => void {
  let stop = (): void => undefined;
  let isOver = false;
  const direct = () => {
    video.src = url;
    stop = () => {
      video.removeAttribute('src');
      video.load();
    };
  };
  if (!isHls(url) || (video.canPlayType('application/vnd.apple.mpegurl') && !('MediaSource' in globalThis)))
    direct();
  else
    import('hls.js/light').then(
      ({ default: Hls }) => {
        if (isOver) return;
        const hls = new Hls({ enableWorker: false });
        hls.on(Hls.Events.ERROR, (_name, { fatal }) => fatal && onFailed());
        hls.loadSource(new URL(url, location.href).href);
        hls.attachMedia(video);
        stop = () => hls.destroy();
      },
      () => onFailed(),
    );
  return () => {
    isOver = true;
    stop();
  };
}
