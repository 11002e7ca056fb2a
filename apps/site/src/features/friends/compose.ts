import type { AccountId } from '@klieg/kernel';
import { MINUTE_MS } from '@klieg/kernel/time';
import type { Chore, Kit } from '../../platform/kit.ts';
import type { BlocksFeature } from '../blocks/index.ts';
import type { IdentityFeature } from '../identity/index.ts';
import type { NotificationsFeature } from '../notifications/index.ts';
import type { RoomsFeature } from '../rooms/index.ts';
import { settingsChanged } from '../settings/index.ts';
import { makeFriendships } from './friendships.ts';
import { makeFriendStore } from './friend-store.ts';
import { makeFriendsHandlers } from './friends.http.ts';
import { makeFriendsPart } from './room-part.ts';
import { makeOnlineBoard } from './online-board.ts';

export type FriendsFeature = ReturnType<typeof composeFriends>;

/** Friends, and which of them are online. */
export function composeFriends(
  kit: Kit,
  uses: {
    readonly identity: IdentityFeature;
    readonly notifications: NotificationsFeature;
    readonly rooms: RoomsFeature;
    readonly blocks: BlocksFeature;
  },
) {
  const { bus, clock, feed, log } = kit;
  const friends = makeFriendStore(kit.database);
  const online = makeOnlineBoard(bus, clock);
  const roomStatusOf = (username: string) => uses.rooms.board.of(username)?.status ?? 'offline';
  const friendships = makeFriendships({
    accounts: uses.identity.accounts,
    friends,
    blocks: uses.blocks.blocks,
    feed,
    online,
    notify: uses.notifications.notify,
    roomStatusOf: ({ type, username }) => (type === 'model' ? roomStatusOf(username) : null),
    clock,
    log,
  });
  const announcePresence = (id: AccountId) =>
    void friendships.announcePresence(id).catch(kit.logged('friends could not be told who is here'));
  feed.onPages(online.set);
  online.onChange(announcePresence);
  kit.notices.on(settingsChanged, ({ account, changes }) => {
    if ('invisible_mode_level' in changes) announcePresence(account.id);
  });
  const chores: readonly Chore[] = [
    {
      failure: 'old friend requests could not be ended',
      everyMs: MINUTE_MS,
      on: 'one',
      run: friendships.expireRequests,
    },
  ];
  return {
    friends,
    roomPart: makeFriendsPart(friends),
    online,
    roomStatusOf,
    onIgnored: friendships.onIgnored,
    handlers: makeFriendsHandlers(friendships),
    chores,
    stop: () => online.close(),
  };
}
