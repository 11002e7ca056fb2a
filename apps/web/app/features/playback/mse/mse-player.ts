import { askFirst } from '../grant/ask-first.ts';
import { socketAddress } from '../grant/play-address.ts';
import { readLine } from '../line/line-estimate.ts';
import { makeAlarm } from '../player/alarm.ts';
import { watchPicture } from '../player/picture-watch.ts';
import { retryDelayMs } from '../player/retry-rules.ts';
import { emptyVideo } from '../player/start-playing.ts';
import type { OpenTransport, TransportOptions } from '../player/transport.ts';
import { sourceClass } from './media-buffering.ts';
import { type MseCommand, type MseEvent, mseStart, type MseState, stepMse, WAKE_MS } from './mse-machine.ts';
import type { SocketHandlers, Takeover } from './next-socket.ts';
import { makeRenditionOffer } from './rendition-offer.ts';
import { mimeOf, parseDescription } from './stream-description.ts';
import { MOVE, openStreamSocket, type StreamSocket } from './stream-socket.ts';
import { makeVideoFeed, type VideoFeed } from './video-feed.ts';

const renditionOf = (state: MseState): string =>
  state.kind === 'streaming' ? state.description.rendition : '';

/** Calls back for events of the video; returns the way to stop. */
function watchVideo(video: HTMLVideoElement, feed: VideoFeed, onBroken: () => void): () => void {
  const onVolume = (): void => {
    video.preservesPitch = !video.muted;
    feed.settle();
  };
  const onError = (): void => {
    if (video.error) onBroken();
  };
  video.addEventListener('play', feed.keepUp);
  video.addEventListener('volumechange', onVolume);
  video.addEventListener('error', onError);
  onVolume();
  return () => {
    video.removeEventListener('play', feed.keepUp);
    video.removeEventListener('volumechange', onVolume);
    video.removeEventListener('error', onError);
  };
}

