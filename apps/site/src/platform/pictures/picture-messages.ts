/** What the site and its picture child say to each other (advanced serialization). */

export interface PictureJob {
  readonly bytes: Uint8Array;
  readonly codec: 'jpeg' | 'png' | 'webp' | 'gif';
  /** How the camera was held, as EXIF says it: 1 upright, 3, 6 and 8 turned. */
  readonly orientation: number;
  /** The longer side of the result at most. */
  readonly sideMax: number;
}

export type PictureAnswer =
  | { readonly kind: 'ready' }
  | { readonly kind: 'unsupported' }
  | { readonly kind: 'done'; readonly jpeg: Uint8Array; readonly width: number; readonly height: number }
  | { readonly kind: 'failed'; readonly detail: string };
