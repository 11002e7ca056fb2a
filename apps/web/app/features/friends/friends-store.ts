import type { FriendStatus } from '@klieg/contract';
import { useEffect, useSyncExternalStore } from 'react';
import { api } from '../../shared/api/client.ts';
import { makeEventStore } from '../../shared/event-store.ts';
import { useMe } from '../../shared/me/me-store.ts';
import type { LobbyClient } from '../../shared/realtime/lobby-client.ts';
import { usePageRealtime } from '../../shared/realtime/page-realtime.ts';
import { wireEvent } from '../../shared/realtime/wire-event.ts';
import { type FriendsEvent, type FriendsState, noFriends, reduceFriends } from './friends-state.ts';

/** The one store of the page's friends. */
export const friendsStore = makeEventStore<FriendsState, FriendsEvent>(noFriends, reduceFriends);

/** Reads the list again. */
export const readFriends = (): Promise<void> =>
  friendsStore.read(
    api.listFriends().then(
      ({ items }): FriendsEvent => ({ name: 'page.friends', payload: items }),
      (): FriendsEvent => ({ name: 'page.friends-failed', payload: {} }),
    ),
    ({ name }) => name !== 'page.friends' && name !== 'page.friends-failed',
  );

function listen(lobby: LobbyClient): () => void {
  const stops = (
    [
      'v3.user_friend.request',
      'v3.user_friend.accepted',
      'v3.user_friend.deleted',
      'v3.user_friend.status_update',
    ] as const
  ).map((name) => lobby.on(name, (payload) => friendsStore.dispatch(wireEvent(name, { ...payload }))));
  stops.push(lobby.onReady(() => void readFriends()));
  return () => {
    for (const stop of stops) stop();
  };
}

let users = 0;
let stopListening: (() => void) | undefined;

/** Friends of the person; read when first wanted, again after every lost connection, then kept by events. */
export function useFriends(): FriendsState {
  const lobby = usePageRealtime()?.lobby;
  const isMember = useMe().kind === 'member';
  useEffect(() => {
    if (!lobby || !isMember) return undefined;
    users += 1;
    stopListening ??= listen(lobby);
    return () => {
      users -= 1;
      if (users > 0) return;
      stopListening?.();
      stopListening = undefined;
    };
  }, [lobby, isMember]);
  return useSyncExternalStore(friendsStore.subscribe, friendsStore.get, () => noFriends);
}

const become = (username: string, status: FriendStatus | null) =>
  friendsStore.dispatch({ name: 'page.friend', payload: { username, status } });

/** Shows the outcome at once and puts it back when the call is refused. */
async function change(
  username: string,
  expected: FriendStatus | null,
  call: () => Promise<{ readonly status: FriendStatus | 1 }>,
): Promise<void> {
  const friend = friendsStore.get().byName[username];
  become(username, expected);
  try {
    const { status } = await call();
    if (status !== 1) become(username, status);
  } catch (error) {
    friendsStore.dispatch({ name: 'page.friend-back', payload: { username, friend } });
    throw error;
  }
}

const args = (username: string) => ({ params: { username }, body: {} });

/** Asks somebody, or agrees when they have asked. @throws CallError */
export const askFriend = (username: string): Promise<void> =>
  change(username, 'REQUESTED', () => api.requestFriend(args(username)));

/** @throws CallError */
export const acceptFriend = (username: string): Promise<void> =>
  change(username, 'CONFIRMED', () => api.acceptFriend(args(username)));

/** Ends, declines or withdraws. @throws CallError */
export const endFriend = (username: string): Promise<void> =>
  change(username, null, () => api.deleteFriend(args(username)));
