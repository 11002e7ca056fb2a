import type { Payload, Room } from '@klieg/contract';
import { toInstant } from '@klieg/kernel';
import { type Account, ageOn, roomRolesOf } from '../identity/index.ts';
import type { LiveRoom } from './live-room.ts';
import { canModerate, isStaffRole } from './person.ts';
import { shownRolesOf, thumbUrl } from './present-card.ts';
import { summarizeRatings } from './rating-average.ts';
import type { RoomRow } from './room-store.ts';
import type { Eyes, Role } from './sight-rules.ts';

/** Lines that the first HTML shows; the socket brings up to 200. */
const FIRST_LINES = 50;

/** What the caller is to the room. */
export interface RoomViewer {
  readonly eyes: Eyes;
  readonly isFollowing: boolean;
  readonly recentTips: number;
  readonly ratedToday: number | null;
  readonly canRate: boolean;
  readonly friend: Room['viewer']['friend'];
  readonly isOwner: boolean;
  readonly role: Role;
  readonly isSilenced: boolean;
  readonly canWrite: { readonly ok: boolean; readonly reason: string | null };
  /** Has given the room's password, or needs none. */
  readonly hasPassed: boolean;
  /** A card is asked for and none is on file: there is no picture. */
  readonly isCardMissing: boolean;
}

type Line = Room['chatMessageList'][number];

/** A room's line in the shape of the HTTP answer. */
export function presentLine(line: Payload<'v3.chat.message'>): Line {
  return {
    id: line.id,
    message: line.message,
    at: toInstant(line.at),
    username: line.username ?? '',
    type: line.type === 'system' ? 'system' : 'text',
    user: {
      username: line.username ?? '',
      gender: line.gender ?? null,
      is_model: line.is_model ?? false,
      is_vip: line.is_vip ?? false,
      is_super_vip: line.is_super_vip ?? false,
      has_tokens: line.has_tokens ?? false,
      email_confirmed: false,
      has_cc: false,
      has_purchase: line.has_purchase ?? false,
      is_guest: line.is_guest ?? false,
      recentTips: line.recentTips ?? 0,
      tokens: 0,
      recent_purchases: 0,
      socket_id: null,
    },
    user_language: line.user_language ?? 'en',
    tip: null,
    hidden: false,
  };
}

/** Public settings of a room (key `userSetting`). */
export function presentRoomSetting({ settings }: Account): Room['userSetting'] {
  return {
    private_enabled: settings.private_enabled,
    private_cost: settings.private_cost,
    exclusive_cost: 60,
    private_min_minutes: 1,
    private_recording: settings.private_recording,
    spy: {
      enabled: settings.spy_cost > 0,
      cost: settings.spy_cost,
      preview_seconds: settings.spy_preview_seconds,
    },
    sharecam: { enabled: true, in_private: true, cost: 0 },
    public_recording: settings.public_recording,
    fanclub_prices: settings.fanclub_enabled ? settings.fanclub_prices : null,
    pm: settings.pm_allow,
    snapchat: { sell_snapchat: 'NO', duration: '1M', price: 250 },
    sell_media: false,
    dickrating_media: 'NO',
    dickrating_price: 250,
    easterEggSound: true,
    followEnabled: settings.followEnabled,
    hasCamPassword: settings.cam_password !== null,
    cam: { cam2cam: true, audio_only: false, category: settings.broadcast_category },
    aiBot: { enabled: false, name: null },
    chat_allowed: settings.chat_allowed,
    slow_mode_seconds: settings.slow_mode_seconds,
    followers_only: settings.followers_only,
    show_viewer_list: settings.show_viewer_list,
    volume_tip: settings.volume_tip,
    toy: null,
  };
}

/** Everything that a page needs to draw the room; `stream` holds no name or token in cached HTML. */
export function presentRoom(input: {
  readonly owner: Account;
  readonly row: RoomRow;
  readonly live: LiveRoom | undefined;
  /** Which of the room's states the rest of the answer has at least. */
  readonly order: Pick<Room, 'epoch' | 'seq'>;
  readonly viewer: RoomViewer;
  readonly moderators: readonly string[];
  /** Only for those who may moderate. */
  readonly silenced: readonly string[];
  readonly emoticons: Room['chat']['emoticonList'];
  readonly stream: Room['stream'];
  readonly suggestions: Room['suggestions'];
  /** Setting wl_transcode of the site. */
  readonly isTranscodedSite: boolean;
  readonly nowMs: number;
}): Room {
  const { owner, row, live, viewer } = input;
  const title = `${owner.displayName} live`;
  return {
    user: {
      id: owner.id,
      username: owner.username,
      displayName: owner.displayName,
      gender: owner.gender,
      roleList: roomRolesOf(owner, {
        isForStaff: viewer.eyes === 'staff',
        isTranscodedSite: input.isTranscodedSite,
      }),
      avatarUrl: owner.avatarUrl,
      profilePictureUrl: row.status === 'online' ? thumbUrl(owner.username, input.nowMs) : owner.pictureUrl,
      offlinePictureUrl: owner.pictureUrl,
      status: row.status,
      ratings: { ...summarizeRatings(row.ratingCounts), today: viewer.ratedToday },
      follower_count: row.followers,
      is_voyeur: false,
      studio_slug: null,
      country_code: owner.countryCode,
      age: ageOn(owner.birthDate, input.nowMs),
      languages: [...owner.languages],
      tags: [...owner.tags],
      flagList: shownRolesOf(owner.roles),
      last_online_at: row.lastOnlineAt ? toInstant(row.lastOnlineAt) : null,
    },
    userSetting: presentRoomSetting(owner),
    stream: input.stream,
    chat: {
      status: row.status,
      subjectText: row.subject,
      subject_color: row.subjectColor,
      moderatorUsernameList: [...input.moderators],
      silencedUsernameList: [...input.silenced],
      installedAppId: null,
      installedModuleIdList: [],
      emoticonList: [...input.emoticons],
      noticeText: owner.settings.chat_notice,
      can_write: viewer.canWrite,
      cc_required: viewer.isCardMissing,
    },
    chatMessageList: viewer.hasPassed ? (live?.history ?? []).slice(-FIRST_LINES).map(presentLine) : [],
    chatUserList: {},
    chatUserCount: live?.presence.countFor(viewer.eyes) ?? 0,
    mode: 'public',
    limitedShow: null,
    tipSplit: null,
    koth: null,
    scratchoff: null,
    apps: [],
    app_panels: { app_panel: null, tip_panel: null },
    versus: null,
    versusTournament: null,
    privateStats: null,
    privateDiscount: null,
    viewer: {
      is_following: viewer.isFollowing,
      friend: viewer.friend,
      fan_level: null,
      recentTips: viewer.recentTips,
      can_rate: viewer.canRate,
      role: [
        ...(viewer.role === 'moderator' ? (['moderator'] as const) : []),
        ...(viewer.isSilenced ? (['silenced'] as const) : []),
      ],
      is_owner: viewer.isOwner,
      can_moderate: canModerate(viewer.role),
      can_administer: isStaffRole(viewer.role),
      cam_password_ok: viewer.hasPassed,
      spy_free: false,
    },
    seo: {
      breadcrumbList: [
        { name: 'Home', url: '/' },
        { name: owner.displayName, url: `/${owner.username}` },
      ],
      description: row.subject || `The room of ${owner.displayName}.`,
      footerHtml: '',
      h1: owner.displayName,
      metaDescription: row.subject || `Watch ${owner.displayName} live, chat and tip.`,
      metaTitle: title,
    },
    suggestions: row.status === 'offline' ? input.suggestions : [],
    ...input.order,
  };
}
