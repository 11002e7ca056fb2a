import type { callsByFeature } from '@klieg/contract';
import { toInstant } from '@klieg/kernel';
import type { Handlers } from '../../platform/http/index.ts';
import type { SiteCaller } from '../sessions/index.ts';
import type { Friendships } from './friendships.ts';

export function makeFriendsHandlers(
  friendships: Friendships,
): Handlers<(typeof callsByFeature)['friends'], SiteCaller> {
  return {
    async listFriends({ query }, { caller }) {
      const found = await friendships.list(caller.account!.id, query.cursor ?? '', query.limit + 1);
      const shown = found.slice(0, query.limit);
      return {
        items: shown.map((friend) => ({
          username: friend.username,
          status: friend.status,
          displayName: friend.displayName,
          avatarUrl: friend.avatarUrl,
          online: friend.isOnline,
          since: toInstant(friend.since),
        })),
        next_cursor: found.length > query.limit ? shown.at(-1)!.username : null,
      };
    },
    requestFriend: ({ params }, { caller }) => friendships.request(caller, params.username),
    async acceptFriend({ params }, { caller }) {
      const { username } = await friendships.accept(caller.account!, params.username);
      return { username, status: 'CONFIRMED' };
    },
    async deleteFriend({ params }, { caller }) {
      const { username } = await friendships.remove(caller.account!, params.username);
      return { status: 1, username };
    },
  };
}
