import type { Fragment, StreamInit } from '../packaging/units.ts';
import { BINARY_FRAME, frameOf, textFrame } from './websocket-frame.ts';
import type { CloseCode } from './close-codes.ts';

/** One who receives frames. */
export interface FrameReader {
  /** Bytes that are written but have not left yet. */
  readonly queuedBytes: number;
  write(frames: readonly Buffer[]): void;
  close(code: CloseCode): void;
}

/**
 * One stream name at the edge: its init, its current group of pictures and its readers. The frames
 * are made once and shared by all readers.
 */
export interface LiveStream {
  readonly name: string;
  readonly viewerCount: number;
  readonly bytesSent: number;
  readonly fragmentsDropped: number;
  /** Announces the format, at the start and when it changes; a new group of pictures follows. */
  setInit(init: StreamInit): void;
  append(fragment: Fragment, nowMs: number): void;
  /** Adds a reader, who gets init and the current group of pictures at once, or when they come. */
  attach(reader: FrameReader): () => void;
  /** Closes the readers; later ones are to be refused by the caller. */
  closeAll(code: CloseCode): void;
}

export interface LiveStreamOptions {
  readonly name: string;
  /** A reader with more queued than this, and than two groups of pictures, skips to a keyframe. */
  readonly queueBytesMin: number;
  /** A reader that could not catch up for so long is closed as slow. */
  readonly slowMs: number;
}

export const LIVE_STREAM_DEFAULTS = { queueBytesMin: 256 * 1024, slowMs: 10_000 } as const;

/** A group of pictures that grows beyond this is not kept; late joiners wait for the next keyframe. */
const GROUP_BYTES_MAX = 16 * 1024 * 1024;
const RENDITION = 'source';

type ReaderState =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'playing'; readonly generation: number }
  | { readonly kind: 'skipping'; readonly generation: number; readonly sinceMs: number };

export function makeLiveStream(options: LiveStreamOptions): LiveStream {
  const readers = new Map<FrameReader, ReaderState>();
  let head: readonly Buffer[] = [];
  let generation = 0;
  let group: Buffer[] = [];
  let groupBytes = 0;
  let groupBytesMax = 0;
  let bytesSent = 0;
  let fragmentsDropped = 0;

  const send = (reader: FrameReader, frames: readonly Buffer[]): void => {
    for (const frame of frames) bytesSent += frame.length;
    reader.write(frames);
  };

  /** Starts a reader at the last keyframe, if there is one. */
  const start = (reader: FrameReader): void => {
    if (group.length === 0) return;
    readers.set(reader, { kind: 'playing', generation });
    send(reader, [...head, ...group]);
  };

  const evict = (reader: FrameReader): void => {
    readers.delete(reader);
    reader.close(4429);
  };

  const resume = (reader: FrameReader, state: ReaderState & { kind: 'skipping' }, nowMs: number): void => {
    const isDrained = reader.queuedBytes <= options.queueBytesMin / 4;
    if (!isDrained && nowMs - state.sinceMs >= options.slowMs) return evict(reader);
    if (!isDrained) return;
    readers.set(reader, { kind: 'playing', generation });
    send(reader, state.generation === generation ? group : [...head, ...group]);
  };

  const deliver = (
    reader: FrameReader,
    state: ReaderState,
    frame: Buffer,
    isKey: boolean,
    nowMs: number,
  ): void => {
    if (state.kind === 'waiting') return isKey ? start(reader) : undefined;
    if (state.kind === 'skipping') {
      fragmentsDropped += 1;
      if (isKey) resume(reader, state, nowMs);
      else if (nowMs - state.sinceMs >= options.slowMs) evict(reader);
      return;
    }
    if (reader.queuedBytes > Math.max(options.queueBytesMin, 2 * groupBytesMax)) {
      fragmentsDropped += 1;
      readers.set(reader, { kind: 'skipping', generation: state.generation, sinceMs: nowMs });
      return;
    }
    if (state.generation === generation) {
      bytesSent += frame.length;
      reader.write([frame]);
    } else start(reader);
  };

  return {
    name: options.name,
    get viewerCount() {
      return readers.size;
    },
    get bytesSent() {
      return bytesSent;
    },
    get fragmentsDropped() {
      return fragmentsDropped;
    },
    setInit(init) {
      const { codecs, format } = init;
      const description = { codecs, width: format.width, height: format.height, rendition: RENDITION };
      head = [textFrame(JSON.stringify(description)), frameOf(BINARY_FRAME, init.data)];
      generation += 1;
      group = [];
      groupBytes = 0;
    },
    append(fragment, nowMs) {
      const frame = frameOf(BINARY_FRAME, fragment.data);
      if (fragment.isKey) {
        groupBytesMax = groupBytes;
        group = [];
        groupBytes = 0;
      }
      if (fragment.isKey || group.length > 0) {
        group.push(frame);
        groupBytes += frame.length;
        groupBytesMax = Math.max(groupBytesMax, groupBytes);
        if (groupBytes > GROUP_BYTES_MAX) group = [];
      }
      for (const [reader, state] of readers) deliver(reader, state, frame, fragment.isKey, nowMs);
    },
    attach(reader) {
      readers.set(reader, { kind: 'waiting' });
      start(reader);
      return () => readers.delete(reader);
    },
    closeAll(code) {
      const closing = [...readers.keys()];
      readers.clear();
      for (const reader of closing) reader.close(code);
    },
  };
}
