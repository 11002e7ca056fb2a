import { catchUp, isStuck, makeLiveTarget } from './live-target.ts';
import { makeMediaBuffering, type MediaBuffering, sourceClass } from './media-buffering.ts';
import { watchPicture } from '#app/features/playback/player/picture-watch.ts';
import { socketAddress } from '#app/features/playback/grant/play-address.ts';
import type { PlayGrant } from '#app/features/playback/grant/play-grant.ts';
import type { PlayerState } from '#app/features/playback/player/player-state.ts';
import { makeRenditionSplice } from './rendition-splice.ts';
import { type AfterClose, afterClose, retryDelayMs } from '#app/features/playback/player/retry-rules.ts';
import { emptyVideo, startPlaying } from '#app/features/playback/player/start-playing.ts';
import { mimeOf, parseDescription, type StreamDescription, trackCount } from './stream-description.ts';
import { openStreamSocket, type StreamSocket } from './stream-socket.ts';
import type { OpenTransport } from '#app/features/playback/player/transport.ts';

/** An open socket that brings nothing for this long is dead, unless the room waits for its model. */
const SILENT_MS = 8_000;
const CONNECT_MS = 10_000;
/** After a wake: a live stream brings something within this. */
const WAKE_MS = 2_000;
const GONE_MS = 60_000;
/** Connections that never came about, in a row; then another way is tried. */
const FAILURES_MAX = 3;
const TOKEN_FAILURES_MAX = 2;
const HEIGHTS_MAX = 16;
/** A stuck video is helped at most this often. */
const UNSTICK_MS = 500;

