import type { Fragment, FragmentSink, StreamInit } from '../packaging/units.ts';
import type { CloseCode } from './sockets/close-codes.ts';
import { BINARY_FRAME, frameOf, textFrame } from './sockets/websocket-frame.ts';

/** One who receives frames. */
export interface FrameReader {
  /** Bytes that are written but have not left yet. */
  readonly queuedBytes: number;
  /** Writes frames, of which the first are description and header if `isStart`. */
  write(frames: readonly Buffer[], isStart: boolean): void;
  close(code: CloseCode): void;
}

/**
 * One rendition at the edge: its header, its current group of pictures and its readers. The frames
 * are made once and shared by all readers.
 */
export interface Feed extends FragmentSink {
  readonly rendition: string;
  readonly init: StreamInit | undefined;
  readonly readerCount: number;
  /** Where its newest chunk ends, in milliseconds of the stream; undefined before the first. */
  readonly endMs: number | undefined;
  /** What it carries, in kbit/s; 0 before the first seconds. */
  readonly kbps: number;
  readonly bytesSent: number;
  readonly fragmentsDropped: number;
  /** Adds a reader, who gets header and the current group of pictures at once, or when they come. */
  attach(reader: FrameReader): () => void;
  /** Adds a reader who is served elsewhere until the next keyframe; `onStart` is called just before it. */
  attachAtKey(reader: FrameReader, onStart: () => void): () => void;
  /** Its readers, all of whom leave it. */
  release(): FrameReader[];
}

export interface FeedOptions {
  readonly rendition: string;
  /** A reader with more queued than this, and than two groups of pictures, skips to a keyframe. */
  readonly queueBytesMin: number;
  /** A reader that could not catch up for this long is closed as slow. */
  readonly slowMs: number;
}

/** A group of pictures that grows beyond this is not kept; late joiners wait for the next keyframe. */
const GROUP_BYTES_MAX = 16 * 1024 * 1024;

/**
 * A reader stepping down from a larger rendition has more queued than this one allows, but may begin; one that steps up
 * and down without reading may not.
 */
const START_QUEUES = 4;
/** Of a reader that has no header yet. */
const NO_GENERATION = -1;

type ReaderState =
  | { readonly kind: 'waiting'; readonly onStart?: () => void }
  | { readonly kind: 'playing'; readonly generation: number }
  | { readonly kind: 'skipping'; readonly generation: number; readonly sinceMs: number };

export function makeFeed(options: FeedOptions): Feed {
  const { rendition } = options;
  const readers = new Map<FrameReader, ReaderState>();
  let init: StreamInit | undefined;
  let head: readonly Buffer[] = [];
  let generation = 0;
  let group: Buffer[] = [];
  let groupBytes = 0;
  let groupBytesMax = 0;
  let groupMs = 0;
  let kbps = 0;
  let endMs: number | undefined;
  /** When the newest chunk came, monotonic. */
  let newestMs = 0;
  let bytesSent = 0;
  let fragmentsDropped = 0;

  const send = (reader: FrameReader, frames: readonly Buffer[], isStart: boolean): void => {
    for (const frame of frames) bytesSent += frame.length;
    reader.write(frames, isStart);
  };

  const queueBytesMax = (): number => Math.max(options.queueBytesMin, 2 * groupBytesMax);

  /**
   * Starts a reader at the last keyframe, if there is one; one that has not read what it got before waits like others.
   */
  const start = (reader: FrameReader): void => {
    if (group.length === 0) return;
    if (reader.queuedBytes > START_QUEUES * queueBytesMax()) {
      readers.set(reader, { kind: 'skipping', generation: NO_GENERATION, sinceMs: newestMs });
      return;
    }
    readers.set(reader, { kind: 'playing', generation });
    send(reader, [...head, ...group], true);
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
    if (state.generation === generation) send(reader, group, false);
    else send(reader, [...head, ...group], true);
  };

  const begin = (reader: FrameReader, onStart: (() => void) | undefined): void => {
    onStart?.();
    if (readers.has(reader)) start(reader);
  };

  const deliver = (
    reader: FrameReader,
    state: ReaderState,
    frame: Buffer,
    isKey: boolean,
    nowMs: number,
  ): void => {
    if (state.kind === 'waiting') return isKey ? begin(reader, state.onStart) : undefined;
    if (state.kind === 'skipping') {
      fragmentsDropped += 1;
      if (isKey) resume(reader, state, nowMs);
      else if (nowMs - state.sinceMs >= options.slowMs) evict(reader);
      return;
    }
    if (reader.queuedBytes > queueBytesMax()) {
      fragmentsDropped += 1;
      readers.set(reader, { kind: 'skipping', generation: state.generation, sinceMs: nowMs });
      return;
    }
    if (state.generation === generation) {
      bytesSent += frame.length;
      reader.write([frame], false);
    } else start(reader);
  };

  const closeGroup = (): void => {
    if (groupMs > 0 && group.length > 0) kbps = Math.round((groupBytes * 8) / groupMs);
    groupBytesMax = groupBytes;
    group = [];
    groupBytes = 0;
    groupMs = 0;
  };

  const keep = (frame: Buffer, fragment: Fragment): void => {
    if (fragment.isKey) closeGroup();
    if (!fragment.isKey && group.length === 0) return;
    group.push(frame);
    groupBytes += frame.length;
    groupMs += fragment.durationMs;
    groupBytesMax = Math.max(groupBytesMax, groupBytes);
    if (groupBytes > GROUP_BYTES_MAX) group = [];
  };

  return {
    rendition,
    get init() {
      return init;
    },
    get readerCount() {
      return readers.size;
    },
    get endMs() {
      return endMs;
    },
    get kbps() {
      return kbps || (groupMs > 0 ? Math.round((groupBytes * 8) / groupMs) : 0);
    },
    get bytesSent() {
      return bytesSent;
    },
    get fragmentsDropped() {
      return fragmentsDropped;
    },
    setInit(next) {
      const { codecs, format } = next;
      const description = { codecs, width: format.width, height: format.height, rendition };
      init = next;
      head = [textFrame(JSON.stringify(description)), frameOf(BINARY_FRAME, next.data)];
      generation += 1;
      closeGroup();
    },
    append(fragment, nowMs) {
      const frame = frameOf(BINARY_FRAME, fragment.data);
      keep(frame, fragment);
      newestMs = nowMs;
      endMs = fragment.startMs + fragment.durationMs;
      for (const [reader, state] of readers) deliver(reader, state, frame, fragment.isKey, nowMs);
    },
    attach(reader) {
      readers.set(reader, { kind: 'waiting' });
      start(reader);
      return () => readers.delete(reader);
    },
    attachAtKey(reader, onStart) {
      readers.set(reader, { kind: 'waiting', onStart });
      return () => readers.delete(reader);
    },
    release() {
      const left = [...readers.keys()];
      readers.clear();
      return left;
    },
  };
}
