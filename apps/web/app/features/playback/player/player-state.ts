/** What is shown and how far behind it is. */
export interface Picture {
  /** The buffer ahead of the picture, or the distance to the newest one if known. */
  readonly latencySeconds: number;
  /** Zero where only sound plays. */
  readonly width: number;
  readonly height: number;
  /** Id of the rendition that plays, such as `source` or `480p`. */
  readonly rendition: string;
}

/** State of a player. Only the last three are final. `playing` and `stalled` are repeated each second. */
export type PlayerState =
  | { readonly kind: 'loading' }
  | ({ readonly kind: 'playing' } & Picture)
  | ({ readonly kind: 'stalled' } & Picture)
  | { readonly kind: 'reconnecting'; readonly attempt: number }
  /** The stream is gone and did not come back. */
  | { readonly kind: 'ended' }
  /** The right to play was not given or taken away. */
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'unsupported' };

/** Rendition that leaves the choice to the line. */
export const AUTO = 'auto';
/** Rendition without a picture. */
export const AUDIO = 'audio';
/** Rendition as the model sends it. */
export const SOURCE = 'source';

/** The picture of a state that has one. */
export const pictureOf = (state: PlayerState): Picture | undefined =>
  state.kind === 'playing' || state.kind === 'stalled' ? state : undefined;
