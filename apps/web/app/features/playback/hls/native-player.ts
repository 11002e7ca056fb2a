import { watchPicture } from '#app/features/playback/player/picture-watch.ts';
import { nativeAddress } from '#app/features/playback/grant/play-address.ts';
import type { PlayGrant } from '#app/features/playback/grant/play-grant.ts';
import type { PlayerState } from '#app/features/playback/player/player-state.ts';
import { retryDelayMs } from '#app/features/playback/player/retry-rules.ts';
import { emptyVideo, startPlaying } from '#app/features/playback/player/start-playing.ts';
import type { OpenTransport } from '#app/features/playback/player/transport.ts';

/** The token stands in the address, so the address is set anew before it ends. */
const TOKEN_MS = 50_000;
const ATTEMPTS_MAX = 4;

/** Plays HLS by the browser itself, where there are no Media Source Extensions; the browser chooses the rendition. */
export const openNativePlayer: OpenTransport = (options) => {
  const { video } = options;
  let isOver = false;
  let isHeld = false;
  let attempt = 0;
  let dueAtMs = Infinity;
  let isAsking = false;
  let retryTimer: ReturnType<typeof setTimeout> | undefined;

  const finish = (state: PlayerState): void => {
    if (isOver) return;
    stop();
    options.onState(state);
  };

  const latency = (): number => {
    const { seekable } = video;
    return seekable.length === 0 ? 0 : Math.max(0, seekable.end(seekable.length - 1) - video.currentTime);
  };

  const load = ({ urls, token }: PlayGrant): void => {
    dueAtMs = performance.now() + TOKEN_MS;
    const isPaused = video.paused && video.currentSrc !== '';
    video.src = nativeAddress(urls.hls, token, location.href);
    if (!isPaused) startPlaying(video, options.onSilenced);
  };

  const renew = async (): Promise<void> => {
    if (isAsking || isOver) return;
    isAsking = true;
    const answer = await options.askGrant().catch(() => undefined);
    isAsking = false;
    if (isOver) return;
    if (!answer) return again();
    if ('refused' in answer) return finish({ kind: 'refused', reason: answer.refused });
    load(answer.grant);
  };

  function again(): void {
    if (isOver) return;
    if (attempt >= ATTEMPTS_MAX && !isHeld) {
      stop();
      return options.onUnusable();
    }
    options.onState({ kind: 'reconnecting', attempt });
    clearTimeout(retryTimer);
    dueAtMs = Infinity;
    retryTimer = setTimeout(() => void renew(), retryDelayMs(attempt, Math.random()));
    attempt += 1;
  }

  const watch = watchPicture({
    video,
    isActive: () => video.currentSrc !== '',
    latencySeconds: latency,
    rendition: () => '',
    onState(state) {
      if (state.kind === 'playing') attempt = 0;
      options.onState(state);
    },
    onTick() {
      if (performance.now() >= dueAtMs && !video.paused) void renew();
    },
  });

  const onError = (): void => {
    if (video.error) again();
  };
  video.addEventListener('error', onError);

  function stop(): void {
    if (isOver) return;
    isOver = true;
    clearTimeout(retryTimer);
    watch.stop();
    video.removeEventListener('error', onError);
    emptyVideo(video);
  }

  options.onState({ kind: 'loading' });
  options.onRenditions([]);
  load(options.grant);
  return {
    setQuality: () => undefined,
    hold(held) {
      isHeld = held;
    },
    wake: () => void renew(),
    toLiveEdge() {
      const { seekable } = video;
      if (performance.now() >= dueAtMs) void renew();
      else if (seekable.length > 0) video.currentTime = seekable.end(seekable.length - 1);
      startPlaying(video, options.onSilenced);
    },
    refresh: () => undefined,
    counters: () => ({ codecs: '', bytesReceived: 0 }),
    destroy: stop,
  };
};
