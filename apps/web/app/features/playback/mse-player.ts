/*
 * Plays `live:GET /live/ws/{stream_name}`: fragmented MP4 over a WebSocket into Media Source
 * Extensions, a few frames behind the origin. No framework, so that any page can use it.
 */

/** What a player is doing. Only the last three are final. */
export type PlayerState =
  | { readonly kind: 'loading' }
  /** `latencySeconds` is what is buffered ahead of the picture; told again each second. */
  | {
      readonly kind: 'playing';
      readonly latencySeconds: number;
      readonly width: number;
      readonly height: number;
    }
  | { readonly kind: 'stalled'; readonly latencySeconds: number }
  | { readonly kind: 'reconnecting'; readonly attempt: number }
  /** The stream is gone and did not come back. */
  | { readonly kind: 'ended' }
  /** The right to play was not given or taken away. */
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'unsupported' };

/** Where to play from; a rejected promise is a passing failure, `refused` is final. */
export type PlayAnswer = { readonly url: string } | { readonly refused: string };

export interface MsePlayerOptions {
  readonly video: HTMLVideoElement;
  /** Asked before every connection, so that each has a fresh token. */
  readonly connect: () => Promise<PlayAnswer>;
  /** A fresh token for the stream that plays; asked each 40 s. */
  readonly refreshToken: () => Promise<string>;
  readonly onState: (state: PlayerState) => void;
}

export interface MsePlayer {
  readonly state: PlayerState;
  /** Stops for good and empties the video element; a repeat does nothing. */
  destroy(): void;
}

/** The first frame of a stream, and again when its format changes. */
export interface StreamDescription {
  readonly codecs: string;
  readonly width: number;
  readonly height: number;
}

/**
 * How far behind the newest picture we want to be, at first and at most, in seconds. Chromium needs
 * 50 ms more of sound ahead to play faster at the same pitch, which is worth it only if it is heard.
 */
const TARGET_MUTED = 0.15;
const TARGET_HEARD = 0.2;
const TARGET_MAX = 1.2;
/** Beyond the target by this much the player jumps, or plays faster by 10 or 3 %. */
const JUMP_BEYOND = 0.7;
const FAST_BEYOND = 0.25;
const BRISK_BEYOND = 0.08;
/** A stall moves the target away from the edge; calm brings it back. */
const TARGET_RISE = 0.08;
const TARGET_FALL_PER_SECOND = 0.02;
const CALM_MS = 5_000;
/** A start always stumbles; that says nothing about the network. */
const SETTLE_MS = 3_000;

const KEEP_BEHIND_SECONDS = 10;
const TRIM_BEYOND_SECONDS = 30;
const STALL_MS = 400;
/** An open socket that brings nothing for this long is dead, for example after sleep. */
const SILENT_MS = 5_000;
const TOKEN_MS = 40_000;
const TOKEN_RETRY_MS = 5_000;
const GONE_MS = 60_000;
const CONNECT_MS = 10_000;

/** Delay before the attempt, in milliseconds: 250 doubling to 5000, by chance up to a half less. */
export function retryDelayMs(attempt: number, chance: number): number {
  const full = Math.min(5_000, 250 * 2 ** Math.min(attempt, 10));
  return Math.round(full * (1 - chance / 2));
}

/** What to do about the distance to the newest picture. */
export type CatchUp =
  | { readonly kind: 'jump'; readonly to: number }
  | { readonly kind: 'rate'; readonly rate: number };

/** Jumps when far behind or outside of what is buffered, else plays a little faster. All in seconds. */
export function catchUp(position: number, start: number, end: number, target: number): CatchUp {
  const behind = end - position;
  if (behind > target + JUMP_BEYOND || position < start || behind < -0.5)
    return { kind: 'jump', to: Math.max(start, end - target) };
  if (behind > target + FAST_BEYOND) return { kind: 'rate', rate: 1.1 };
  return { kind: 'rate', rate: behind > target + BRISK_BEYOND ? 1.03 : 1 };
}

