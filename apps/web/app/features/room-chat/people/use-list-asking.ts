import { useEffect, useRef, useSyncExternalStore } from 'react';
import { useMe } from '#app/shared/me/me-store.ts';
import type { RoomClient } from '#app/shared/realtime/room-client.ts';
import type { SlotProps } from '#app/shared/room-module/room-module.ts';
import type { ChatState } from '../state/chat-state.ts';
import { type ListAsking, makeListAsking } from './list-asking.ts';
import type { ListSort } from './people-list.ts';
import type { ListAccess } from './user-list.tsx';

const nothing = (): (() => void) => () => {};

/** Whether the socket is joined and the reader may see who is here. */
export function useListAccess(
  client: RoomClient | undefined,
  /** Whether the performer shows who is here. */
  isShown: boolean,
): { readonly access: ListAccess; readonly isJoined: boolean } {
  const me = useMe();
  const phase = useSyncExternalStore(
    client?.subscribe ?? nothing,
    () => client?.get(),
    () => undefined,
  );
  const isJoined = phase?.kind === 'joined';
  const isHost = isJoined && phase.role !== 'viewer' && phase.role !== 'moderator';
  const access = isHost || (isShown && me.kind === 'member') ? 'open' : isShown ? 'guest' : 'hidden';
  return { access, isJoined };
}

/** The order of the list: chosen in this room, else the account's own. */
export const listSortOf = ({ part, me }: Pick<SlotProps<ChatState>, 'part' | 'me'>): ListSort =>
  part.wantedSort ?? (me.kind === 'member' ? me.current.settings.chat_user_sort : 'tokens');

/** Asks for the list of people while its tab is open and the socket is joined. */
export function useListAsking({ part, me, now, tools }: SlotProps<ChatState>): void {
  const { client, dispatch, place } = tools;
  const { access, isJoined } = useListAccess(client, place === 'studio' || now.showsViewerList);
  const canAsk = isJoined && access === 'open';
  const sort = listSortOf({ part, me });
  const isVisible = part.isListShown === true;
  const asking = useRef<ListAsking>(undefined);

  // A socket that joins again was never asked.
  useEffect(() => {
    if (!canAsk) return undefined;
    const own = makeListAsking({
      now: Date.now,
      start: (order) => {
        dispatch({ name: 'page.list-asked', payload: { sort: order } });
        client?.send('v3.chat.userlist.start', { sort: order });
      },
      stop: () => {
        client?.send('v3.chat.userlist.stop', {});
        dispatch({ name: 'page.list-closed', payload: {} });
      },
    });
    asking.current = own;
    return () => {
      own.end();
      asking.current = undefined;
      dispatch({ name: 'page.list-closed', payload: {} });
    };
  }, [client, dispatch, canAsk]);
  useEffect(() => {
    asking.current?.want(isVisible ? sort : undefined);
  }, [isVisible, sort, canAsk]);
}
