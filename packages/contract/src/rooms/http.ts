import { z } from 'zod';
import { calls, cursorList, flagText, instant, ok, page, shape, username } from '../call.ts';
import { chatMode, chatStatus, fanLevel, flag, gender, pmAllow, roomRole, streamingTech } from '../enums.ts';
import { roomGamesChatKeys, roomGamesKeys } from '../room-games/room-keys.ts';
import { chatLine, genderHide, seo, userCard } from '../shapes.ts';
import { privateDiscount, privateStats } from '../shows/show-state.ts';
import { limitedShow } from '../ticket-shows/show-state.ts';
import { coShow } from '../co-shows/show-state.ts';
import { groupShow } from '../group-shows/show-state.ts';
import { raidState } from '../raids/raid-state.ts';
import { tipSplitState } from '../tip-split/split-state.ts';
import { roomsRoutes } from './routes.ts';

const roomUser = shape({
  id: z.int(),
  username: z.string(),
  displayName: z.string(),
  gender,
  roleList: z.array(roomRole),
  avatarUrl: z.string().nullable(),
  profilePictureUrl: z.string().nullable(),
  offlinePictureUrl: z.string().nullable(),
  status: chatStatus,
  ratings: shape({
    average: z.int().min(0).max(100),
    count: z.int(),
    today: z.int().min(1).max(5).nullable(),
  }),
  follower_count: z.int(),
  is_voyeur: z.boolean(),
  studio_slug: z.string().nullable(),
  country_code: z.string().nullable(),
  age: z.int().nullable(),
  languages: z.array(z.string()),
  tags: z.array(z.string()),
  flagList: z.array(flag),
  last_online_at: instant.nullable(),
  /** (added) Since when the broadcast that is on the air runs; null without one. */
  started_at: instant.nullable(),
  /** (added) Logo of the fan club; null without one, and without a club. */
  fanclub_logo_url: z.string().nullable(),
});

const roomSetting = shape({
  private_enabled: z.boolean(),
  private_cost: z.int(),
  exclusive_cost: z.int(),
  private_min_minutes: z.int(),
  /** (added) From then on price or first minutes of a private are others, by the hours of the week; null: they stay. */
  private_until: instant.nullable(),
  private_recording: z.boolean(),
  spy: shape({ enabled: z.boolean(), cost: z.int(), preview_seconds: z.int() }),
  sharecam: shape({ enabled: z.boolean(), in_private: z.boolean(), cost: z.literal(0) }),
  public_recording: z.boolean(),
  /** (added) How many minutes viewers of the public stream may go back in it; 0: not at all. */
  dvr_minutes: z.int(),
  fanclub_prices: shape({ supporter: z.int(), insider: z.int(), legend: z.int() }).nullable(),
  pm: pmAllow,
  snapchat: shape({ sell_snapchat: z.enum(['YES', 'NO']), duration: z.string(), price: z.int() }),
  sell_media: z.boolean(),
  dickrating_media: z.enum(['YES', 'NO']),
  dickrating_price: z.int(),
  easterEggSound: z.boolean(),
  followEnabled: z.boolean(),
  hasCamPassword: z.boolean(),
  cam: shape({ cam2cam: z.boolean(), audio_only: z.boolean(), category: z.enum(['solo', 'group']) }),
  aiBot: shape({ enabled: z.boolean(), name: z.string().nullable() }),
  chat_allowed: z.enum(['all', 'tip_anytime', 'tip_recent', 'tokens']),
  slow_mode_seconds: z.int(),
  followers_only: z.boolean(),
  show_viewer_list: z.boolean(),
  volume_tip: z.int(),
  toy: z.null(),
});

const roomStream = shape({
  edge_servers: z.array(z.string()),
  ffmpeg_server: z.null(),
  ingest_server: z.null(),
  origin_server: z.null(),
  stream_name: z.string().nullable(),
  token: z.string().nullable(),
  width: z.int().nullable(),
  height: z.int().nullable(),
  quality_renditions: z.int(),
  renditions: z.array(shape({ id: z.string(), width: z.int(), height: z.int(), bitrate_kbps: z.int() })),
  urls: shape({ ws: z.string(), hls: z.string().nullable(), whep: z.string().nullable() }).nullable(),
  ratio: z.enum(['16:9', '4:3']),
  audio_only: z.boolean(),
  encoder: streamingTech,
});

