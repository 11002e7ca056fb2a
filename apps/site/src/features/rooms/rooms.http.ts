import { type callsByFeature, RATING_TIPS_MIN, type Room, type UserCard } from '@klieg/contract';
import { createHash, timingSafeEqual } from 'node:crypto';
import { type AccountId, AppError, type Clock, toInstant } from '@klieg/kernel';
import type { CallContext, Handlers } from '../../platform/http/index.ts';
import type { Account, AccountStore } from '../identity/index.ts';
import type { SiteCaller } from '../sessions/index.ts';
import { presentRoom } from './present-room.ts';
import { canModerate } from './person.ts';
import type { RoomDoor } from './room-door.ts';
import type { RoomHub } from './room-hub.ts';
import type { ModeratorStore } from './moderator-store.ts';
import type { SanctionStore } from './sanction-store.ts';
import type { RoomPasswordStore } from './room-password-store.ts';
import type { RoomRow, RoomStore } from './room-store.ts';
import { eyesOf } from './sight-rules.ts';

interface Deps {
  readonly accounts: AccountStore;
  readonly rooms: RoomStore;
  readonly door: RoomDoor;
  readonly moderators: ModeratorStore;
  readonly sanctions: SanctionStore;
  readonly hub: RoomHub;
  /** Part `stream` of the answer: a name and token only where the caller may watch now. */
  readonly streamFor: (row: RoomRow, owner: Account, caller: SiteCaller) => Promise<Room['stream']>;
  /** Whether the caller has given the room's password, or needs none. */
  readonly hasPassed: (owner: Account, caller: SiteCaller) => Promise<boolean>;
  /** Whether a card is asked of the caller and none is on file. */
  readonly isCardMissing: (owner: Account, caller: SiteCaller) => Promise<boolean>;
  readonly passwords: RoomPasswordStore;
  /** A caller who has no cookie yet gets one, so that a grant has a name. */
  readonly greet: (context: CallContext<SiteCaller>) => { readonly caller: SiteCaller };
  readonly recentTips: (payer: AccountId, receiver: AccountId) => Promise<number>;
  readonly friendStatus: (person: AccountId, other: AccountId) => Promise<Room['viewer']['friend']>;
  /** Stars that the caller gave today, or null. */
  readonly ratedToday: (rater: AccountId, model: AccountId) => Promise<number | null>;
  readonly canWrite: (owner: Account, caller: SiteCaller) => Promise<{ ok: boolean; reason: string | null }>;
  readonly emoticons: Room['chat']['emoticonList'];
  /** Setting wl_transcode of the site. */
  readonly isTranscodedSite: boolean;
  readonly suggest: () => readonly UserCard[];
  readonly cardsOf: (usernames: readonly string[]) => readonly UserCard[];
  readonly onFollowed: (follower: Account, model: Account, followers: number) => void;
  readonly clock: Clock;
}

/** The answer of GET chat/react/{username}; pages render it on the server too. @throws rooms.not_found, rooms.banned */
export type GetRoom = (username: string, caller: SiteCaller) => Promise<Room>;

export function makeGetRoom(deps: Deps): GetRoom {
  return async (username, caller) => {
    // Before anything is read: a page must not believe that it knows a state which came meanwhile.
    const before = deps.hub.find(username.toLowerCase());
    const order = { epoch: before?.epoch ?? '', seq: before?.seq ?? 0 };
    const owner = await deps.accounts.findByUsername(username);
    const refusal = await deps.door.refusalOf(owner, caller);
    if (!owner || refusal)
      throw new AppError(`rooms.${refusal ?? 'not_found'}`, {
        params: { suggestions: deps.suggest().slice(0, 12) },
      });
    const me = caller.account;
    const [
      row,
      friend,
      ratedToday,
      isFollowing,
      recentTips,
      canWrite,
      hasPassed,
      noCard,
      role,
      silence,
      moderators,
    ] = await Promise.all([
      deps.rooms.get(owner.id),
      me && me.id !== owner.id ? deps.friendStatus(me.id, owner.id) : null,
      me ? deps.ratedToday(me.id, owner.id) : null,
      me ? deps.rooms.isFollowing(me.id, owner.id) : false,
      me ? deps.recentTips(me.id, owner.id) : 0,
      deps.canWrite(owner, caller),
      deps.hasPassed(owner, caller),
      deps.isCardMissing(owner, caller),
      deps.door.roleOf(owner, me),
      deps.door.silenceOf(owner, caller),
      deps.moderators.list(owner.id),
    ]);
    return presentRoom({
      owner,
      row,
      live: deps.hub.find(owner.username),
      order,
      viewer: {
        eyes: eyesOf(role),
        isFollowing,
        recentTips,
        friend,
        ratedToday,
        canRate: me !== null && me.id !== owner.id && recentTips >= RATING_TIPS_MIN,
        isOwner: me?.id === owner.id,
        role,
        isSilenced: silence !== undefined,
        canWrite,
        hasPassed,
        isCardMissing: noCard,
      },
      moderators: moderators.map(({ username: name }) => name),
      silenced: canModerate(role) ? await deps.sanctions.listSilenced(owner.id) : [],
      emoticons: deps.emoticons,
      stream: await deps.streamFor(row, owner, caller),
      suggestions: deps.suggest().slice(0, 12),
      isTranscodedSite: deps.isTranscodedSite,
      nowMs: deps.clock.now(),
    });
  };
}

/** Compares without telling by time how much was right. */
const isSameText = (one: string, other: string): boolean => {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
};

export function makeRoomsHandlers(deps: Deps): Handlers<(typeof callsByFeature)['rooms'], SiteCaller> {
  const getRoom = makeGetRoom(deps);
  const target = async (username: string): Promise<Account> => {
    const owner = await deps.accounts.findByUsername(username);
    if (!owner || owner.type !== 'model') throw new AppError('rooms.not_found');
    return owner;
  };

  return {
    getRoom: ({ params }, { caller }) => getRoom(params.username, caller),
    async enterRoomPassword({ params, body }, context) {
      const owner = await target(params.username);
      const password = owner.settings.cam_password;
      // A room without a password has no right one.
      if (password === null || !isSameText(password, body.password))
        throw new AppError('rooms.password_wrong');
      const { caller } = deps.greet(context);
      const until = await deps.passwords.grant(caller.sessionId, owner.id, password);
      return { status: 1, granted_until: toInstant(until) };
    },
    async follow({ params }, { caller }) {
      const owner = await target(params.username);
      if (!owner.settings.followEnabled) throw new AppError('rooms.follow_off');
      const { isNew, followers } = await deps.rooms.follow(caller.account!.id, owner.id);
      if (isNew) deps.onFollowed(caller.account!, owner, followers);
      return { status: 1, is_following: true, followers };
    },
    async unfollow({ params }, { caller }) {
      const owner = await target(params.username);
      const { followers } = await deps.rooms.unfollow(caller.account!.id, owner.id);
      return { status: 1, is_following: false, followers };
    },
    async listFollowing({ query }, { caller }) {
      const names = await deps.rooms.listFollowing(caller.account!.id, 1000);
      const cards = deps
        .cardsOf(names)
        .filter((card) => query.online === undefined || (card.status !== 'offline') === query.online)
        .map((card) => ({ ...card, is_following: true }));
      const from = Number(query.cursor ?? 0) || 0;
      const items = cards.slice(from, from + query.limit);
      return { items, next_cursor: from + query.limit < cards.length ? String(from + query.limit) : null };
    },
  };
}