/** The description in a text frame; undefined when it is of another shape. */
export function parseDescription(text: string): StreamDescription | undefined {
  try {
    const value = JSON.parse(text) as Partial<StreamDescription> | null;
    const { codecs, width, height } = value ?? {};
    if (typeof codecs !== 'string' || !/^[\w.,-]{1,80}$/.test(codecs)) return undefined;
    if (typeof width !== 'number' || typeof height !== 'number') return undefined;
    return { codecs, width, height };
  } catch {
    return undefined;
  }
}

/** What follows from the code with which a socket was closed. */
export function afterClose(code: number): 'retry' | 'retry_token' | 'retry_gone' | 'refuse' {
  if (code === 4401) return 'retry_token';
  if (code === 4404) return 'retry_gone';
  return code === 4409 || code === 1008 ? 'refuse' : 'retry';
}

type Step =
  | { readonly kind: 'append'; readonly data: ArrayBuffer }
  | { readonly kind: 'format'; readonly codecs: string }
  | { readonly kind: 'clear' };

interface Buffering {
  push(step: Step): void;
  /** What can be played now, in seconds; undefined while nothing can. */
  range(): { readonly start: number; readonly end: number } | undefined;
  close(): void;
}

const mimeOf = (codecs: string): string => `video/mp4; codecs="${codecs}"`;
const trackCount = (codecs: string): number => codecs.split(',').length;

/** Safari on phones has the managed kind only. */
function sourceClass(): typeof MediaSource | undefined {
  const scope = globalThis as { MediaSource?: typeof MediaSource; ManagedMediaSource?: typeof MediaSource };
  return scope.MediaSource ?? scope.ManagedMediaSource;
}

/** Feeds a video element; `onBroken` means that it has to be built anew. */
function makeBuffering(
  video: HTMLVideoElement,
  Source: typeof MediaSource,
  onUpdate: () => void,
  onBroken: () => void,
): Buffering {
  const source = new Source();
  const address = URL.createObjectURL(source);
  let steps: Step[] = [];
  let buffer: SourceBuffer | undefined;
  let codecs = '';
  let isClosed = false;

  const setFormat = (next: string): void => {
    if (!Source.isTypeSupported(mimeOf(next))) throw new Error('format not supported');
    if (!buffer) {
      buffer = source.addSourceBuffer(mimeOf(next));
      buffer.addEventListener('updateend', onUpdateEnd);
      buffer.addEventListener('error', onBroken);
    } else if (next !== codecs) {
      if (trackCount(next) !== trackCount(codecs)) throw new Error('tracks changed');
      buffer.changeType(mimeOf(next));
    }
    codecs = next;
  };

  /** All appends that wait go in as one. */
  const takeAppends = (): Uint8Array<ArrayBuffer> => {
    const parts: ArrayBuffer[] = [];
    while (steps[0]?.kind === 'append') parts.push((steps.shift() as Step & { kind: 'append' }).data);
    const joined = new Uint8Array(parts.reduce((sum, part) => sum + part.byteLength, 0));
    let offset = 0;
    for (const part of parts) {
      joined.set(new Uint8Array(part), offset);
      offset += part.byteLength;
    }
    return joined;
  };

  const run = (): void => {
    while (source.readyState === 'open' && !buffer?.updating && steps.length > 0) {
      const step = steps[0]!;
      if (step.kind === 'append') {
        if (buffer) buffer.appendBuffer(takeAppends());
        else steps.shift();
        continue;
      }
      steps.shift();
      if (step.kind === 'format') setFormat(step.codecs);
      else if (buffer && buffer.buffered.length > 0) buffer.remove(0, Infinity);
    }
  };

  const pump = (): void => {
    if (isClosed) return;
    try {
      run();
    } catch {
      onBroken();
    }
  };

  const trim = (): void => {
    if (!buffer || buffer.updating || buffer.buffered.length === 0) return;
    const end = buffer.buffered.end(buffer.buffered.length - 1);
    const keepFrom = video.paused ? end - TRIM_BEYOND_SECONDS : video.currentTime - KEEP_BEHIND_SECONDS;
    const start = buffer.buffered.start(0);
    if (keepFrom > start && end - start > TRIM_BEYOND_SECONDS) buffer.remove(0, keepFrom);
  };

  function onUpdateEnd(): void {
    if (isClosed) return;
    onUpdate();
    pump();
    trim();
  }

  source.addEventListener('sourceopen', pump);
  video.disableRemotePlayback = true;
  video.src = address;

  return {
    push(step) {
      steps.push(step);
      pump();
    },
    range() {
      const { buffered } = video;
      const last = buffered.length - 1;
      return last < 0 ? undefined : { start: buffered.start(last), end: buffered.end(last) };
    },
    close() {
      isClosed = true;
      steps = [];
      URL.revokeObjectURL(address);
    },
  };
}

