import type { Picture, PlayerState } from './player-state.ts';

/** Tells each second whether a video plays or has stalled. */
export interface PictureWatch {
  /** How long it has been waiting for data; 0 while it plays. */
  readonly waitingMs: number;
  check(): void;
  stop(): void;
}

export interface PictureWatchOptions {
  readonly video: HTMLVideoElement;
  /** False while there is nothing to tell: before the start, without a connection. */
  readonly isActive: () => boolean;
  readonly latencySeconds: () => number;
  readonly rendition: () => string;
  readonly onState: (state: PlayerState) => void;
  readonly onStall?: () => void;
  /** Each second, and when the page is seen again. */
  readonly onTick?: () => void;
}

const STALL_MS = 400;
const TICK_MS = 1_000;

export function watchPicture(options: PictureWatchOptions): PictureWatch {
  const { video } = options;
  let waitingSinceMs: number | undefined;

  const picture = (): Picture => ({
    latencySeconds: options.latencySeconds(),
    width: video.videoWidth,
    height: video.videoHeight,
    rendition: options.rendition(),
  });

  const check = (): void => {
    options.onTick?.();
    if (!options.isActive() || video.paused) return;
    if (waitingSinceMs !== undefined && performance.now() - waitingSinceMs > STALL_MS)
      options.onState({ kind: 'stalled', ...picture() });
    else if (waitingSinceMs === undefined && video.readyState >= 2)
      options.onState({ kind: 'playing', ...picture() });
  };
  const onWaiting = (): void => {
    if (!options.isActive() || video.seeking) return;
    waitingSinceMs ??= performance.now();
    options.onStall?.();
  };
  const onPlaying = (): void => {
    waitingSinceMs = undefined;
    check();
  };
  const onSeen = (): void => {
    if (document.visibilityState === 'visible') check();
  };

  const timer = setInterval(check, TICK_MS);
  video.addEventListener('waiting', onWaiting);
  video.addEventListener('playing', onPlaying);
  document.addEventListener('visibilitychange', onSeen);
  return {
    get waitingMs() {
      return waitingSinceMs === undefined ? 0 : performance.now() - waitingSinceMs;
    },
    check,
    stop() {
      clearInterval(timer);
      video.removeEventListener('waiting', onWaiting);
      video.removeEventListener('playing', onPlaying);
      document.removeEventListener('visibilitychange', onSeen);
    },
  };
}
