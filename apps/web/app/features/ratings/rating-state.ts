import type { RoomEvent } from '../../shared/room-module/room-events.ts';

/** Kinds of shows after which a rating is offered. */
type RatedKind = 'private' | 'limited';

declare module '../../shared/room-module/room-events.ts' {
  interface PageEvents {
    /** The row of the rating is shown, or put away. */
    'page.rating-shown': {
      readonly isShown: boolean;
      /** The show that is rated; the room's public show where it is absent. */
      readonly showId?: string;
      /** Its kind; absent: a private. */
      readonly kind?: RatedKind;
    };
  }
}

/** What the rating reads. */
export const RATING_READS = ['page.rating-shown', 'page.rated'] as const;

export interface RatingPart {
  readonly isShown: boolean;
  /** The show that has just ended. */
  readonly showId?: string;
  /** Its kind; absent: a private. */
  readonly kind?: RatedKind;
}

/** Pure: a rating that was given is put away. */
export function reduceRating(part: RatingPart, event: RoomEvent<(typeof RATING_READS)[number]>): RatingPart {
  if (event.name !== 'page.rating-shown') return part.isShown ? { isShown: false } : part;
  const { isShown, showId, kind } = event.payload;
  if (isShown === part.isShown && showId === part.showId) return part;
  return { isShown, ...(isShown && showId !== undefined && { showId, ...(kind && { kind }) }) };
}
