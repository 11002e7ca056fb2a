import type { callsByFeature, UserCard } from '@klieg/contract';
import { AppError, toInstant } from '@klieg/kernel';
import { isSameSecret, sha256 } from '@klieg/kernel/secrets';
import type { CallContext, Handlers } from '../../platform/http/index.ts';
import type { Account, AccountStore } from '../identity/index.ts';
import type { SiteCaller } from '../sessions/index.ts';
import type { PasswordTries } from './access/password-tries.ts';
import type { GetRoom } from './get-room.ts';
import type { RoomPasswordStore } from './access/room-password-store.ts';
import type { RoomStore } from './room-store.ts';

export interface RoomsHttpDeps {
  readonly accounts: AccountStore;
  readonly rooms: RoomStore;
  readonly getRoom: GetRoom;
  readonly passwords: RoomPasswordStore;
  readonly passwordTries: PasswordTries;
  /** A caller without a cookie gets one, so that a grant can refer to it. */
  readonly greet: (context: CallContext<SiteCaller>) => { readonly caller: SiteCaller };
  readonly cardsOf: (usernames: readonly string[]) => readonly UserCard[];
  readonly onFollowed: (follower: Account, model: Account, followers: number) => void;
}

/** Compares without telling by time how much was right. */
const isSameText = (one: string, other: string): boolean => isSameSecret(sha256(one), sha256(other));

export function makeRoomsHandlers(
  deps: RoomsHttpDeps,
): Handlers<(typeof callsByFeature)['rooms'], SiteCaller> {
  const target = async (username: string): Promise<Account> => {
    const owner = await deps.accounts.findByUsername(username);
    if (!owner || owner.type !== 'model') throw new AppError('rooms.not_found');
    return owner;
  };

  return {
    getRoom: ({ params, query }, { caller }) => deps.getRoom(params.username, caller, query['gender-hide']),
    async enterRoomPassword({ params, body }, context) {
      const owner = await target(params.username);
      await deps.passwordTries.count(context.caller);
      const password = owner.settings.cam_password;
      // A room without a password has no right one.
      if (password === null || !isSameText(password, body.password))
        throw new AppError('rooms.password_wrong');
      const { caller } = deps.greet(context);
      await deps.passwordTries.forgive(context.caller);
      const until = await deps.passwords.grant(
        caller.sessionId,
        owner.id,
        password,
        caller.account?.id ?? null,
      );
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
      const from = Number(query.cursor ?? 0);
      const items = cards.slice(from, from + query.limit);
      return { items, next_cursor: from + query.limit < cards.length ? String(from + query.limit) : null };
    },
  };
}