/** Plays fragments from a WebSocket, a few frames behind the origin. No framework, so that any page can use it. */
export const openMsePlayer: OpenTransport = (options) => {
  const { video } = options;
  const Source = sourceClass();
  const ask = askFirst(options.grant, options.askGrant);
  const renditions = makeRenditionOffer(options.onRenditions);
  const retry = makeAlarm();
  const wake = makeAlarm();
  let state = mseStart(performance.now());
  let { wanted } = options;
  let socket: StreamSocket | undefined;
  const takeover: Takeover = { next: undefined, isOtherTime: undefined, header: undefined, last: undefined };
  let bytesBefore = 0;
  /** Of the last description, even during a reconnect. */
  let codecs = '';

  const dispatch = (event: MseEvent): void => {
    const [next, commands] = stepMse(state, event);
    state = next;
    for (const command of commands) perform(command);
  };
  const isOver = (): boolean => state.kind === 'over';
  const heardAtMs = (): number => socket?.heardAtMs ?? 0;
  const onBroken = (): void => dispatch({ type: 'broken' });

  const { onSilenced } = options;
  const feed = makeVideoFeed({ video, Source, watch: () => watch, onSilenced, onBroken });

  const watch = watchPicture({
    video,
    isActive: () => feed.isStarted && socket !== undefined,
    latencySeconds: () => feed.latencySeconds,
    rendition: () => renditionOf(state),
    onState(told) {
      if (told.kind === 'playing') dispatch({ type: 'played' });
      options.onState(told);
    },
    onStall: feed.onStall,
    onTick() {
      if (isOver()) return;
      feed.settle();
      socket?.tick();
      if (document.visibilityState === 'visible') feed.keepUp();
      dispatch({
        type: 'tick',
        nowMs: performance.now(),
        heardAtMs: heardAtMs(),
        isStarted: feed.isStarted,
      });
    },
  });

  const stopWatching = watchVideo(video, feed, onBroken);

  const askGrant = async (): Promise<void> => {
    retry.clear();
    const answer = await ask().catch(() => undefined);
    if (!answer) dispatch({ type: 'ask-failed', isStarted: feed.isStarted });
    else if ('refused' in answer) dispatch({ type: 'refused', reason: answer.refused });
    else dispatch({ type: 'granted', grant: answer.grant });
  };

  const askToken = async (): Promise<string> => {
    const answer = await options.askGrant();
    if ('refused' in answer) throw new Error(answer.refused);
    renditions.offer(answer.grant.renditions);
    return answer.grant.token;
  };

  const onText = (text: string): void => {
    if (text === MOVE) return void moveOver().catch(() => undefined);
    const description = parseDescription(text);
    if (!description) return;
    const isSupported = Source?.isTypeSupported(mimeOf(description.codecs)) ?? false;
    dispatch({ type: 'described', description, isSupported });
    if (isOver()) return;
    ({ codecs } = description);
    takeover.header = undefined;
    renditions.describe(description);
    watch.check();
  };

  const onBinary = (data: ArrayBuffer): void => {
    if (state.kind !== 'streaming') return;
    dispatch({ type: 'media', nowMs: performance.now() });
    feed.push(data);
    if (takeover.header) takeover.last = data;
    takeover.header ??= data;
  };
  const onClose = (code: number, hasOpened: boolean): void => {
    const nowMs = performance.now();
    dispatch({ type: 'closed', code, hasOpened, isStarted: feed.isStarted, nowMs });
  };
  const handlers: SocketHandlers = { onText, onBinary, onClose };

  const openSocket = ({ urls, token }: TransportOptions['grant'], its: SocketHandlers): StreamSocket => {
    const url = socketAddress(urls.ws, token, location.href, readLine());
    return openStreamSocket({ url, wanted, askToken, ...its });
  };

  const connect = (grant: TransportOptions['grant']): void => {
    retry.clear();
    renditions.offer(grant.renditions);
    codecs = '';
    socket = openSocket(grant, handlers);
  };

  /** The process at the other end ends soon. Where nothing can take over, the connection ends as any other does. */
  const moveOver = async (): Promise<void> => {
    const { takeOver } = await import('./next-socket.ts');
    await takeOver({
      takeover,
      askGrant: options.askGrant,
      isStreaming: () => state.kind === 'streaming',
      open: openSocket,
      handlers,
      onReady(ready) {
        drop();
        socket = ready;
      },
    });
  };

  const drop = (): void => {
    takeover.next?.close();
    takeover.next = undefined;
    bytesBefore += socket?.bytesReceived ?? 0;
    socket?.close();
    socket = undefined;
  };

  const release = (): void => {
    retry.clear();
    wake.clear();
    watch.stop();
    drop();
    feed.close();
    stopWatching();
    emptyVideo(video);
  };

  function perform(command: MseCommand): void {
    switch (command.do) {
      case 'ask':
        return void askGrant();
      case 'connect':
        return connect(command.grant);
      case 'drop':
        return drop();
      case 'wait':
        return retry.set(retryDelayMs(command.attempt, Math.random()), () => dispatch({ type: 'retry-due' }));
      case 'look-after-wake':
        return wake.set(WAKE_MS, () =>
          dispatch({ type: 'wake-over', heardAtMs: heardAtMs(), isStarted: feed.isStarted }),
        );
      case 'tell':
        return options.onState(command.state);
      case 'begin':
        return feed.begin(command.codecs, command.isNewBuffer);
      case 'splice':
        return feed.splice(command.codecs, takeover.isOtherTime);
      case 'new-buffer':
        return feed.newBuffer();
      case 'end':
        release();
        return options.onState(command.state);
      case 'give-up':
        release();
        return options.onUnusable();
    }
  }

  feed.newBuffer();
  void askGrant();
  return {
    setQuality(next) {
      wanted = next;
      socket?.choose(next);
      takeover.next?.choose(next);
    },
    hold: (isHeld) => dispatch({ type: 'held', isHeld, nowMs: performance.now() }),
    wake: () => dispatch({ type: 'woken', nowMs: performance.now() }),
    toLiveEdge: feed.toLiveEdge,
    refresh: () => void socket?.renewToken(),
    counters: () => ({ codecs, bytesReceived: bytesBefore + (socket?.bytesReceived ?? 0) }),
    destroy() {
      if (isOver()) return;
      dispatch({ type: 'stop' });
      release();
    },
  };
};
