import { z } from 'zod';

/** Languages that lists are made of. */
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

/** How performers describe where they come from; each is a tag. */
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
 * (added) What a room is doing or offers just now. As a filter it is the tag `is-spy` and so on. Tags of different kinds
 * must all hold: topics, `age-…`, what a room is doing (live, spy, ticket, group, standby: of one kind any is enough),
 * and each of the others for itself.
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
