import { z } from 'zod';
import { lines } from '../event-fields.ts';
import { calls, cursorList, instant, ok, okOnly, page, shape, username } from '../call.ts';
import { fanLevel, friendStatus } from '../enums.ts';
import { ethnicity } from './ethnicity.ts';
import { socialLink } from './social-link.ts';
import { fanTier, genderHide, seo, userCard, userSummary } from '../shapes.ts';
import { peopleRoutes } from './routes.ts';

/** Longest note about a person, in characters. */
export const NOTES_MAX = 2000;

const target = shape({ username });

/** Who a performer is, as everybody may read it. */
export const bio = shape({
  user: userCard,
  about: z.string(),
  languages: z.array(z.string()),
  ethnicity: ethnicity.nullable(),
  body: shape({
    hair: z.string().nullable(),
    eyes: z.string().nullable(),
    build: z.string().nullable(),
    height_cm: z.int().nullable(),
  }).nullable(),
  region: z.string().nullable(),
  country_code: z.string().nullable(),
  city: z.string(),
  turn_ons: z.string(),
  schedule: z.array(shape({ day: z.int().min(0).max(6), from: z.string(), to: z.string(), tz: z.string() })),
  socialMedia: shape({
    amazon: socialLink,
    bluesky: socialLink,
    instagram: socialLink,
    twitter: socialLink,
  }),
  tags: z.array(z.string()),
  joined_at: instant,
  last_online_at: instant.nullable(),
  ratings: shape({
    average: z.int().min(0).max(100),
    count: z.int(),
    by_stars: shape({ 1: z.int(), 2: z.int(), 3: z.int(), 4: z.int(), 5: z.int() }),
  }),
  followers: z.int(),
  /** Tokens a minute of an exclusive private. */
  exclusive_cost: z.int(),
  fanclub: z.array(fanTier),
  media_preview: z.array(z.record(z.string(), z.unknown())),
  related: z.array(userCard),
  seo,
});
export type Bio = z.infer<typeof bio>;

/** What somebody may do to the subject of a card. */
export const cardAction = z.enum(['pm', 'friend', 'ignore', 'silence', 'kick', 'ban', 'moderator', 'report']);
export type CardAction = z.infer<typeof cardAction>;
/** What somebody is in a room. */
export const roomRole = z.enum(['banned', 'kicked', 'moderator', 'silenced']);
export type ChatUserRole = z.infer<typeof roomRole>;

export const peopleCalls = calls(peopleRoutes, {
  getBio: {
    who: 'guest',
    conditions: ['room'],
    rate: 'read',
    params: target,
    response: bio,
    errors: ['rooms.not_found', 'rooms.banned'],
    ids: ['BROWSE-043'],
  },
  listSimilar: {
    who: 'guest',
    rate: 'read',
    params: target,
    query: shape({ 'gender-hide': genderHide }),
    response: shape({ userList: z.array(userCard).max(12) }),
    errors: [],
    ids: ['ERRORS-056'],
  },
  getNotes: {
    who: 'user',
    rate: 'read',
    params: target,
    response: shape({ notes: z.string(), updated_at: instant.nullable() }),
    errors: ['common.not_found'],
    ids: ['CHAT-003'],
  },
  saveNotes: {
    who: 'user',
    rate: 'write',
    params: target,
    // An empty text deletes.
    body: shape({ notes: lines(NOTES_MAX) }),
    response: ok({ notes: z.string(), updated_at: instant.nullable() }),
    errors: ['common.not_found'],
    ids: ['CHAT-003'],
  },
  getUserCard: {
    who: 'user',
    rate: 'read',
    params: target,
    query: shape({ room: username.optional() }),
    response: shape({
      user: userSummary,
      /** Null for a guest, who never joined. */
      joined_at: instant.nullable(),
      is_friend: friendStatus.nullable(),
      is_following: z.boolean(),
      fan_level: fanLevel.nullable(),
      role_in_room: z.array(roomRole),
      actions: z.array(cardAction),
    }),
    errors: ['common.not_found'],
    ids: ['CHAT-027'],
  },
  listFollowers: {
    who: 'model',
    rate: 'read',
    query: shape(page('time_number')),
    response: cursorList(userSummary, { total: z.int() }),
    errors: [],
    ids: ['CHAT-019'],
  },
  listViewHistory: {
    who: 'user',
    rate: 'read',
    query: shape(page('time_number')),
    response: cursorList(shape({ user: userCard, viewed_at: instant })),
    errors: [],
    ids: ['BROWSE-042'],
  },
  clearViewHistory: {
    who: 'user',
    rate: 'write',
    // Without a name, all of it.
    body: shape({ username: username.optional() }),
    response: okOnly,
    errors: [],
    ids: ['BROWSE-042'],
  },
});
