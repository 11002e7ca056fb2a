import { mimeOf } from './stream-description.ts';

/** A buffer operation, in order. */
export type BufferStep =
  | { readonly kind: 'append'; readonly data: ArrayBuffer }
  | { readonly kind: 'format'; readonly codecs: string }
  /** Forgets what was played: another origin's clock starts again. */
  | { readonly kind: 'clear' };

/** Feeds a video element by Media Source Extensions. */
export interface MediaBuffering {
  push(step: BufferStep): void;
  /** What can be played now, in seconds; undefined if nothing can. */
  range(): { readonly start: number; readonly end: number } | undefined;
  close(): void;
}

export interface MediaBufferingOptions {
  readonly video: HTMLVideoElement;
  readonly Source: typeof MediaSource;
  /** Something was appended. */
  readonly onUpdate: () => void;
  /** It must be rebuilt. */
  readonly onBroken: () => void;
}

const KEEP_BEHIND_SECONDS = 10;
const TRIM_BEYOND_SECONDS = 30;
/**
 * Most waiting operations; more mean that the buffer accepts nothing any more, since even a frozen page never collects
 * so many.
 */
const STEPS_MAX = 2_000;

/** Safari on phones has the managed kind only. */
export function sourceClass(): typeof MediaSource | undefined {
  const scope = globalThis as { MediaSource?: typeof MediaSource; ManagedMediaSource?: typeof MediaSource };
  return scope.MediaSource ?? scope.ManagedMediaSource;
}

function join(parts: readonly ArrayBuffer[]): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(parts.reduce((sum, part) => sum + part.byteLength, 0));
  let offset = 0;
  for (const part of parts) {
    joined.set(new Uint8Array(part), offset);
    offset += part.byteLength;
  }
  return joined;
}

export function makeMediaBuffering(options: MediaBufferingOptions): MediaBuffering {
  const { video, Source } = options;
  const source = new Source();
  const address = URL.createObjectURL(source);
  let steps: BufferStep[] = [];
  let buffer: SourceBuffer | undefined;
  let codecs = '';
  let isClosed = false;

  const onError = (): void => {
    if (!isClosed) options.onBroken();
  };

  const setFormat = (next: string): void => {
    if (!buffer) {
      buffer = source.addSourceBuffer(mimeOf(next));
      buffer.addEventListener('updateend', onUpdateEnd);
      buffer.addEventListener('error', onError);
    } else if (next !== codecs) buffer.changeType(mimeOf(next));
    codecs = next;
  };

  /** All appends that wait go in as one. */
  const takeAppends = (): Uint8Array<ArrayBuffer> => {
    const count = steps.findIndex(({ kind }) => kind !== 'append');
    const taken = steps.splice(0, count < 0 ? steps.length : count);
    return join(taken.flatMap((step) => (step.kind === 'append' ? [step.data] : [])));
  };

  const run = (): void => {
    while (source.readyState === 'open' && !buffer?.updating && steps.length > 0) {
      if (steps[0]!.kind === 'append') {
        const data = takeAppends();
        buffer?.appendBuffer(data);
        continue;
      }
      const step = steps.shift()!;
      if (step.kind === 'format') setFormat(step.codecs);
      else if (buffer && buffer.buffered.length > 0) buffer.remove(0, Infinity);
    }
  };

  const pump = (): void => {
    if (isClosed) return;
    try {
      run();
    } catch {
      options.onBroken();
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
    options.onUpdate();
    pump();
    if (!isClosed) trim();
  }

  source.addEventListener('sourceopen', pump);
  // The managed kind opens only for a video that goes nowhere else.
  if (!('MediaSource' in globalThis)) video.disableRemotePlayback = true;
  video.src = address;

  return {
    push(step) {
      if (steps.length >= STEPS_MAX) return options.onBroken();
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
