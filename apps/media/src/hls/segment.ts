import type { PictureFormat } from '../packaging/sps.ts';
import type { Fragment } from '../packaging/units.ts';

/** A piece of a segment, whole CMAF chunks. */
export interface Part {
  readonly data: Buffer;
  readonly durationMs: number;
  /** True when a decoder can begin here. */
  readonly isIndependent: boolean;
}

/**
 * A part's name: by the segment and position expected when it was announced. A keyframe can make it the first part of
 * another segment, but its name must stay (RFC 8216bis, 4.4.5.3).
 */
export interface PartName {
  readonly msn: number;
  readonly part: number;
}

/** The header of segments, named by the first of them, so that the bytes of a name never change. */
export interface SegmentInit {
  readonly msn: number;
  readonly data: Buffer;
  /** Value for the MIME parameter `codecs`. */
  readonly codecs: string;
  readonly format: PictureFormat;
}

/** A piece of a rendition that begins at a keyframe, unless none came for very long. */
export interface Segment {
  /** Media sequence number. */
  readonly msn: number;
  readonly startMs: number;
  /** Wall clock of its start in Unix milliseconds. */
  readonly dateMs: number;
  readonly init: SegmentInit;
  readonly isIndependent: boolean;
  /** True when times or header do not continue from the segment before. */
  readonly isDiscontinuity: boolean;
  /** Number of discontinuities of the stream up to its start. */
  readonly discontinuities: number;
  /** Of its first part; the others are called by their own place. */
  readonly firstPart: PartName;
  /** Part target that its parts were cut for. */
  readonly partTargetMs: number;
  readonly isComplete: boolean;
  readonly parts: readonly Part[];
  /** Of its parts, as the next three. */
  readonly durationMs: number;
  readonly bytes: number;
  readonly pictures: number;
}

/** A segment that still grows. */
export type GrowingSegment = { -readonly [K in keyof Segment]: Segment[K] } & { readonly parts: Part[] };

/** What the part after those of a segment is called. */
export const nameAfter = ({ msn, parts, firstPart }: Segment): PartName =>
  parts.length > 0 ? { msn, part: parts.length } : firstPart;

/** Chunks on their way to become a part. */
export interface PartDraft {
  readonly durationMs: number;
  readonly bytes: number;
  push(chunk: Fragment): void;
  /** The part, after which the draft is empty; undefined when it was. */
  take(): Part | undefined;
}

export function makePartDraft(): PartDraft {
  let chunks: Fragment[] = [];
  let durationMs = 0;
  let bytes = 0;
  return {
    get durationMs() {
      return durationMs;
    },
    get bytes() {
      return bytes;
    },
    push(chunk) {
      chunks.push(chunk);
      durationMs += chunk.durationMs;
      bytes += chunk.data.length;
    },
    take() {
      const first = chunks[0];
      if (!first) return undefined;
      const data = Buffer.concat(
        chunks.map((chunk) => chunk.data),
        bytes,
      );
      const part: Part = { data, durationMs, isIndependent: first.isKey };
      chunks = [];
      durationMs = 0;
      bytes = 0;
      return part;
    },
  };
}
