import type { MePart } from '../identity/index.ts';
import type { RoomStore } from './room-store.ts';

const FOLLOWING_MAX = 1_000;

/** Whom a member follows, newest first. */
export const makeFollowingPart = (rooms: Pick<RoomStore, 'listFollowing'>): MePart<'user.following'> => ({
  empty: { 'user.following': [] },
  read: (asks) =>
    Promise.all(
      asks.map(async ({ account: { id } }) => ({
        'user.following': (await rooms.listFollowing(id, FOLLOWING_MAX)).map((followname) => ({
          followname,
        })),
      })),
    ),
});
