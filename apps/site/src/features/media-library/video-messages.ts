import type { SegmentFiles } from './segments/segment-index.ts';
import type { TimelineGrid } from './segments/timeline-rules.ts';

/*
 * What the site and its video child say to each other (advanced serialization). Files come and go by its standard input
 * and output.
 */

export interface VideoJob {
  /**
   * `remake` writes picture and sound of an upload into a new file; `study` finds out how one that we have written
   * plays in segments, and draws the pictures along it.
   */
  readonly kind: 'remake' | 'study';
  readonly sizeBytes: number;
  /** The longer sides of the video's picture, and of the blurred one. */
  readonly thumbSide: number;
  readonly blurSide: number;
}

/** What a video is. */
export interface VideoFacts {
  readonly width: number;
  readonly height: number;
  readonly durationMs: number;
  readonly isMuted: boolean;
  readonly thumb: Uint8Array;
  readonly blurred: Uint8Array;
}

export type RemadeVideo = VideoFacts;

export interface StudiedVideo extends VideoFacts {
  readonly timeline: { readonly grid: TimelineGrid; readonly sheets: readonly Uint8Array[] };
  /** Null where the file cannot be cut: it plays as a whole. */
  readonly segments: SegmentFiles | null;
}

export type VideoAnswer =
  | { readonly kind: 'ready' }
  | { readonly kind: 'unsupported' }
  | ({ readonly kind: 'done' } & RemadeVideo)
  | ({ readonly kind: 'studied' } & StudiedVideo)
  /** The file is one that cannot be taken. */
  | { readonly kind: 'refused'; readonly reason: 'codec' | 'too_long' | 'too_large' }
  | { readonly kind: 'failed'; readonly detail: string };
