import type { ThumbKind } from '@klieg/contract/media';
import type { Signal } from '../signal/signal-watch.ts';
import type { SoundSample } from '../signal/sound-sample.ts';

/** What the media process and its thumbnail child say to each other (advanced serialization). */

export interface ThumbnailJob {
  readonly jobId: number;
  /** One keyframe with its parameter sets, with start codes (Annex B). */
  readonly keyframe: Uint8Array;
  /** The sound before it. */
  readonly sound?: SoundSample | undefined;
}

/** One picture in one width, in each kind. */
export interface ThumbnailImage {
  readonly width: number;
  readonly bytes: Readonly<Record<ThumbKind, Uint8Array>>;
}

export type ThumbnailAnswer =
  | { readonly kind: 'ready' }
  /** The decoder is not installed; no more jobs are wanted. */
  | { readonly kind: 'unsupported' }
  | {
      readonly kind: 'done';
      readonly jobId: number;
      /** Ascending by width, none wider than the source, at least one. */
      readonly images: readonly ThumbnailImage[];
      readonly signal: Signal;
    }
  | { readonly kind: 'failed'; readonly jobId: number; readonly detail: string };
