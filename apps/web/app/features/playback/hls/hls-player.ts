import Hls, { type ErrorData, type HlsConfig } from 'hls.js/light';
import { makeFreshToken } from '../grant/fresh-token.ts';
import { makeAlarm } from '../player/alarm.ts';
import { readLine } from '../line/line-estimate.ts';
import { levelOfRendition, renditionOfLevel, renditionsOfLevels } from './hls-levels.ts';
import { rateOfParts } from '../mse/live-target.ts';
import { watchPicture } from '../player/picture-watch.ts';
import { tokenAddress } from '../grant/play-address.ts';
import { retryDelayMs } from '../player/retry-rules.ts';
import { emptyVideo, startPlaying } from '../player/start-playing.ts';
import { type RetryCommand, type RetryEvent, retryStart, stepRetry } from './retry-machine.ts';
import type { OpenTransport } from '../player/transport.ts';

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
  const retry = makeAlarm();
  let state = retryStart;
  let hls: Hls | undefined;
  let { wanted } = options;
  let line = { codecs: '', bytesReceived: 0 };
  let isStarted = false;

  const dispatch = (event: RetryEvent): void => {
    const [next, commands] = stepRetry(state, event);
    state = next;
    for (const command of commands) perform(command);
  };

  const token = makeFreshToken({
    grant: options.grant,
    askGrant: options.askGrant,
    onRefused: (reason) => dispatch({ type: 'refused', reason }),
    now: () => performance.now(),
  });

  const watch = watchPicture({
    video,
    isActive: () => isStarted,
    latencySeconds: () => Math.max(0, hls?.latency ?? 0),
    rendition: () => renditionOfLevel(hls?.levels[hls.currentLevel]),
    onState(told) {
      if (told.kind === 'playing') dispatch({ type: 'played' });
      options.onState(told);
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

  const onError = ({ fatal, type, response }: ErrorData): void => {
    if (response?.code === FORBIDDEN) token.spoil();
    if (fatal) dispatch({ type: 'failed', isMendable: type === Hls.ErrorTypes.MEDIA_ERROR });
  };

  function open(): void {
    retry.clear();
    const kbps = readLine();
    const made = new Hls({
      ...settings,
      ...(kbps !== undefined && { abrEwmaDefaultEstimate: kbps * 1_000 }),
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
      line = { ...line, codecs: [videoCodec, audioCodec].filter(Boolean).join(',') };
      watch.check();
    });
    made.on(Hls.Events.FRAG_BUFFERED, (_name, { stats }) => {
      line = { ...line, bytesReceived: line.bytesReceived + stats.total };
    });
    made.attachMedia(video);
    // It looks at the distance at the same event, before.
    video.addEventListener('timeupdate', keepUp);
    made.loadSource(new URL(urls.hls, location.href).href);
  }

  const unload = (): void => {
    hls?.destroy();
    hls = undefined;
  };

  const release = (): void => {
    retry.clear();
    watch.stop();
    video.removeEventListener('timeupdate', keepUp);
    unload();
    emptyVideo(video);
  };

  function perform(command: RetryCommand): void {
    switch (command.do) {
      case 'load':
        return open();
      case 'unload':
        return unload();
      case 'mend':
        return hls?.recoverMediaError();
      case 'resume':
        return hls?.startLoad();
      case 'wait':
        return retry.set(retryDelayMs(command.attempt, Math.random()), () => dispatch({ type: 'retry-due' }));
      case 'tell':
        return options.onState(command.state);
      case 'end':
        release();
        return options.onState(command.state);
      case 'give-up':
        release();
        return options.onUnusable();
    }
  }

  options.onState({ kind: 'loading' });
  open();
  return {
    setQuality(next) {
      wanted = next;
      applyWanted();
    },
    hold: (isHeld) => dispatch({ type: 'held', isHeld }),
    wake: () => dispatch({ type: 'woken' }),
    toLiveEdge() {
      const edge = hls?.liveSyncPosition;
      if (typeof edge === 'number') video.currentTime = edge;
      startPlaying(video, options.onSilenced);
    },
    refresh: () => undefined,
    counters: () => line,
    destroy() {
      if (state.kind === 'over') return;
      dispatch({ type: 'stop' });
      release();
    },
  };
};
