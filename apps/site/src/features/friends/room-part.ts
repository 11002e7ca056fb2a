import type { RoomPart } from '../rooms/index.ts';
import type { FriendStore } from './friend-store.ts';

/** What there is between the caller and the performer. */
export const makeFriendsPart = (friends: Pick<FriendStore, 'statusOf'>): RoomPart<'viewer.friend'> => ({
  empty: { 'viewer.friend': null },
  read: (asks) =>
    Promise.all(
      asks.map(async ({ owner, caller: { account } }) =>
        account && account.id !== owner.id
          ? { 'viewer.friend': await friends.statusOf(account.id, owner.id) }
          : {},
      ),
    ),
});
