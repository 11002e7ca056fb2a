import { z } from 'zod';
import { calls, cursorList, cursorOf, instant, intText, ok, shape, username } from '../call.ts';
import { friendStatus } from '../enums.ts';
import { friendsRoutes } from './routes.ts';

/** Friends and requests of one person; also how many a list answers at once (CONSTANTS-055). */
export const FRIENDS_MAX = 250;

const target = shape({ username });

export const friendsCalls = calls(friendsRoutes, {
  listFriends: {
    who: 'user',
    rate: 'read',
    query: shape({
      cursor: cursorOf('username'),
      limit: intText(1, FRIENDS_MAX).default(FRIENDS_MAX),
    }),
    response: cursorList(
      shape({
        username: z.string(),
        status: friendStatus,
        displayName: z.string(),
        avatarUrl: z.string().nullable(),
        /** Only for friends who agreed, and never for an invisible person. */
        online: z.boolean(),
        since: instant,
      }),
    ),
    errors: [],
    ids: ['PM-FRIENDS-012', 'CONSTANTS-055'],
  },
  requestFriend: {
    who: 'user',
    conditions: ['not_self'],
    rate: 'write',
    params: target,
    body: shape({}),
    // The friend's status replaces the usual `status: 1`.
    response: shape({ username: z.string(), status: friendStatus }),
    errors: ['friends.not_found', 'friends.limit', 'friends.not_allowed', 'common.not_self'],
    ids: ['PM-FRIENDS-016'],
  },
  acceptFriend: {
    who: 'user',
    rate: 'write',
    params: target,
    body: shape({}),
    response: shape({ username: z.string(), status: z.literal('CONFIRMED') }),
    errors: ['friends.not_found', 'friends.limit'],
    ids: ['PM-FRIENDS-015'],
  },
  deleteFriend: {
    who: 'user',
    rate: 'write',
    params: target,
    body: shape({}),
    response: ok({ username: z.string() }),
    errors: ['friends.not_found'],
    ids: ['PM-FRIENDS-016'],
  },
});
