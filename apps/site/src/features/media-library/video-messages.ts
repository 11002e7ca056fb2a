/** What the site and its video child say to each other (advanced serialization). The file comes and goes by its standard input and output. */

export interface VideoJob {
  readonly sizeBytes: number;
  /** The longer sides of the picture that stands for the video, and of the blurred one. */
  readonly thumbSide: number;
  readonly blurSide: number;
}

export interface RemadeVideo {
  readonly width: number;
  readonly height: number;
  readonly durationMs: number;
  readonly isMuted: boolean;
  readonly thumb: Uint8Array;
  readonly blurred: Uint8Array;
}

export type VideoAnswer =
  | { readonly kind: 'ready' }
  | { readonly kind: 'unsupported' }
  | ({ readonly kind: 'done' } & RemadeVideo)
  /** The file is one that cannot be taken. */
  | { readonly kind: 'refused'; readonly reason: 'codec' | 'too_long' | 'too_large' }
  | { readonly kind: 'failed'; readonly detail: string };
