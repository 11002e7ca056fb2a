/** Whether an address is an HLS playlist, which not every browser plays by itself. */
export const isHls = (url: string): boolean => new URL(url, 'http://here').pathname.endsWith('.m3u8');

/** An address with another token; without one as it is. */
export function withToken(address: string, token: string | undefined): string {
  if (token === undefined) return address;
  const url = new URL(address);
  url.searchParams.set('token', token);
  return url.href;
}

/** The token that an address has. */
export const tokenOf = (address: string | null): string | undefined =>
  address === null ? undefined : (new URL(address, 'http://here').searchParams.get('token') ?? undefined);

/** Whether this browser plays lists of segments with our code; others have the file. */
export const canStream = (): boolean => 'MediaSource' in globalThis || 'ManagedMediaSource' in globalThis;

/**
 * Puts a file into a video element; lists of segments play by the browser where it can, else by code that comes then.
 * @returns takes it out again
 */
export function loadVideo(
  video: HTMLVideoElement,
  url: string,
  onFailed: () => void,
  /** The newest token for the entries of a list; by default that of its address. */
  newestToken: () => string | undefined = () => undefined,
  /** Of a list that still grows, which would play at its end. */
  startSeconds?: number,
): () => void {
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
        const hls = new Hls({
          enableWorker: false,
          ...(startSeconds !== undefined && { startPosition: startSeconds }),
          xhrSetup: (xhr, address) => xhr.open('GET', withToken(address, newestToken()), true),
        });
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
