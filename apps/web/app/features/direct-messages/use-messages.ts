import { useEffect, useSyncExternalStore } from 'react';
import { useMember } from '../../shared/me/me-store.ts';
import { usePageRealtime } from '../../shared/realtime/page-realtime.ts';
import { markRead, messagesStore, readRooms, showTalk, startMessages } from './message-center.ts';
import { type MessagesState, noMessages } from './messages-state.ts';
import { noTalk, type Talk } from './talk-state.ts';

/** Runs the private messages of the page while somebody is logged in. */
export function useMessageCenter(): void {
  const lobby = usePageRealtime()?.lobby;
  const own = useMember()?.user.username;
  useEffect(() => (lobby && own ? startMessages(own, lobby) : undefined), [lobby, own]);
}

/** The private messages as they are known. */
export const useMessages = (): MessagesState =>
  useSyncExternalStore(messagesStore.subscribe, messagesStore.get, () => noMessages);

/** The list, with names and pictures; read when it is first shown. */
export function useRooms(): MessagesState {
  const state = useMessages();
  const isMember = useMember() !== undefined;
  useEffect(() => {
    if (isMember && messagesStore.get().load === 'none') void readRooms();
  }, [isMember]);
  return state;
}

/** A conversation that is on the screen: read, kept fresh, and marked as read while somebody looks. */
export function useTalk(username: string): Talk {
  const talk = useMessages().talks[username] ?? noTalk;
  const isMember = useMember() !== undefined;
  useEffect(() => (isMember ? showTalk(username) : undefined), [username, isMember]);
  const last = talk.messages.at(-1)?.id;
  useEffect(() => markRead(username), [username, last]);
  return talk;
}
