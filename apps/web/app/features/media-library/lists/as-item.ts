import type { MediaCard, MediaItem } from '@klieg/contract';

/** A card where an item is drawn; what a card leaves out is not shown in lists. */
export const asItem = (card: MediaCard): MediaItem => ({
  description: '',
  tags: [],
  ratings: { average: 0, count: 0 },
  ...card,
});
