/** What the media process and its remux child say to each other. */

export interface RemuxJob {
  /** Paths. */
  readonly from: string;
  /** Undefined: only a still is wanted. */
  readonly to: string | undefined;
  readonly poster: string;
}

export type RemuxAnswer =
  | { readonly kind: 'ready' }
  /** The library is not installed; the chunks are kept as they are. */
  | { readonly kind: 'unsupported' }
  | { readonly kind: 'done'; readonly durationMs: number }
  | { readonly kind: 'failed'; readonly detail: string };
