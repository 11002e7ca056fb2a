import { z } from 'zod';
import { calls, cursorList, instant, ok, okOnly, page, shape, username, uuid } from '../call.ts';
import { fanLevel } from '../enums.ts';
import { fanTier, userCard, userSummary } from '../shapes.ts';
import { mediaCard } from '../media-library/shapes.ts';
import { AVATAR_BYTES_MAX } from '../profile/limits.ts';
import { fanClubRoutes } from './routes.ts';

const target = shape({ username });
const post = shape({ id: uuid });

/** Text and media are empty in a post that the reader may not see. */
export const fanPost = shape({
  id: uuid,
  text: z.string(),
  level: fanLevel,
  media: z.array(mediaCard),
  at: instant,
  likes: z.int(),
  liked: z.boolean(),
  locked: z.boolean(),
});
export type FanPost = z.infer<typeof fanPost>;

/** A person's membership in a club; without `auto_renew` it ends at `renews_at`. */
export const fanMembership = shape({
  level: fanLevel,
  renews_at: instant,
  auto_renew: z.boolean(),
  /** Level of the next period, if different. */
  next_level: fanLevel.nullable(),
  /** Token price of the next period. */
  next_price: z.int(),
  /** The next period could not be charged; the rights stay for three days after `renews_at`. */
  is_past_due: z.boolean(),
  /** Not renewed, because they may not join now: banned from the room, or one of both wants no contact. */
  is_shut_out: z.boolean(),
});
export type FanMembership = z.infer<typeof fanMembership>;

const fanClub = shape({
  /** Cheapest first. */
  tiers: z.array(fanTier).max(3),
  membership: fanMembership.nullable(),
  members: z.int(),
  posts: z.array(fanPost),
  next_cursor: z.string().nullable(),
  /** Only with `profile`. */
  user: userCard.nullable(),
  /** As others see it. */
  logo_url: z.string().nullable(),
  /** Media of each level; zeros without `profile`. */
  media_counts: shape({ supporter: z.int(), insider: z.int(), legend: z.int() }),
});
export type FanClub = z.infer<typeof fanClub>;

/** The performer's own logo: as others see it, and one that staff has still to look at. */
const ownLogo = {
  logo_url: z.string().nullable(),
  waiting_url: z.string().nullable(),
};

/** Refused like a tip of the same person, except that places that may not tip are allowed (S2101). */
const spendErrors = [
  'ledger.not_enough_tokens',
  'ledger.postpay_card_fail',
  'ledger.postpay_limit',
  'ledger.over_daily_limit',
  'ledger.user_daily_limit',
  'ledger.model_cannot_spend',
] as const;

export const fanClubCalls = calls(fanClubRoutes, {
  getFanClub: {
    who: 'guest',
    conditions: ['room'],
    rate: 'read',
    params: target,
    query: shape({ ...page('id'), profile: z.enum(['0', '1']).default('0') }),
    response: fanClub,
    errors: ['rooms.not_found', 'rooms.banned', 'fan_club.off'],
    ids: ['FANCLUB-006', 'FANCLUB-002'],
  },
  /**
   * Joins or changes the level: a higher one applies at once and costs the difference for the rest of the period, a
   * lower one from the next period on. Also pays a period that could not be charged.
   */
  joinFanClub: {
    who: 'user',
    conditions: ['av', 'room', 'not_self'],
    rate: 'spend',
    spends: true,
    params: target,
    /** `price`: the monthly price that was shown; refused if it has changed. */
    body: shape({ level: fanLevel, price: z.int(), auto_renew: z.boolean().default(true) }),
    response: ok({ membership: fanMembership, tokens: z.int() }),
    errors: [
      'rooms.not_found',
      'rooms.banned',
      'common.not_self',
      'fan_club.off',
      'fan_club.already_member',
      'common.price_changed',
      ...spendErrors,
    ],
    ids: ['FANCLUB-016', 'FANCLUB-014'],
  },
  /** The membership lasts until the end of the paid period. */
  cancelFanClub: {
    who: 'user',
    rate: 'write',
    params: target,
    body: shape({}),
    response: ok({ membership: fanMembership }),
    errors: ['rooms.not_found', 'fan_club.not_member'],
    ids: ['FANCLUB-016'],
  },
  renewFanClub: {
    who: 'user',
    rate: 'write',
    params: target,
    body: shape({ auto_renew: z.boolean() }),
    response: ok({ membership: fanMembership }),
    errors: ['rooms.not_found', 'fan_club.not_member'],
    ids: ['FANCLUB-016'],
  },
  /** Posts of all clubs that the caller is a member of, newest first. */
  getFanFeed: {
    who: 'user',
    rate: 'read',
    query: shape(page('id')),
    response: cursorList(shape({ ...fanPost.shape, user: userCard })),
    errors: [],
    ids: ['FANCLUB-001'],
  },
  listFanMemberships: {
    who: 'user',
    rate: 'read',
    response: shape({
      items: z.array(
        shape({ ...fanMembership.shape, modelUsername: z.string(), price: z.int(), user: userCard }),
      ),
    }),
    errors: [],
    ids: ['FANCLUB-014'],
  },
  postToFans: {
    who: 'broadcaster',
    rate: 'write',
    body: shape({
      text: z.string().trim().min(1).max(2000),
      level: fanLevel,
      media_ids: z.array(z.int()).max(10).optional(),
    }),
    response: ok({ post: fanPost }),
    errors: ['fan_club.off', 'compliance.text_refused', 'common.not_found'],
    ids: ['FANCLUB-008'],
  },
  deleteFanPost: {
    who: 'broadcaster',
    rate: 'write',
    params: post,
    response: okOnly,
    errors: ['common.not_found'],
    ids: ['FANCLUB-008'],
  },
  likeFanPost: {
    who: 'user',
    rate: 'write',
    params: post,
    body: shape({ liked: z.boolean() }),
    response: ok({ likes: z.int() }),
    errors: ['common.not_found'],
    ids: ['FANCLUB-008'],
  },
  /** Members of the caller's own club, newest first; members who hide from performers are counted but not named. */
  listFans: {
    who: 'model',
    rate: 'read',
    query: shape({ ...page('time_number'), level: fanLevel.optional() }),
    response: cursorList(
      shape({
        user: userSummary,
        level: fanLevel,
        since: instant,
        renews_at: instant,
        /** Tokens that the member has paid for the club so far. */
        spent: z.int(),
      }),
      {
        counts: shape({ supporter: z.int(), insider: z.int(), legend: z.int() }),
        /** Number of members who are not named. */
        hidden: z.int(),
        /** Tokens that the club has earned the performer this month, only her share. */
        month_earned: z.int(),
      },
    ),
    errors: [],
    ids: ['FANCLUB-007'],
  },
  getFanLogo: {
    who: 'model',
    rate: 'read',
    response: shape(ownLogo),
    errors: [],
    ids: ['FANCLUB-009'],
  },
  /** Takes the place of one that waits; what others see changes once staff has looked at it. */
  uploadFanLogo: {
    who: 'broadcaster',
    rate: 'upload',
    form: { fileBytesMax: AVATAR_BYTES_MAX },
    response: ok(ownLogo),
    errors: [
      'common.file_not_image',
      'common.file_format',
      'common.file_blocked',
      'common.file_count',
      'common.unavailable',
    ],
    ids: ['FANCLUB-009'],
  },
  /** Takes away the logo, and one that waits. */
  deleteFanLogo: {
    who: 'model',
    rate: 'write',
    response: ok(ownLogo),
    errors: [],
    ids: ['FANCLUB-009'],
  },
});
