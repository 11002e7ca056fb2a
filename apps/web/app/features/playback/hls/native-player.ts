import { makeAlarm } from '../player/alarm.ts';
import { watchPicture } from '../player/picture-watch.ts';
import { nativeAddress, renewalAddress } from '../grant/play-address.ts';
import type { PlayGrant } from '../grant/play-grant.ts';
import { retryDelayMs } from '../player/retry-rules.ts';
import { emptyVideo, startPlaying } from '../player/start-playing.ts';
import { type RetryCommand, type RetryEvent, retryStart, stepRetry } from './retry-machine.ts';
import type { OpenTransport } from '../player/transport.ts';

/** The token in the address lives for a minute; a fresh one is shown for it before it ends. */
const TOKEN_MS = 40_000;
const AGAIN_MS = 2_000;
const FORBIDDEN = 403;

/**
 * Plays HLS with the browser's own player, where there are no Media Source Extensions; the browser chooses the
 * rendition.
 */
export const openNativePlayer: OpenTransport = (options) => {
  const { video } = options;
  const retry = makeAlarm();
  let state = retryStart;
  let dueAtMs = Infinity;
  /** What the source of the video was made of. */
  let loaded: PlayGrant | undefined;
  let isAsking = false;

  const dispatch = (event: RetryEvent): void => {
    const [next, commands] = stepRetry(state, event);
    state = next;
    for (const command of commands) perform(command);
  };
  const isOver = (): boolean => state.kind === 'over';

  const latency = (): number => {
    const { seekable } = video;
    return seekable.length === 0 ? 0 : Math.max(0, seekable.end(seekable.length - 1) - video.currentTime);
  };

  const load = (grant: PlayGrant): void => {
    const { urls, token } = grant;
    loaded = grant;
    dueAtMs = performance.now() + TOKEN_MS;
    const isPaused = video.paused && video.currentSrc !== '';
    video.src = nativeAddress(urls.hls, token, location.href);
    if (!isPaused) startPlaying(video, options.onSilenced);
  };

  /** Lets the source continue with a fresh token: undefined if no answer came. */
  const keepSource = async ({ stream_name: streamName, token }: PlayGrant): Promise<boolean | undefined> => {
    if (loaded?.stream_name !== streamName || video.error) return false;
    const address = renewalAddress(loaded.urls.hls, loaded.token, location.href);
    const headers = { authorization: `Bearer ${token}` };
    const answer = await fetch(address, { method: 'POST', headers }).catch(() => undefined);
    return answer?.ok || (answer?.status === FORBIDDEN ? false : undefined);
  };

  /** A source that plays is not touched because of a question that got no answer: it is asked again. */
  const prolong = async (): Promise<void> => {
    if (isAsking || isOver()) return;
    isAsking = true;
    const answer = await options.askGrant().catch(() => undefined);
    const isKept = answer && 'grant' in answer ? await keepSource(answer.grant) : undefined;
    isAsking = false;
    if (isOver() || state.kind === 'waiting') return;
    if (answer && 'refused' in answer) return dispatch({ type: 'refused', reason: answer.refused });
    if (isKept === false && answer) return load(answer.grant);
    dueAtMs = performance.now() + (isKept ? TOKEN_MS : AGAIN_MS);
  };

  const renew = async (): Promise<void> => {
    if (isAsking || isOver()) return;
    retry.clear();
    isAsking = true;
    const answer = await options.askGrant().catch(() => undefined);
    isAsking = false;
    if (isOver()) return;
    if (!answer) dispatch({ type: 'failed', isMendable: false });
    else if ('refused' in answer) dispatch({ type: 'refused', reason: answer.refused });
    else load(answer.grant);
  };

  const watch = watchPicture({
    video,
    isActive: () => video.currentSrc !== '',
    latencySeconds: latency,
    rendition: () => '',
    onState(told) {
      if (told.kind === 'playing') dispatch({ type: 'played' });
      options.onState(told);
    },
    onTick() {
      if (performance.now() >= dueAtMs && !video.paused) void prolong();
    },
  });

  const onError = (): void => {
    if (video.error) dispatch({ type: 'failed', isMendable: false });
  };
  video.addEventListener('error', onError);

  const release = (): void => {
    retry.clear();
    watch.stop();
    video.removeEventListener('error', onError);
    emptyVideo(video);
  };

  function perform(command: RetryCommand): void {
    switch (command.do) {
      case 'load':
        return void renew();
      case 'resume':
        return void prolong();
      case 'unload':
        // Loaded media stays; its token is not renewed until the next attempt.
        dueAtMs = Infinity;
        return;
      case 'mend':
        return;
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
  options.onRenditions([]);
  load(options.grant);
  return {
    setQuality: () => undefined,
    hold: (isHeld) => dispatch({ type: 'held', isHeld }),
    wake: () => dispatch({ type: 'woken' }),
    toLiveEdge() {
      const { seekable } = video;
      if (performance.now() >= dueAtMs) void prolong();
      if (seekable.length > 0) video.currentTime = seekable.end(seekable.length - 1);
      startPlaying(video, options.onSilenced);
    },
    refresh: () => undefined,
    counters: () => ({ codecs: '', bytesReceived: 0 }),
    destroy() {
      if (isOver()) return;
      dispatch({ type: 'stop' });
      release();
    },
  };
};
