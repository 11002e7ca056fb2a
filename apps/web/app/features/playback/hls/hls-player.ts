import Hls, { type ErrorData, type HlsConfig } from 'hls.js/light';
import { makeFreshToken } from '#app/features/playback/grant/fresh-token.ts';
import { levelOfRendition, renditionOfLevel, renditionsOfLevels } from './hls-levels.ts';
import { rateOfParts } from '#app/features/playback/mse/live-target.ts';
import { watchPicture } from '#app/features/playback/player/picture-watch.ts';
import { tokenAddress } from '#app/features/playback/grant/play-address.ts';
import type { PlayerState } from '#app/features/playback/player/player-state.ts';
import { retryDelayMs } from '#app/features/playback/player/retry-rules.ts';
import { emptyVideo, startPlaying } from '#app/features/playback/player/start-playing.ts';
import type { OpenTransport } from '#app/features/playback/player/transport.ts';

/** Attempts without a picture in between; then another way is tried. */
const ATTEMPTS_MAX = 4;
const FORBIDDEN = 403;

const settings: Partial<HlsConfig> = {
  lowLatencyMode: true,
  backBufferLength: 10,
  // It would only play faster with more than a second ahead, which low latency never has.
  maxLiveSyncPlaybackRate: 1,
  // Parts are small; what a worker saves is less than what it costs to start.
  enableWorker: false,
  capLevelToPlayerSize: false,
};

/** Plays low-latency HLS by hls.js; every request shows a fresh token. */
export const openHlsPlayer: OpenTransport = (options) => {
  const { video } = options;
  const { urls } = options.grant;
  let hls: Hls | undefined;
  let { wanted } = options;
  let codecs = '';
  let bytesReceived = 0;
  let attempt = 0;
  let isHeld = false;
  let isStarted = false;
  let isOver = false;
  let retryTimer: ReturnType<typeof setTimeout> | undefined;

  const finish = (state: PlayerState): void => {
    if (isOver) return;
    stop();
    options.onState(state);
  };

  const token = makeFreshToken({
    grant: options.grant,
    askGrant: options.askGrant,
    onRefused: (reason) => finish({ kind: 'refused', reason }),
    now: () => performance.now(),
  });

  const watch = watchPicture({
    video,
    isActive: () => isStarted,
    latencySeconds: () => Math.max(0, hls?.latency ?? 0),
    rendition: () => renditionOfLevel(hls?.levels[hls.currentLevel]),
    onState(state) {
      if (state.kind === 'playing') attempt = 0;
      options.onState(state);
    },
  });

  const keepUp = (): void => {
    const target = hls?.targetLatency;
    if (!hls || typeof target !== 'number' || video.paused) return;
    const { buffered, currentTime } = video;
    const ahead = buffered.length > 0 ? buffered.end(buffered.length - 1) - currentTime : 0;
    const rate = rateOfParts(hls.latency - target, ahead, video.playbackRate);
    if (video.playbackRate !== rate) video.playbackRate = rate;
  };

  const applyWanted = (): void => {
    if (hls) hls.nextLevel = levelOfRendition(hls.levels, wanted);
  };

  const again = (): void => {
    if (isOver) return;
    hls?.destroy();
    hls = undefined;
    if (attempt >= ATTEMPTS_MAX && !isHeld) {
      stop();
      return options.onUnusable();
    }
    options.onState({ kind: 'reconnecting', attempt });
    clearTimeout(retryTimer);
    retryTimer = setTimeout(open, retryDelayMs(attempt, Math.random()));
    attempt += 1;
  };

  const onError = ({ fatal, type, response }: ErrorData): void => {
    if (response?.code === FORBIDDEN) token.spoil();
    if (!fatal || isOver) return;
    if (type === Hls.ErrorTypes.MEDIA_ERROR && attempt === 0) {
      attempt += 1;
      return hls?.recoverMediaError();
    }
    again();
  };

  function open(): void {
    const made = new Hls({
      ...settings,
      xhrSetup: async (request, url) => {
        const address = tokenAddress(url, await token.get(), location.href);
        if (request.readyState === XMLHttpRequest.UNSENT) request.open('GET', address, true);
      },
    });
    hls = made;
    made.on(Hls.Events.ERROR, (_name, data) => onError(data));
    made.on(Hls.Events.MANIFEST_PARSED, (_name, { levels }) => {
      options.onRenditions(renditionsOfLevels(levels));
      made.startLevel = levelOfRendition(levels, wanted);
      applyWanted();
      isStarted = true;
      startPlaying(video, options.onSilenced);
    });
    made.on(Hls.Events.LEVEL_SWITCHED, (_name, { level }) => {
      const { videoCodec = '', audioCodec = '' } = made.levels[level] ?? {};
      codecs = [videoCodec, audioCodec].filter(Boolean).join(',');
      watch.check();
    });
    made.on(Hls.Events.FRAG_BUFFERED, (_name, { stats }) => {
      bytesReceived += stats.total;
    });
    made.attachMedia(video);
    // It looks at the distance at the same event, before.
    video.addEventListener('timeupdate', keepUp);
    made.loadSource(new URL(urls.hls, location.href).href);
  }

  function stop(): void {
    if (isOver) return;
    isOver = true;
    clearTimeout(retryTimer);
    watch.stop();
    video.removeEventListener('timeupdate', keepUp);
    hls?.destroy();
    emptyVideo(video);
  }

  options.onState({ kind: 'loading' });
  open();
  return {
    setQuality(next) {
      wanted = next;
      applyWanted();
    },
    hold(held) {
      isHeld = held;
    },
    wake() {
      if (!hls && !isOver) open();
      else hls?.startLoad();
    },
    toLiveEdge() {
      const edge = hls?.liveSyncPosition;
      if (typeof edge === 'number') video.currentTime = edge;
      startPlaying(video, options.onSilenced);
    },
    refresh: () => undefined,
    counters: () => ({ codecs, bytesReceived }),
    destroy: stop,
  };
};
