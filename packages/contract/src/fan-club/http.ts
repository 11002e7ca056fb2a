import { z } from 'zod';
import { calls, instant, page, shape, username, uuid } from '../call.ts';
import { fanLevel } from '../enums.ts';
import { fanTier, userCard } from '../shapes.ts';
import { fanClubRoutes } from './routes.ts';

/** Text and media of a post that the reader may not see are empty. */
export const fanPost = shape({
  id: uuid,
  text: z.string(),
  level: fanLevel,
  media: z.array(z.record(z.string(), z.unknown())),
  at: instant,
  likes: z.int(),
  liked: z.boolean(),
  locked: z.boolean(),
});

const fanClub = shape({
  /** Cheapest first. */
  tiers: z.array(fanTier).max(3),
  membership: shape({ level: fanLevel, renews_at: instant, auto_renew: z.boolean() }).nullable(),
  members: z.int(),
  posts: z.array(fanPost),
  next_cursor: z.string().nullable(),
  /** With `profile` only. */
  user: userCard.nullable(),
  logo_url: z.string().nullable(),
  /** What is shared with each level; zeros without `profile`. */
  media_counts: shape({ supporter: z.int(), insider: z.int(), legend: z.int() }),
});
export type FanClub = z.infer<typeof fanClub>;

export const fanClubCalls = calls(fanClubRoutes, {
  getFanClub: {
    who: 'guest',
    conditions: ['room'],
    rate: 'read',
    params: shape({ username }),
    query: shape({ ...page('id'), profile: z.enum(['0', '1']).default('0') }),
    response: fanClub,
    errors: ['rooms.not_found', 'rooms.banned', 'fan_club.off'],
    ids: ['FANCLUB-006', 'FANCLUB-002'],
  },
});
