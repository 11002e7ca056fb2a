import { type BufferStep } from './media-buffering.ts';
import { chunkSpan, type Span, type TrackClocks, trackClocks } from './fragment-time.ts';

/*
 * Another rendition begins at a keyframe that may be seconds old. Appended at once, it would replace buffered media not
 * yet seen. So it is held back until it reaches the current position.
 */

/** Whether a chunk's time is unrelated to that of the buffered media. */
export type IsOtherTime = (span: Span, position: number) => boolean;

/** Puts renditions together without a gap. */
export interface RenditionSplice {
  /**
   * Another rendition of the same stream follows, its header first.
   * @param isOtherTime judges what another connection brings
   */
  begin(codecs: string, isOtherTime?: IsOtherTime): void;
  push(data: ArrayBuffer): void;
  /** Drops what is held back. */
  reset(): void;
}

export interface RenditionSpliceOptions {
  readonly onStep: (step: BufferStep) => void;
  /** The following media has unrelated times. */
  readonly onOtherTime: () => void;
  /** Position of the video, in seconds. */
  readonly position: () => number;
  /** Monotonic milliseconds. */
  readonly now: () => number;
}

/** The new rendition reaches this far beyond the picture. */
const AHEAD_SECONDS = 0.12;
/** It is waited for no longer. */
const HOLD_MS = 2_500;
const CHUNKS_MAX = 400;

/** Whether a rendition that covers this time so far may take over at this position. */
export const isSpliceDue = ({ start, end }: Span, position: number): boolean =>
  start > position || end >= position + AHEAD_SECONDS;

interface Held {
  readonly codecs: string;
  readonly sinceMs: number;
  readonly isOtherTime: IsOtherTime | undefined;
  readonly chunks: ArrayBuffer[];
  clocks: TrackClocks;
  start: number | undefined;
}

export function makeRenditionSplice(options: RenditionSpliceOptions): RenditionSplice {
  const { onStep } = options;
  let held: Held | undefined;

  const release = ({ codecs, chunks }: Held): void => {
    held = undefined;
    onStep({ kind: 'format', codecs });
    for (const data of chunks) onStep({ kind: 'append', data });
  };

  const isDue = (waiting: Held, data: ArrayBuffer): boolean => {
    const span = chunkSpan(data, waiting.clocks);
    if (!span) return true;
    waiting.start ??= span.start;
    if (waiting.isOtherTime?.(span, options.position())) {
      options.onOtherTime();
      return true;
    }
    return (
      isSpliceDue({ start: waiting.start, end: span.end }, options.position()) ||
      waiting.chunks.length >= CHUNKS_MAX ||
      options.now() - waiting.sinceMs > HOLD_MS
    );
  };

  return {
    begin(codecs, isOtherTime) {
      const sinceMs = options.now();
      held = { codecs, sinceMs, isOtherTime, chunks: [], clocks: new Map(), start: undefined };
    },
    push(data) {
      if (!held) return onStep({ kind: 'append', data });
      held.chunks.push(data);
      if (held.chunks.length === 1) held.clocks = trackClocks(data);
      else if (isDue(held, data)) release(held);
    },
    reset() {
      held = undefined;
    },
  };
}