/** Plays fragments from a WebSocket, a few frames behind the origin. No framework, so that any page can use it. */
export const openMsePlayer: OpenTransport = (options) => {
  const { video } = options;
  const Source = sourceClass();
  const target = makeLiveTarget(performance.now());
  let firstGrant: PlayGrant | undefined = options.grant;
  let { wanted } = options;
  let buffering: MediaBuffering | undefined;
  let socket: StreamSocket | undefined;
  let description: StreamDescription | undefined;
  let bytesBefore = 0;
  let isStarted = false;
  let isHeld = false;
  let heldUntilMs = 0;
  let isOver = false;
  /** Lines of the renditions that were described so far. */
  const heights = new Map<string, number>();
  let offered: readonly string[] = options.grant.renditions;
  let attempt = 0;
  let failures = 0;
  let tokenFailures = 0;
  let unstuckAtMs = -Infinity;
  let mediaAtMs = performance.now();
  let retryTimer: ReturnType<typeof setTimeout> | undefined;
  let wakeTimer: ReturnType<typeof setTimeout> | undefined;

  const splice = makeRenditionSplice({
    onStep: (step) => buffering?.push(step),
    position: () => video.currentTime,
    now: () => performance.now(),
  });

  const latency = (): number => {
    const end = buffering?.range()?.end;
    return end === undefined ? 0 : Math.max(0, end - video.currentTime);
  };

  const tell = (state: PlayerState): void => {
    if (state.kind === 'playing') attempt = failures = tokenFailures = 0;
    options.onState(state);
  };

  const finish = (state: PlayerState): void => {
    if (isOver) return;
    stop();
    options.onState(state);
  };

  const giveUp = (): void => {
    if (isOver) return;
    stop();
    options.onUnusable();
  };

  /** Where it stood last it stands again, so it goes on a little nearer to the newest picture. */
  const unstick = (end: number): void => {
    const now = performance.now();
    const ahead = end - video.currentTime;
    if (video.seeking || !isStuck(watch.waitingMs, ahead) || now - unstuckAtMs < UNSTICK_MS) return;
    unstuckAtMs = now;
    video.currentTime = Math.max(video.currentTime, end - target.seconds) + 0.001;
  };

  const keepUp = (): void => {
    const range = buffering?.range();
    if (!range || isOver) return;
    if (!isStarted) {
      isStarted = true;
      target.onStart(performance.now());
      video.currentTime = Math.max(range.start, range.end - target.seconds);
      startPlaying(video, options.onSilenced);
      return;
    }
    if (video.paused) return;
    unstick(range.end);
    const step = catchUp(video.currentTime, range.start, range.end, target.seconds);
    if (step.kind === 'jump') video.currentTime = step.to;
    else if (video.playbackRate !== step.rate) video.playbackRate = step.rate;
  };

  const rebuild = (): void => {
    if (isOver || !Source) return;
    buffering?.close();
    isStarted = false;
    buffering = makeMediaBuffering({ video, Source, onUpdate: keepUp, onBroken: onVideoBroken });
  };

  function onVideoBroken(): void {
    if (isOver) return;
    rebuild();
    reconnect('retry');
  }

  const beginAnew = ({ codecs }: StreamDescription): void => {
    splice.reset();
    if (description) rebuild();
    else {
      // A new connection may be to another origin, whose clock begins anew.
      buffering?.push({ kind: 'clear' });
      isStarted = false;
    }
    buffering?.push({ kind: 'format', codecs });
  };

  const onText = (text: string): void => {
    const next = parseDescription(text);
    if (!next) return;
    if (!Source?.isTypeSupported(mimeOf(next.codecs))) return giveUp();
    if (description && trackCount(next.codecs) === trackCount(description.codecs)) splice.begin(next.codecs);
    else beginAnew(next);
    description = next;
    if (heights.size < HEIGHTS_MAX) heights.set(next.rendition, next.height);
    tellRenditions(offered);
    watch.check();
  };

  const onBinary = (data: ArrayBuffer): void => {
    if (!description) return;
    mediaAtMs = performance.now();
    splice.push(data);
    // What is held back changes nothing in the buffer, but the video may be stuck in front of it.
    keepUp();
  };

  function drop(): void {
    bytesBefore += socket?.bytesReceived ?? 0;
    socket?.close();
    socket = undefined;
  }

  function reconnect(why: AfterClose, code = 0): void {
    drop();
    if (isOver) return;
    clearTimeout(retryTimer);
    if (why === 'refuse')
      return finish({ kind: 'refused', reason: code === 4409 ? 'mode_changed' : 'policy' });
    if (why === 'retry_token') tokenFailures += 1;
    if (tokenFailures > TOKEN_FAILURES_MAX) return finish({ kind: 'refused', reason: 'token' });
    if (why === 'retry_gone' && !isHeld && performance.now() - mediaAtMs > GONE_MS)
      return finish({ kind: 'ended' });
    options.onState(isStarted || attempt > 0 ? { kind: 'reconnecting', attempt } : { kind: 'loading' });
    retryTimer = setTimeout(() => void open(), retryDelayMs(attempt, Math.random()));
    attempt += 1;
  }

  const tellRenditions = (ids: readonly string[]): void => {
    offered = ids;
    options.onRenditions(ids.map((id) => ({ id, heightLines: heights.get(id) })));
  };

  /** The grant that the page has already, else a fresh one. */
  const takeGrant: typeof options.askGrant = async () => {
    const grant = firstGrant;
    firstGrant = undefined;
    return grant ? { grant } : options.askGrant();
  };

  const askToken = async (): Promise<string> => {
    const answer = await options.askGrant();
    if ('refused' in answer) throw new Error(answer.refused);
    tellRenditions(answer.grant.renditions);
    return answer.grant.token;
  };

  const onClose = (code: number, hasOpened: boolean): void => {
    failures = hasOpened ? 0 : failures + 1;
    if (failures >= FAILURES_MAX) giveUp();
    else reconnect(afterClose(code), code);
  };

  async function open(): Promise<void> {
    clearTimeout(retryTimer);
    const answer = await takeGrant().catch(() => undefined);
    if (isOver || socket) return;
    if (!answer) return reconnect('retry');
    if ('refused' in answer) return finish({ kind: 'refused', reason: answer.refused });
    tellRenditions(answer.grant.renditions);
    description = undefined;
    const url = socketAddress(answer.grant.urls.ws, answer.grant.token, location.href);
    socket = openStreamSocket({ url, wanted, askToken, onText, onBinary, onClose });
  }

  const isSilent = (): boolean =>
    socket !== undefined &&
    !isHeld &&
    performance.now() - Math.max(socket.heardAtMs, heldUntilMs) > (description ? SILENT_MS : CONNECT_MS);

  const onTick = (): void => {
    if (isOver) return;
    target.settle(video.muted, performance.now());
    socket?.tick();
    if (document.visibilityState === 'visible') keepUp();
    if (isSilent()) reconnect('retry');
  };

  const watch = watchPicture({
    video,
    isActive: () => isStarted && socket !== undefined,
    latencySeconds: latency,
    rendition: () => description?.rendition ?? '',
    onState: tell,
    onStall: () => target.onStall(performance.now()),
    onTick,
  });

  const onVolume = (): void => {
    video.preservesPitch = !video.muted;
    target.settle(video.muted, performance.now());
  };
  const onVideoError = (): void => {
    if (video.error) onVideoBroken();
  };
  video.addEventListener('play', keepUp);
  video.addEventListener('volumechange', onVolume);
  video.addEventListener('error', onVideoError);

  function stop(): void {
    if (isOver) return;
    isOver = true;
    clearTimeout(retryTimer);
    clearTimeout(wakeTimer);
    watch.stop();
    drop();
    buffering?.close();
    video.removeEventListener('play', keepUp);
    video.removeEventListener('volumechange', onVolume);
    video.removeEventListener('error', onVideoError);
    emptyVideo(video);
  }

  onVolume();
  rebuild();
  void open();

  return {
    setQuality(next) {
      wanted = next;
      socket?.choose(next);
    },
    hold(held) {
      const isReleased = isHeld && !held;
      isHeld = held;
      if (!isReleased || isOver) return;
      heldUntilMs = performance.now();
      // The room is back: its picture is there now, not at the next attempt.
      if (socket) return;
      attempt = 0;
      void open();
    },
    wake() {
      if (isOver || isHeld) return;
      if (!socket) {
        attempt = 0;
        return void open();
      }
      const asked = socket;
      const atMs = performance.now();
      clearTimeout(wakeTimer);
      wakeTimer = setTimeout(() => {
        if (socket === asked && asked.heardAtMs < atMs && !isHeld) reconnect('retry');
      }, WAKE_MS);
    },
    toLiveEdge() {
      const range = buffering?.range();
      if (range) video.currentTime = Math.max(range.start, range.end - target.seconds);
      startPlaying(video, options.onSilenced);
    },
    refresh: () => void socket?.renewToken(),
    counters: () => ({
      codecs: description?.codecs ?? '',
      bytesReceived: bytesBefore + (socket?.bytesReceived ?? 0),
    }),
    destroy: stop,
  };
};
