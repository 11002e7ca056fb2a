import { z } from 'zod';
import { shape } from '../call.ts';
import { gender } from '../enums.ts';
import { userCard } from '../shapes.ts';

/** Items on a page of the feed. */
export const FEED_PAGE_SIZE = 10;

/** One screen of the feed: a live room, or something a performer published. */
export const feedItem = shape({
  kind: z.enum(['live', 'media', 'post']),
  user: userCard,
  media: z.record(z.string(), z.unknown()).nullable(),
  /** Right to play for at most a minute; null unless a token call would give it to this caller. */
  stream: shape({ stream_name: z.string(), token: z.string() }).nullable(),
  tip_default: z.int(),
});
export type FeedItem = z.infer<typeof feedItem>;

export const feedPage = shape({
  /** The only gender listed; null where a swiper list has several. */
  gender: gender.nullable(),
  list: z.array(feedItem).max(FEED_PAGE_SIZE),
  page: z.int(),
  has_more: z.boolean(),
});
export type FeedPage = z.infer<typeof feedPage>;