/** Everything that a page needs to draw a room (http page, 11.1). */
export const room = shape({
  user: roomUser,
  userSetting: roomSetting,
  stream: roomStream,
  chat: shape({
    status: chatStatus,
    subjectText: z.string(),
    subject_color: z.string().nullable(),
    moderatorUsernameList: z.array(z.string()),
    silencedUsernameList: z.array(z.string()),
    ...roomGamesChatKeys,
    emoticonList: z.array(shape({ code: z.string(), url: z.string() })),
    noticeText: z.string().nullable(),
    can_write: shape({ ok: z.boolean(), reason: z.string().nullable() }),
    cc_required: z.boolean(),
  }),
  chatMessageList: z.array(chatLine),
  chatUserList: shape({}),
  chatUserCount: z.int(),
  mode: chatMode,
  limitedShow: limitedShow.nullable(),
  tipSplit: tipSplitState.nullable(),
  raid: raidState.nullable(),
  groupShow: groupShow.nullable(),
  coShow: coShow.nullable(),
  ...roomGamesKeys,
  versus: z.null(),
  versusTournament: z.null(),
  privateStats: privateStats.nullable(),
  privateDiscount: privateDiscount.nullable(),
  viewer: shape({
    is_following: z.boolean(),
    friend: z.string().nullable(),
    fan_level: fanLevel.nullable(),
    recentTips: z.int(),
    can_rate: z.boolean(),
    role: z.array(z.enum(['banned', 'kicked', 'moderator', 'silenced'])),
    is_owner: z.boolean(),
    can_moderate: z.boolean(),
    can_administer: z.boolean(),
    cam_password_ok: z.boolean(),
    spy_free: z.boolean(),
  }),
  seo,
  suggestions: z.array(userCard),
  /** The same as on the room socket: a join with these needs no snapshot (W52). */
  epoch: z.string(),
  seq: z.int(),
});
export type Room = z.infer<typeof room>;

const target = shape({ username });

export const roomsCalls = calls(roomsRoutes, {
  getRoom: {
    // The handler itself decides +room: its refusal brings suggestions.
    who: 'guest',
    rate: 'read',
    params: target,
    query: shape({ username: z.string().max(40).optional(), 'gender-hide': genderHide }),
    response: room,
    errors: ['rooms.not_found', 'rooms.moved', 'rooms.banned'],
    ids: ['CHAT-005', 'CHAT-023', 'CHAT-024', 'CHAT-025', 'CHAT-028', 'LIVE-VIDEO-013', 'ERRORS-056'],
  },
  enterRoomPassword: {
    who: 'guest',
    conditions: ['room'],
    rate: 'auth',
    params: target,
    body: shape({ password: z.string().min(1).max(32) }),
    response: ok({ granted_until: instant }),
    errors: ['rooms.password_wrong', 'rooms.not_found', 'rooms.banned'],
    ids: ['LIVE-VIDEO-018'],
  },
  follow: {
    who: 'user',
    conditions: ['room', 'not_self'],
    rate: 'write',
    params: target,
    body: shape({}),
    response: ok({ is_following: z.literal(true), followers: z.int() }),
    errors: ['rooms.not_found', 'rooms.follow_off', 'common.not_self'],
    ids: [],
  },
  unfollow: {
    who: 'user',
    rate: 'write',
    params: target,
    body: shape({}),
    response: ok({ is_following: z.literal(false), followers: z.int() }),
    errors: ['rooms.not_found'],
    ids: [],
  },
  listFollowing: {
    who: 'user',
    rate: 'read',
    query: shape({ ...page('place'), online: flagText.optional() }),
    response: cursorList(userCard),
    errors: [],
    ids: ['BROWSE-023'],
  },
});
