import type { FriendStatus } from '@klieg/contract';
import type { Answer } from '../../shared/api/answers.ts';
import type { WireEvent } from '../../shared/realtime/wire-event.ts';

/** A friend or request as the page knows them (PM-FRIENDS-012). */
export interface Friend {
  readonly username: string;
  readonly status: FriendStatus;
  readonly displayName: string;
  readonly avatarUrl: string | null;
  readonly isOnline: boolean;
  /** ISO instant; undefined if it came by an event. */
  readonly since?: string;
}

export interface FriendsState {
  readonly load: 'none' | 'ready' | 'failed';
  readonly byName: Readonly<Record<string, Friend>>;
}

export type FriendsEvent =
  | WireEvent
  | { readonly name: 'page.friends'; readonly payload: Answer<'listFriends'>['items'] }
  | { readonly name: 'page.friends-failed'; readonly payload: Record<string, never> }
  | {
      readonly name: 'page.friend';
      readonly payload: { readonly username: string; readonly status: FriendStatus | null };
    }
  /** As it was before a change that the server refused. */
  | {
      readonly name: 'page.friend-back';
      readonly payload: { readonly username: string; readonly friend: Friend | undefined };
    }
  | { readonly name: 'page.forget'; readonly payload: Record<string, never> };

export const noFriends: FriendsState = { load: 'none', byName: {} };

const without = (state: FriendsState, username: string): FriendsState => {
  if (!(username in state.byName)) return state;
  const { [username]: _, ...byName } = state.byName;
  return { ...state, byName };
};

const withFriend = (state: FriendsState, username: string, change: Partial<Friend>): FriendsState => {
  const known = state.byName[username] ?? {
    username,
    status: 'CONFIRMED',
    displayName: username,
    avatarUrl: null,
    isOnline: false,
  };
  return { ...state, byName: { ...state.byName, [username]: { ...known, ...change } } };
};

/** How news about friends changes what the page knows; events carry absolute values (PM-FRIENDS-016). */
export function reduceFriends(state: FriendsState, event: FriendsEvent): FriendsState {
  switch (event.name) {
    case 'page.friends':
      return {
        load: 'ready',
        byName: Object.fromEntries(
          event.payload.map(({ online, ...friend }) => [friend.username, { ...friend, isOnline: online }]),
        ),
      };
    case 'page.friends-failed':
      return state.load === 'ready' ? state : { ...state, load: 'failed' };
    case 'page.friend': {
      const { username, status } = event.payload;
      return status === null ? without(state, username) : withFriend(state, username, { status });
    }
    case 'page.friend-back': {
      const { username, friend } = event.payload;
      return friend ? withFriend(state, username, friend) : without(state, username);
    }
    case 'page.forget':
      return noFriends;
    case 'v3.user_friend.request': {
      const { username, status, display_name: displayName, avatar_url: avatarUrl } = event.payload;
      return withFriend(state, username, {
        status,
        ...(displayName && { displayName }),
        ...(avatarUrl && { avatarUrl }),
      });
    }
    case 'v3.user_friend.accepted':
      return withFriend(state, event.payload.username, { status: 'CONFIRMED' });
    case 'v3.user_friend.deleted':
      return without(state, event.payload.username);
    case 'v3.user_friend.status_update': {
      const { username, status, online } = event.payload;
      return withFriend(state, username, {
        ...(status && { status }),
        ...(typeof online === 'boolean' && { isOnline: online }),
      });
    }
    default:
      return state;
  }
}

const ORDER: Readonly<Record<FriendStatus, number>> = { TO_CONFIRM: 0, CONFIRMED: 1, REQUESTED: 2 };

/** Open requests first, then online friends, then by name. */
export const sortedFriends = (state: FriendsState): readonly Friend[] =>
  Object.values(state.byName).toSorted(
    (a, b) =>
      ORDER[a.status] - ORDER[b.status] ||
      Number(b.isOnline) - Number(a.isOnline) ||
      a.displayName.localeCompare(b.displayName),
  );

/** Requests waiting for this person's answer. */
export const waitingCount = (state: FriendsState): number =>
  Object.values(state.byName).filter(({ status }) => status === 'TO_CONFIRM').length;
