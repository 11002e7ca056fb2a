/** What the media process and its thumbnail child say to each other (advanced serialization). */

export const THUMBNAIL_WIDTHS = [320, 640] as const;
export type ThumbnailWidth = (typeof THUMBNAIL_WIDTHS)[number];

export interface ThumbnailJob {
  readonly jobId: number;
  /** One keyframe with its parameter sets, with start codes (Annex B). */
  readonly keyframe: Uint8Array;
}

export type ThumbnailAnswer =
  | { readonly kind: 'ready' }
  /** The decoder is not installed; no more jobs are wanted. */
  | { readonly kind: 'unsupported' }
  | {
      readonly kind: 'done';
      readonly jobId: number;
      /** JPEG by width. */
      readonly images: Readonly<Record<ThumbnailWidth, Uint8Array>>;
    }
  | { readonly kind: 'failed'; readonly jobId: number; readonly detail: string };
