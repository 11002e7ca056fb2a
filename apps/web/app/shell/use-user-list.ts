import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { type ListAsking, makeListAsking } from '../features/room-chat/list-asking.ts';
import type { ListSort } from '../features/room-chat/people-list.ts';
import type { UserListProps } from '../features/room-chat/user-list.tsx';
import { api } from '../shared/api/client.ts';
import { useMe } from '../shared/me/me-store.ts';
import type { RoomClient } from '../shared/realtime/room-client.ts';
import type { RoomPage } from './use-room-page.ts';

const nothing = (): (() => void) => () => {};

export interface UserListControls extends Pick<UserListProps, 'access' | 'sort' | 'onSort'> {
  readonly onListVisible: (isVisible: boolean) => void;
}

/**
 * The list of people of a room: asked for while its tab is open and the socket is joined, in the order
 * that the person chose last.
 */
export function useUserList(options: {
  readonly client: RoomClient | undefined;
  readonly dispatch: RoomPage['dispatch'];
  /** Whether the performer shows who is here. */
  readonly isShown: boolean;
}): UserListControls {
  const { client, dispatch, isShown } = options;
  const me = useMe();
  const [isVisible, setVisible] = useState(false);
  const [chosen, setChosen] = useState<ListSort>();
  const sort = chosen ?? (me.kind === 'member' ? me.current.settings.chat_user_sort : 'tokens');
  const phase = useSyncExternalStore(
    client?.subscribe ?? nothing,
    () => client?.get(),
    () => undefined,
  );
  const isJoined = phase?.kind === 'joined';
  const isHost = isJoined && phase.role !== 'viewer' && phase.role !== 'moderator';
  const access = isHost || (isShown && me.kind === 'member') ? 'open' : isShown ? 'guest' : 'hidden';
  const canAsk = isJoined && access === 'open';
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

  const isMember = me.kind === 'member';
  const onSort = useCallback(
    (next: ListSort) => {
      setChosen(next);
      // The next room begins in this order; that it was not kept costs nothing here.
      if (isMember) api.saveSettings({ body: { chat_user_sort: next } }).catch(() => undefined);
    },
    [isMember],
  );
  return { access, sort, onSort, onListVisible: setVisible };
}
