import type { Room } from '@klieg/contract';
import { type Clock, toInstant } from '@klieg/kernel';
import { openRolesOf, roomRolesOf, shownAge } from '../identity/index.ts';
import type { SiteCaller } from '../sessions/index.ts';
import type { SettingsParts } from '../settings/index.ts';
import type { ModeratorStore } from './access/moderator-store.ts';
import { canModerate, isStaffRole } from './people/person.ts';
import { thumbUrl } from './cards/present-card.ts';
import type { RoomHub } from './hub/room-hub.ts';
import type { FlatRoom, RoomAsk, RoomPart } from './room-part.ts';
import type { RoomAccess } from './access/room-access.ts';
import type { RoomStore } from './room-store.ts';
import type { SanctionStore } from './access/sanction-store.ts';
import { eyesOf } from './access/sight-rules.ts';
import type { ReadWatchRights, WatchRight } from './seats/watch-right.ts';

type UserKey =
  | 'user.id'
  | 'user.username'
  | 'user.displayName'
  | 'user.gender'
  | 'user.roleList'
  | 'user.avatarUrl'
  | 'user.profilePictureUrl'
  | 'user.offlinePictureUrl'
  | 'user.status'
  | 'user.follower_count'
  | 'user.country_code'
  | 'user.age'
  | 'user.languages'
  | 'user.tags'
  | 'user.last_online_at'
  | 'user.started_at';

/** The performer as the room shows her. */
function presentUser(
  { owner, row, role }: RoomAsk,
  isTranscodedSite: boolean,
  nowMs: number,
): Pick<FlatRoom, UserKey> {
  return {
    'user.id': owner.id,
    'user.username': owner.username,
    'user.displayName': owner.displayName,
    'user.gender': owner.gender,
    'user.roleList': roomRolesOf(
      { roles: openRolesOf(owner.roles, owner.settings.dvr_minutes) },
      { isForStaff: eyesOf(role) === 'staff', isTranscodedSite },
    ),
    'user.avatarUrl': owner.avatarUrl,
    'user.profilePictureUrl': row.status === 'online' ? thumbUrl(owner.username, nowMs) : owner.pictureUrl,
    'user.offlinePictureUrl': owner.pictureUrl,
    'user.status': row.status,
    'user.follower_count': row.followers,
    'user.country_code': owner.countryCode,
    'user.age': shownAge(owner, nowMs),
    'user.languages': [...owner.languages],
    'user.tags': [...owner.tags],
    'user.last_online_at': row.lastOnlineAt ? toInstant(row.lastOnlineAt) : null,
    'user.started_at': row.startedAt ? toInstant(row.startedAt) : null,
  };
}

const seoOf = ({ owner, row }: RoomAsk): Room['seo'] => ({
  breadcrumbList: [
    { name: 'Home', url: '/' },
    { name: owner.displayName, url: `/${owner.username}` },
  ],
  description: row.subject || `The room of ${owner.displayName}.`,
  footerHtml: '',
  h1: owner.displayName,
  metaDescription: row.subject || `Watch ${owner.displayName} live, chat and tip.`,
  metaTitle: row.status === 'offline' ? owner.displayName : `${owner.displayName} live`,
});

type RoomKey =
  | UserKey
  | 'userSetting'
  | 'seo'
  | 'epoch'
  | 'seq'
  | 'mode'
  | 'chat.status'
  | 'chat.subjectText'
  | 'chat.subject_color'
  | 'chat.noticeText'
  | 'chat.moderatorUsernameList'
  | 'chat.silencedUsernameList'
  | 'chatUserList'
  | 'chatUserCount'
  | 'viewer.is_following'
  | 'viewer.role'
  | 'viewer.is_owner'
  | 'viewer.can_moderate'
  | 'viewer.can_administer'
  | 'viewer.cam_password_ok';

/** What the rooms feature itself says of a room. Every ask brings its own room, so nothing is ever empty. */
export function makeRoomCorePart(deps: {
  readonly rooms: Pick<RoomStore, 'isFollowing'>;
  readonly access: Pick<RoomAccess, 'silencedUntil'>;
  readonly moderators: Pick<ModeratorStore, 'list'>;
  readonly sanctions: Pick<SanctionStore, 'listSilenced'>;
  readonly hub: Pick<RoomHub, 'find'>;
  readonly readWatchRights: ReadWatchRights;
  readonly settingOf: SettingsParts['inRoom'];
  /** Setting wl_transcode of the site that was asked. */
  readonly isTranscodedSite: (caller: SiteCaller) => boolean;
  readonly clock: Clock;
}): RoomPart<RoomKey> {
  const readOne = async (ask: RoomAsk, right: WatchRight): Promise<Pick<FlatRoom, RoomKey>> => {
    const { owner, row, caller, role, hasPassed, position } = ask;
    const me = caller.account;
    const [isFollowing, silencedUntilMs, moderators, silenced] = await Promise.all([
      me ? deps.rooms.isFollowing(me.id, owner.id) : false,
      deps.access.silencedUntil(owner, caller),
      deps.moderators.list(owner.id),
      canModerate(role) ? deps.sanctions.listSilenced(owner.id) : [],
    ]);
    return {
      ...presentUser(ask, deps.isTranscodedSite(caller), deps.clock.now()),
      userSetting: deps.settingOf(owner.settings),
      seo: seoOf(ask),
      ...position,
      // The caller's mode: somebody waiting outside a show has the public room.
      mode: right.seatMode,
      'chat.status': row.status,
      'chat.subjectText': row.subject,
      'chat.subject_color': row.subjectColor,
      'chat.noticeText': hasPassed ? owner.settings.chat_notice : '',
      'chat.moderatorUsernameList': hasPassed ? moderators.map(({ username }) => username) : [],
      'chat.silencedUsernameList': silenced,
      chatUserList: {},
      chatUserCount: deps.hub.find(owner.username)?.presence.countFor(eyesOf(role)) ?? 0,
      'viewer.is_following': isFollowing,
      'viewer.role': [
        ...(role === 'moderator' ? (['moderator'] as const) : []),
        ...(silencedUntilMs > 0 ? (['silenced'] as const) : []),
      ],
      'viewer.is_owner': me?.id === owner.id,
      'viewer.can_moderate': canModerate(role),
      'viewer.can_administer': isStaffRole(role),
      'viewer.cam_password_ok': hasPassed,
    };
  };
  return {
    empty: {} as Pick<FlatRoom, RoomKey>,
    async read(asks) {
      const rights = await deps.readWatchRights(asks);
      return Promise.all(asks.map((ask, index) => readOne(ask, rights[index]!)));
    },
  };
}