/** Starts to play at once. Where sound may not start by itself the video is muted. */
export function createMsePlayer(options: MsePlayerOptions): MsePlayer {
  const { video } = options;
  const Source = sourceClass();
  let state: PlayerState = { kind: 'loading' };
  let buffering: Buffering | undefined;
  let socket: WebSocket | undefined;
  let description: StreamDescription | undefined;
  let isStarted = false;
  let isOver = false;
  let attempt = 0;
  let tokenFailures = 0;
  let target = TARGET_MUTED;
  let waitingSince: number | undefined;
  let lastStallMs = performance.now();
  let startedMs = 0;
  let lastMediaMs = performance.now();
  let heardMs = performance.now();
  let tokenDueMs = Infinity;
  let retryTimer: ReturnType<typeof setTimeout> | undefined;

  const tell = (next: PlayerState): void => {
    state = next;
    options.onState(next);
  };

  const finish = (next: PlayerState): void => {
    if (isOver) return;
    stop();
    tell(next);
  };

  const latency = (): number => {
    const end = buffering?.range()?.end;
    return end === undefined ? 0 : Math.max(0, end - video.currentTime);
  };

  const targetMin = (): number => (video.muted ? TARGET_MUTED : TARGET_HEARD);

  const onVolume = (): void => {
    video.preservesPitch = !video.muted;
    target = Math.max(target, targetMin());
  };

  const play = (): void => {
    video.play().catch((err: unknown) => {
      if (isOver || (err as { name?: string } | null)?.name !== 'NotAllowedError' || video.muted) return;
      video.muted = true;
      video.play().catch(() => {});
    });
  };

  const keepUp = (): void => {
    const range = buffering?.range();
    if (!range || isOver) return;
    if (!isStarted) {
      isStarted = true;
      startedMs = performance.now();
      video.currentTime = Math.max(range.start, range.end - target);
      play();
      return;
    }
    if (video.paused) return;
    const step = catchUp(video.currentTime, range.start, range.end, target);
    if (step.kind === 'jump') video.currentTime = step.to;
    else if (video.playbackRate !== step.rate) video.playbackRate = step.rate;
  };

  const rebuild = (): void => {
    if (isOver || !Source) return;
    buffering?.close();
    isStarted = false;
    buffering = makeBuffering(video, Source, keepUp, () => {
      rebuild();
      reconnect('retry');
    });
  };

  const onText = (text: string): void => {
    const next = parseDescription(text);
    if (!next) return;
    if (Source?.isTypeSupported(mimeOf(next.codecs)) === false) return finish({ kind: 'unsupported' });
    if (!description) {
      // A new connection may be to another origin, whose clock begins anew.
      buffering?.push({ kind: 'clear' });
      isStarted = false;
    }
    description = next;
    buffering?.push({ kind: 'format', codecs: next.codecs });
  };

  const onMessage = (data: unknown): void => {
    heardMs = performance.now();
    if (typeof data === 'string') onText(data);
    else if (data instanceof ArrayBuffer && description) {
      lastMediaMs = heardMs;
      buffering?.push({ kind: 'append', data });
    }
    // Timers of a hidden page are held back for longer than a token lives; messages are not.
    if (heardMs >= tokenDueMs) void renewToken();
  };

  function drop(): void {
    const old = socket;
    socket = undefined;
    tokenDueMs = Infinity;
    if (!old) return;
    old.onmessage = old.onclose = old.onopen = null;
    old.close(1000);
  }

  function reconnect(why: ReturnType<typeof afterClose>, code = 0): void {
    drop();
    if (isOver) return;
    clearTimeout(retryTimer);
    if (why === 'refuse')
      return finish({ kind: 'refused', reason: code === 4409 ? 'mode_changed' : 'policy' });
    if (why === 'retry_token') {
      tokenFailures += 1;
      if (tokenFailures > 2) return finish({ kind: 'refused', reason: 'token' });
    }
    if (why === 'retry_gone' && performance.now() - lastMediaMs > GONE_MS) return finish({ kind: 'ended' });
    tell(isStarted || attempt > 0 ? { kind: 'reconnecting', attempt } : { kind: 'loading' });
    retryTimer = setTimeout(() => void open(), retryDelayMs(attempt, Math.random()));
    attempt += 1;
  }

  async function open(): Promise<void> {
    const answer = await options.connect().catch(() => undefined);
    if (isOver || socket) return;
    if (!answer) return reconnect('retry');
    if ('refused' in answer) return finish({ kind: 'refused', reason: answer.refused });
    description = undefined;
    const next = new WebSocket(answer.url);
    socket = next;
    next.binaryType = 'arraybuffer';
    heardMs = performance.now();
    next.onopen = () => {
      tokenDueMs = performance.now() + TOKEN_MS;
    };
    next.onmessage = (event: MessageEvent<unknown>) => onMessage(event.data);
    next.onclose = (event) => reconnect(afterClose(event.code), event.code);
  }

  async function renewToken(): Promise<void> {
    tokenDueMs = performance.now() + TOKEN_RETRY_MS;
    const renewing = socket;
    const token = await options.refreshToken().catch(() => undefined);
    if (token === undefined || renewing !== socket || renewing?.readyState !== WebSocket.OPEN) return;
    renewing.send(JSON.stringify({ token }));
    tokenDueMs = performance.now() + TOKEN_MS;
  }

  /** Once a second, and when the page is seen again. */
  const check = (): void => {
    const now = performance.now();
    if (isOver) return;
    if (now - lastStallMs > CALM_MS) target = Math.max(targetMin(), target - TARGET_FALL_PER_SECOND);
    if (now >= tokenDueMs) void renewToken();
    if (socket && now - heardMs > (description ? SILENT_MS : CONNECT_MS)) return reconnect('retry');
    if (!isStarted || !socket || video.paused) return;
    if (waitingSince !== undefined && now - waitingSince > STALL_MS)
      tell({ kind: 'stalled', latencySeconds: latency() });
    else if (waitingSince === undefined && video.readyState >= 2) {
      attempt = 0;
      tokenFailures = 0;
      const { videoWidth: width, videoHeight: height } = video;
      tell({ kind: 'playing', latencySeconds: latency(), width, height });
    }
  };

  const onWaiting = (): void => {
    if (!isStarted || video.seeking) return;
    const now = performance.now();
    waitingSince ??= now;
    lastStallMs = now;
    if (now - startedMs > SETTLE_MS) target = Math.min(TARGET_MAX, target + TARGET_RISE);
  };
  const onPlaying = (): void => {
    waitingSince = undefined;
    check();
  };
  const onSeen = (): void => {
    if (document.visibilityState !== 'visible') return;
    keepUp();
    check();
  };

  const timer = setInterval(check, 1_000);
  video.addEventListener('waiting', onWaiting);
  video.addEventListener('playing', onPlaying);
  video.addEventListener('play', keepUp);
  video.addEventListener('volumechange', onVolume);
  video.addEventListener('error', onVideoError);
  document.addEventListener('visibilitychange', onSeen);

  function onVideoError(): void {
    if (isOver || !video.error) return;
    rebuild();
    reconnect('retry');
  }

  function stop(): void {
    isOver = true;
    clearInterval(timer);
    clearTimeout(retryTimer);
    drop();
    buffering?.close();
    video.removeEventListener('waiting', onWaiting);
    video.removeEventListener('playing', onPlaying);
    video.removeEventListener('play', keepUp);
    video.removeEventListener('volumechange', onVolume);
    video.removeEventListener('error', onVideoError);
    document.removeEventListener('visibilitychange', onSeen);
    video.removeAttribute('src');
    video.load();
  }

  if (Source) {
    tell(state);
    onVolume();
    rebuild();
    void open();
  } else finish({ kind: 'unsupported' });

  return {
    get state() {
      return state;
    },
    destroy() {
      if (!isOver) stop();
    },
  };
}
