/** What the site and its image child say to each other (advanced serialization). */

/** One image; its bytes come by the child's standard input. */
export interface ImageJob {
  readonly codec: 'jpeg' | 'png' | 'webp' | 'gif';
  /** The longer side of the result at most. */
  readonly sideMax: number;
}

export type ImageAnswer =
  | { readonly kind: 'ready' }
  | { readonly kind: 'unsupported' }
  | { readonly kind: 'done'; readonly jpeg: Uint8Array; readonly width: number; readonly height: number }
  | { readonly kind: 'failed'; readonly detail: string };
