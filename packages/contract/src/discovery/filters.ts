import { z } from 'zod';

/** Languages that have lists. */
export const BROWSE_LANGUAGES = [
  'arabic',
  'chinese',
  'dutch',
  'english',
  'french',
  'german',
  'italian',
  'japanese',
  'korean',
  'polish',
  'portuguese',
  'romanian',
  'russian',
  'spanish',
  'ukrainian',
] as const;

/** How performers describe where they come from, in their profile or by a tag; each is a tag of lists. */
export const ETHNICITIES = [
  'asian',
  'ebony',
  'indian',
  'latin',
  'middle-eastern',
  'mixed',
  'white',
  'other',
] as const;

/**
 * (added) What a room is doing or offers right now. As a filter it is the tag `is-spy` and so on. Tags of different
 * kinds must all match: topics, `age-…`, what a room is doing (live, spy, ticket, group, standby: one of this kind is
 * enough), and each other kind separately.
 */
export const roomOffer = z.enum([
  'live',
  'private',
  'spy',
  'ticket',
  'group',
  'standby',
  'cam2cam',
  'hd',
  'new',
  'goal',
]);
export type RoomOffer = z.infer<typeof roomOffer>;
