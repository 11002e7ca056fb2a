import { z } from 'zod';
import { calls, ok, shape } from '../call.ts';
import { gender, locale, pmAllow } from '../enums.ts';
import { settingsRoutes } from './routes.ts';

/** Toggles that the wire spells YES and NO; true and false are accepted and normalised (SETTINGS-036). */
const yesNo = z
  .union([z.enum(['YES', 'NO']), z.boolean()])
  .transform((value) => (value === true || value === 'YES' ? ('YES' as const) : ('NO' as const)));
const languageSlug = z.enum([
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
]);
const country = z.string().regex(/^[A-Z]{2}$/);

const fanPrice = z.int().min(50).max(5000);
const fanclubPrices = shape({ supporter: fanPrice, insider: fanPrice, legend: fanPrice }).refine(
  ({ supporter, insider, legend }) => supporter < insider && insider < legend,
  'rising',
);

/** Settings of every account, with their defaults (http page, 7.1). */
export const viewerSettings = shape({
  chat_user_sort: z.enum(['tokens', 'username']).default('tokens'),
  font_family: z.enum(['arial', 'verdana', 'georgia', 'tahoma', 'trebuchet', 'courier']).default('arial'),
  font_size: z.enum(['9px', '10px', '11px', '14px', '18px']).default('11px'),
  text_color: z
    .string()
    .regex(/^#[0-9a-f]{6}$/)
    .default('#333333'),
  chat_emoticons: yesNo.default('YES'),
  volume_tip: z.int().min(0).max(100).default(70),
  featured_show_notification: z
    .string()
    .regex(/^(none|email(,sms)?(,web)?|sms(,web)?|web)$/)
    .default('none'),
  swipe_to_browse_enabled: z.boolean().default(true),
  video_player_floating_enabled: yesNo.default('YES'),
  dark_mode_enabled: z.boolean().nullable().default(null),
  pm_audio_notification: z.boolean().default(true),
  pm_allow: pmAllow.default('friends'),
  /** 1 needs a VIP membership, 2 a super VIP membership; 3 belongs to staff on duty and is no setting (F2). */
  invisible_mode_level: z.int().min(0).max(3).default(0),
  hide_linked_accounts: yesNo.default('NO'),
  home_layout: z.enum(['classic', 'custom']).default('classic'),
  browse_gender_hide: z.array(gender).max(3).default([]),
  daily_limit: z.int().min(0).max(1_000_000).default(0),
  languageList: z.array(languageSlug).max(15).default([]),
  locale: locale.default('en'),
});

/** Settings that only models write. */
export const modelSettings = shape({
  chat_allowed: z.enum(['all', 'tip_anytime', 'tip_recent', 'tokens']).default('tokens'),
  chat_notice: z.string().max(300).nullable().default(null),
  show_home: yesNo.default('YES'),
  mod_expire: z.int().min(1).max(365).default(14),
  block_room_models: z.boolean().default(false),
  private_cost: z.int().min(6).max(999).default(30),
  private_enabled: z.boolean().default(true),
  spy_cost: z.union([z.literal(0), z.literal(6), z.literal(12), z.literal(18), z.literal(30)]).default(6),
  /** A free look into a private that may be spied on; 0: none. */
  spy_preview_seconds: z.int().min(0).max(60).default(10),
  broadcast_category: z.enum(['solo', 'group']).default('solo'),
  slow_mode_seconds: z.int().min(0).max(120).default(0),
  followers_only: z.boolean().default(false),
  /** Off: a line with an address waits for a moderator. */
  links_allowed: z.boolean().default(false),
  show_viewer_list: z.boolean().default(true),
  followEnabled: z.boolean().default(true),
  /** Reset when the model goes offline (LIVE-VIDEO-027). */
  public_recording: z.boolean().default(false),
  private_recording: z.boolean().default(true),
  /** Known to the owner only. */
  cam_password: z.string().min(4).max(32).nullable().default(null),
  fanclub_enabled: z.boolean().default(false),
  /** Tokens a month, rising with the level. */
  fanclub_prices: fanclubPrices.default({ supporter: 100, insider: 200, legend: 400 }),
  blocked_countries: z.array(country).max(250).default([]),
  blocked_states: z
    .array(z.string().regex(/^[A-Z]{2}-[A-Z0-9]{1,3}$/))
    .max(100)
    .default([]),
});

export const settings = shape({
  ...viewerSettings.shape,
  ...modelSettings.shape,
  /** Never writable by the person. */
  can_change_username: z.boolean().default(false),
  max_linked_accounts: z.int().default(3),
});
export type Settings = z.output<typeof settings>;

/** The settings of somebody who has changed nothing. */
export const defaultSettings: Settings = settings.parse({});

/** What of it models have otherwise: whoever has tokens may write to them. */
export const modelDefaults: Partial<Settings> = { pm_allow: 'tokens' };

type Changes<S extends z.ZodRawShape> = {
  [K in keyof S]: S[K] extends z.ZodDefault<infer I extends z.ZodType> ? z.ZodOptional<I> : never;
};

/** The same fields without their defaults, each optional: what a change may name. */
const changesOf = <S extends z.ZodRawShape>(fields: S): Changes<S> =>
  Object.fromEntries(
    Object.entries(fields).map(([key, type]) => [
      key,
      z.optional((type as z.ZodDefault<z.ZodType>).unwrap()),
    ]),
  ) as unknown as Changes<S>;

const change = shape({
  ...changesOf(viewerSettings.shape),
  ...changesOf(modelSettings.shape),
}).refine((fields) => Object.keys(fields).length > 0, 'required');

export const settingsCalls = calls(settingsRoutes, {
  saveSettings: {
    who: 'user',
    rate: 'write',
    body: change,
    response: ok({ settings, blocked_countries: z.array(z.string()), blocked_states: z.array(z.string()) }),
    errors: ['settings.not_allowed', 'settings.price_not_allowed'],
    ids: ['SETTINGS-003', 'SETTINGS-008', 'SETTINGS-036'],
  },
});
