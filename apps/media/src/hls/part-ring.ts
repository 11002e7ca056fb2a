import type { Fragment, FragmentSink, StreamInit } from '../packaging/units.ts';
import { choosePartTarget, isPartExceeded, isPartFull, nextPartTarget } from './part-target.ts';
import { countPictures } from './picture-count.ts';
import {
  type GrowingSegment,
  makePartDraft,
  nameAfter,
  type PartName,
  type Segment,
  type SegmentInit,
} from './segment.ts';

/** One rendition in memory, cut into parts and segments. */
export interface PartRing extends FragmentSink {
  /** Oldest first, numbered without gaps; only the last one may still grow. */
  readonly segments: readonly Segment[];
  /** The part that comes next, once there are segments. */
  readonly next: { readonly msn: number; readonly part: number };
  /** What that part is called, whichever segment it will be of. */
  readonly nextName: PartName;
  readonly isEnded: boolean;
  /** Media bytes that are held. */
  readonly bytes: number;
  /** Changes whenever parts or segments do. */
  readonly version: number;
  /** No more chunks come: what there is is the last part. */
  end(): void;
}

export interface PartRingOptions {
  /** Wanted length of a part; the real one fits the chunks. */
  readonly partMs: number;
  /** Target duration in whole seconds, for the life of the playlist: no segment is longer, rounded. */
  readonly targetSeconds: number;
  readonly segmentsMax: number;
  /** Old segments are dropped above this many bytes; a growing one is cut at a quarter of it. */
  readonly bytesMax: number;
  /** Number of the first segment, which begins at `startMs`. */
  readonly firstMsn: (startMs: number) => number;
  /** Wall clock of a time of the stream. */
  readonly dateOf: (startMs: number) => number;
  /** Parts or segments have changed. */
  readonly onChange: () => void;
}

/** Keyframes that follow faster than this do not begin a segment. */
const SEGMENT_MS_MIN = 1_000;
/** A length is compared with the target duration after rounding to whole seconds (RFC 8216, 4.3.3.1). */
const ROUNDED_MS = 499;
/** The part target is chosen by the first chunks of a stream: at least this many, over this time. */
const LEARNED = { chunks: 3, ms: 400 } as const;
/** A hole or an overlap of more than this in the times begins a discontinuity. */
const GAP_MS = 250;

