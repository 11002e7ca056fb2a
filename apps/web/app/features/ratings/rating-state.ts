import type { RoomEvent } from '../../shared/room-module/room-events.ts';

declare module '../../shared/room-module/room-events.ts' {
  interface PageEvents {
    /** The row of the rating is shown, or put away. */
    'page.rating-shown': {
      readonly isShown: boolean;
      /** The private that is rated; the room's public show where it is absent. */
      readonly showId?: string;
    };
  }
}

/** What the rating reads. */
export const RATING_READS = ['page.rating-shown', 'page.rated'] as const;

export interface RatingPart {
  readonly isShown: boolean;
  /** The private that has just ended. */
  readonly showId?: string;
}

/** Pure: a rating that was given is put away. */
export function reduceRating(part: RatingPart, event: RoomEvent<(typeof RATING_READS)[number]>): RatingPart {
  if (event.name !== 'page.rating-shown') return part.isShown ? { isShown: false } : part;
  const { isShown, showId } = event.payload;
  if (isShown === part.isShown && showId === part.showId) return part;
  return { isShown, ...(isShown && showId !== undefined && { showId }) };
}
