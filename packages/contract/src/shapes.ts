import { z } from 'zod';
import { instant, shape, uuid } from './call.ts';
import { chatStatus, fanLevel, flag, gender, ledgerKind } from './enums.ts';

/* Named shapes of the wire page, section 4. */

export const seo = shape({
  breadcrumbList: z.array(shape({ name: z.string(), url: z.string() })),
  description: z.string(),
  footerHtml: z.string(),
  h1: z.string(),
  metaDescription: z.string(),
  metaTitle: z.string(),
});

export const ratings = shape({ average: z.int().min(0).max(100), count: z.int() });

/** A tier of a fan club. */
export const fanTier = shape({
  level: fanLevel,
  /** Tokens a month. */
  price: z.int(),
  discount_percent: z.int(),
  benefits: z.array(z.string()),
});

/** A comma list of genders without blanks or repeats. */
export const genderHide = z
  .string()
  .max(10)
  .transform((value) => (value === '' ? [] : value.split(',')))
  .pipe(z.array(gender).max(3))
  .refine((values) => new Set(values).size === values.length, 'duplicate')
  .optional();

/** A performer in lists. */
export const userCard = shape({
  id: z.int(),
  username: z.string(),
  displayName: z.string(),
  gender,
  age: z.int().nullable(),
  country_code: z.string().nullable(),
  languages: z.array(z.string()),
  status: chatStatus,
  subjectText: z.string().max(140),
  avatarUrl: z.string().nullable(),
  profilePictureUrl: z.string().nullable(),
  offlinePictureUrl: z.string().nullable(),
  /** The live picture, else profilePictureUrl. */
  thumb_url: z.string(),
  viewer_count: z.int(),
  ratings,
  private_enabled: z.boolean(),
  private_cost: z.int(),
  spy_cost: z.int().nullable(),
  ticket_price: z.int().nullable(),
  /** Tokens a minute of a group show that is offered or runs. */
  group_price: z.int().nullable(),
  /** The next stream that the performer has announced, within a week. */
  next_stream_at: instant.nullable(),
  fanclub: z.boolean(),
  goal: shape({ label: z.string(), percent: z.int() }).nullable(),
  tags: z.array(z.string()),
  region: z.string().nullable(),
  studio_slug: z.string().nullable(),
  is_following: z.boolean(),
  fan_level: fanLevel.nullable(),
  started_at: instant.nullable(),
  last_online_at: instant.nullable(),
  connection_quality: z.int().min(0).max(4),
  flagList: z.array(flag),
  media: z.array(z.record(z.string(), z.unknown())),
  referer_count: z.int(),
});
export type UserCard = z.infer<typeof userCard>;

/** Person in real time and in lists of people. */
export const userSummary = shape({
  username: z.string(),
  gender: gender.nullable(),
  is_model: z.boolean(),
  is_vip: z.boolean(),
  is_super_vip: z.boolean(),
  has_tokens: z.boolean(),
  email_confirmed: z.boolean(),
  has_cc: z.boolean(),
  has_purchase: z.boolean(),
  is_guest: z.boolean(),
  recentTips: z.int(),
  tokens: z.int(),
  recent_purchases: z.int(),
  socket_id: z.string().nullable(),
});
export type UserSummary = z.infer<typeof userSummary>;

export const chatLine = shape({
  id: uuid,
  message: z.string(),
  at: instant,
  username: z.string(),
  type: z.enum(['text', 'tip', 'system', 'command', 'image']),
  user: userSummary,
  user_language: z.string(),
  tip: z.int().nullable(),
  tip_item: z.string().nullable(),
  hidden: z.boolean(),
});
export type ChatLine = z.infer<typeof chatLine>;

/** One line of a person's statement. */
export const ledgerRow = shape({
  id: uuid,
  kind: ledgerKind,
  /** Signed: negative went out. */
  tokens: z.int(),
  balance_after: z.int(),
  at: instant,
  counterpart: z.string().nullable(),
  /** How pages name that person; null where it is nobody. */
  counterpart_name: z.string().nullable(),
  ref: shape({ type: z.string(), id: z.string() }).nullable(),
  comment: z.string().nullable(),
  /** What it was for, where that is known; of a refund what its payment was for. */
  about: shape({
    /** The item of a menu, or the name of the first media. */
    label: z.string().nullable(),
    /** Of a fan club, whose performer is the counterpart. */
    fan_level: fanLevel.nullable(),
    /** Media that were bought together, else 1. */
    count: z.int(),
    /** The payment that was given back. */
    refund_of: shape({ id: uuid, kind: ledgerKind, at: instant }).nullable(),
  }).nullable(),
});
export type LedgerRow = z.infer<typeof ledgerRow>;

export const notice = shape({
  id: uuid,
  kind: z.enum([
    'new_follower',
    'friend_request',
    'tip',
    'media_sold',
    'fan_joined',
    'fan_renewed',
    'fan_ended',
    'model_online',
    'private_missed',
    'pm',
    'review_result',
    'payout',
    'complaint',
    'system',
  ]),
  title: z.string(),
  body: z.string(),
  url: z.string().nullable(),
  created_at: instant,
  read_at: instant.nullable(),
});
export type Notice = z.infer<typeof notice>;

export const site = shape({
  display_name: z.string(),
  domain_name: z.string(),
  is_whitelabel: z.boolean(),
  is_non_nude: z.boolean(),
  main_domain_url: z.string(),
  owner_webmaster_username: z.string().nullable(),
  variant: z.enum(['default', 'swiper', 'ai', 'ratings', 'chat']),
  custom: shape({
    h1_content: z.string().nullable(),
    meta_title: z.string().nullable(),
    meta_description: z.string().nullable(),
    logo_path: z.string().nullable(),
    logo_width: z.int().nullable(),
    logo_height: z.int().nullable(),
    hide_banner: z.boolean(),
    hide_explicit: z.boolean(),
    show_offline_pic_on_browse_page: z.boolean(),
    wl_transcode: z.boolean(),
    google_analytics_id: z.string().nullable(),
    google_analytics_4_id: z.string().nullable(),
    colors: shape({ primary: z.string(), background: z.string(), text: z.string() }).nullable(),
    favicon_path: z.string().nullable(),
    css_path: z.string().nullable(),
    force_dark_mode: z.boolean(),
  }),
});
export type Site = z.infer<typeof site>;
