import Hls, { type ErrorData, type Fragment, type HlsConfig } from 'hls.js/light';
import { makeFreshToken } from '../grant/fresh-token.ts';
import { tokenAddress } from '../grant/play-address.ts';
import { levelOfRendition, renditionOfLevel, renditionsOfLevels } from '../hls/hls-levels.ts';
import { watchPicture } from '../player/picture-watch.ts';
import { emptyVideo, startPlaying } from '../player/start-playing.ts';
import type { OpenTransport } from '../player/transport.ts';
import { type PastWindow, serverNow } from './past-window.ts';

/** A picture of the past that plays, and may be moved. */
export interface PastPlay {
  readonly open: OpenTransport;
  /** How many seconds behind the newest picture it is; undefined before the first. */
  readonly behindSeconds: number | undefined;
  /** @param ms Unix milliseconds by the server's clock */
  seekTo(ms: number): void;
}

const FORBIDDEN = 403;

const settings: Partial<HlsConfig> = {
  lowLatencyMode: false,
  backBufferLength: 30,
  maxBufferLength: 12,
  maxMaxBufferLength: 30,
  liveDurationInfinity: true,
  startFragPrefetch: true,
  enableWorker: false,
  capLevelToPlayerSize: false,
  manifestLoadPolicy: {
    default: {
      maxTimeToFirstByteMs: 10_000,
      maxLoadTimeMs: 20_000,
      timeoutRetry: null,
      errorRetry: null,
    },
  },
};

/** The moment's position on the player's timeline; undefined outside of what is kept. */
function positionOf(fragments: readonly Fragment[], ms: number): number | undefined {
  const at = fragments.findLast(({ programDateTime }) => programDateTime !== null && programDateTime <= ms);
  const fragment = at ?? fragments[0];
  if (!fragment || fragment.programDateTime === null) return undefined;
  const within = Math.max(0, (ms - fragment.programDateTime) / 1_000);
  return fragment.start + Math.min(within, Math.max(0, fragment.duration - 0.05));
}

/** Plays the kept past of a stream from a moment on; every request uses a fresh token. @param startMs as of `seekTo` */
export function makePastPlay(window: PastWindow, startMs: number): PastPlay {
  let hls: Hls | undefined;
  let video: HTMLVideoElement | undefined;
  let wantedMs: number | undefined = startMs;

  const fragments = (): readonly Fragment[] =>
    hls?.levels[Math.max(0, hls.currentLevel)]?.details?.fragments ??
    hls?.latestLevelDetails?.fragments ??
    [];

  const behind = (): number | undefined => {
    const playing = hls?.playingDate;
    return playing ? (serverNow(window, performance.now()) - playing.getTime()) / 1_000 : undefined;
  };

  /** True once the moment that is wanted is where the picture is. */
  const goTo = (ms: number): boolean => {
    const position = positionOf(fragments(), ms);
    if (!video || position === undefined) return false;
    video.currentTime = position;
    return true;
  };

  const open: OpenTransport = (options) => {
    video = options.video;
    const shown = video;
    let isOver = false;
    let isMended = false;
    let { wanted } = options;
    let line = { codecs: '', bytesReceived: 0 };

    const end = (tell: () => void): void => {
      if (isOver) return;
      release();
      tell();
    };
    const token = makeFreshToken({
      grant: options.grant,
      askGrant: options.askGrant,
      onRefused: (reason) => end(() => options.onState({ kind: 'refused', reason })),
      now: () => performance.now(),
    });
    const made = new Hls({
      ...settings,
      // The list begins there, or a piece later: the dates correct the difference.
      startPosition: Math.max(0, (startMs - window.fromMs) / 1_000),
      xhrSetup: async (request, url) => {
        const address = tokenAddress(url, await token.get(), location.href);
        if (request.readyState === XMLHttpRequest.UNSENT) request.open('GET', address, true);
      },
    });
    hls = made;
    const watch = watchPicture({
      video: shown,
      isActive: () => !isOver && shown.readyState > 0,
      latencySeconds: () => Math.max(0, behind() ?? 0),
      rendition: () => renditionOfLevel(made.levels[made.currentLevel]),
      onState: options.onState,
    });

    function release(): void {
      isOver = true;
      watch.stop();
      made.destroy();
      if (hls === made) hls = undefined;
      emptyVideo(shown);
    }

    const onError = ({ fatal, type, response }: ErrorData): void => {
      if (response?.code === FORBIDDEN) token.spoil();
      if (!fatal) return;
      if (type === Hls.ErrorTypes.MEDIA_ERROR && !isMended) {
        isMended = true;
        made.recoverMediaError();
        return;
      }
      // The past is no longer available: back to the live picture.
      end(options.onUnusable);
    };
    made.on(Hls.Events.ERROR, (_name, data) => onError(data));
    made.on(Hls.Events.MANIFEST_PARSED, (_name, { levels }) => {
      options.onRenditions(renditionsOfLevels(levels));
      made.startLevel = levelOfRendition(levels, wanted);
      startPlaying(shown, options.onSilenced);
    });
    made.on(Hls.Events.LEVEL_UPDATED, () => {
      if (wantedMs === undefined) return;
      const position = positionOf(fragments(), wantedMs);
      const isOff = position !== undefined && Math.abs(position - made.startPosition) > 1;
      wantedMs = undefined;
      if (isOff) shown.currentTime = position;
    });
    made.on(Hls.Events.LEVEL_SWITCHED, (_name, { level }) => {
      const { videoCodec = '', audioCodec = '' } = made.levels[level] ?? {};
      line = { ...line, codecs: [videoCodec, audioCodec].filter(Boolean).join(',') };
      watch.check();
    });
    made.on(Hls.Events.FRAG_BUFFERED, (_name, { stats }) => {
      line = { ...line, bytesReceived: line.bytesReceived + stats.total };
    });
    options.onState({ kind: 'loading' });
    made.attachMedia(shown);
    made.loadSource(new URL(options.grant.urls.hls.replace(/[^/]*$/u, 'past.m3u8'), location.href).href);

    return {
      setQuality(next) {
        wanted = next;
        made.nextLevel = levelOfRendition(made.levels, wanted);
      },
      // Nothing new arrives while the model is away; the past still plays.
      hold: () => undefined,
      wake: () => made.startLoad(),
      // Somebody who pauses in the past continues there.
      toLiveEdge: () => startPlaying(shown, options.onSilenced),
      refresh: () => undefined,
      counters: () => line,
      destroy() {
        if (!isOver) release();
      },
    };
  };

  return {
    open,
    get behindSeconds() {
      return behind();
    },
    seekTo(ms) {
      if (!goTo(ms)) wantedMs = ms;
    },
  };
}