export function makePartRing(options: PartRingOptions): PartRing {
  const { bytesMax, segmentsMax } = options;
  /** Without a keyframe a segment is cut at this length. */
  const segmentMsMax = options.targetSeconds * 1_000 + ROUNDED_MS;
  const segments: GrowingSegment[] = [];
  const draft = makePartDraft();
  /** The first chunks wait here until the part target is chosen. */
  let learned: Fragment[] | undefined = [];
  let partTargetMs = 0;
  /** Lengths of the chunks of the growing segment. */
  let chunksMs: number[] = [];
  let init: StreamInit | undefined;
  let segmentInit: SegmentInit | undefined;
  /** The next chunk does not continue the last one; it must begin with a keyframe. */
  let isBroken = true;
  let endMs: number | undefined;
  let nextMsn: number | undefined;
  let discontinuities = 0;
  let bytes = 0;
  let version = 0;
  let hasNews = false;
  let isEnded = false;

  const growing = (): GrowingSegment | undefined => {
    const last = segments.at(-1);
    return last?.isComplete === false ? last : undefined;
  };

  const tellNews = (): void => {
    if (!hasNews) return;
    hasNews = false;
    version += 1;
    options.onChange();
  };

  const trim = (): void => {
    while (segments.length > 1 && (segments.length > segmentsMax || bytes > bytesMax))
      bytes -= segments.shift()!.bytes;
  };

  const closePart = (segment: GrowingSegment): void => {
    const part = draft.take();
    if (!part) return;
    hasNews = true;
    segment.parts.push(part);
    segment.durationMs += part.durationMs;
    segment.bytes += part.data.length;
    bytes += part.data.length;
    trim();
  };

  const closeSegment = (): void => {
    const segment = growing();
    if (!segment) return;
    closePart(segment);
    segment.isComplete = true;
    hasNews = true;
    // The keyframe has cut the last one short.
    partTargetMs = nextPartTarget(chunksMs.slice(0, -1), options.partMs, partTargetMs);
  };

  const initOf = (msn: number, stream: StreamInit): SegmentInit =>
    segmentInit?.data.equals(stream.data)
      ? segmentInit
      : { msn, data: stream.data, codecs: stream.codecs, format: stream.format };

  const openSegment = ({ startMs, isKey }: Fragment, stream: StreamInit): GrowingSegment => {
    const msn = nextMsn ?? options.firstMsn(startMs);
    const before = segments.at(-1);
    const isDiscontinuity = isBroken && before !== undefined;
    if (isDiscontinuity) discontinuities += 1;
    nextMsn = msn + 1;
    isBroken = false;
    chunksMs = [];
    segmentInit = initOf(msn, stream);
    const segment: GrowingSegment = {
      msn,
      startMs,
      dateMs: options.dateOf(startMs),
      init: segmentInit,
      isIndependent: isKey,
      isDiscontinuity,
      discontinuities,
      firstPart: before ? nameAfter(before) : { msn, part: 0 },
      partTargetMs,
      isComplete: false,
      parts: [],
      durationMs: 0,
      bytes: 0,
      pictures: 0,
    };
    segments.push(segment);
    trim();
    return segment;
  };

  const isAtEnd = (segment: GrowingSegment, { isKey, durationMs: nextMs }: Fragment): boolean => {
    const durationMs = segment.durationMs + draft.durationMs;
    if (isBroken || durationMs + nextMs > segmentMsMax || segment.bytes + draft.bytes >= bytesMax / 4)
      return true;
    return isKey && durationMs >= SEGMENT_MS_MIN;
  };

  const add = (chunk: Fragment, stream: StreamInit): void => {
    const { durationMs } = chunk;
    let segment = growing();
    if (segment && isAtEnd(segment, chunk)) closeSegment();
    if (!segment || segment.isComplete) segment = openSegment(chunk, stream);
    else if (isPartExceeded(draft.durationMs, durationMs, partTargetMs)) closePart(segment);
    draft.push(chunk);
    chunksMs.push(durationMs);
    segment.pictures += countPictures(chunk.data);
    if (isPartFull(draft.durationMs, partTargetMs)) closePart(segment);
    tellNews();
  };

  const learn = (stream: StreamInit): void => {
    const chunks = learned ?? [];
    learned = undefined;
    const lengthsMs = chunks.map((chunk) => chunk.durationMs);
    partTargetMs = choosePartTarget(lengthsMs, options.partMs);
    for (const chunk of chunks) add(chunk, stream);
  };

  const breakOff = (): void => {
    if (learned && learned.length > 0 && init) learn(init);
    isBroken = true;
    closeSegment();
    tellNews();
  };

  return {
    segments,
    get next() {
      const segment = growing();
      return segment ? { msn: segment.msn, part: segment.parts.length } : { msn: nextMsn ?? 0, part: 0 };
    },
    get nextName() {
      const last = segments.at(-1);
      return last ? nameAfter(last) : { msn: nextMsn ?? 0, part: 0 };
    },
    get isEnded() {
      return isEnded;
    },
    get bytes() {
      return bytes + draft.bytes + (learned ?? []).reduce((sum, chunk) => sum + chunk.data.length, 0);
    },
    get version() {
      return version;
    },
    setInit(next) {
      if (isEnded || init?.data.equals(next.data)) return;
      breakOff();
      init = next;
    },
    append(chunk) {
      if (isEnded || !init || !(chunk.durationMs > 0)) return;
      if (endMs !== undefined && Math.abs(chunk.startMs - endMs) > GAP_MS) breakOff();
      endMs = chunk.startMs + chunk.durationMs;
      // A picture frozen for longer than a segment may last is a hole.
      if (chunk.durationMs > segmentMsMax) return breakOff();
      const isFirst = isBroken && !(learned && learned.length > 0);
      if (isFirst && !chunk.isKey) return;
      if (!learned) return add(chunk, init);
      learned.push(chunk);
      const learnedMs = learned.reduce((total, { durationMs }) => total + durationMs, 0);
      if (learned.length >= LEARNED.chunks && learnedMs >= LEARNED.ms) learn(init);
    },
    end() {
      if (isEnded) return;
      breakOff();
      isEnded = true;
      hasNews = true;
      tellNews();
    },
  };
}
