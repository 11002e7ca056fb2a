import { useCallback, useEffect } from 'react';
import { api } from '#app/shared/api/client.ts';
import { openModal } from '#app/shared/modal/modal-store.ts';
import type { SlotProps } from '#app/shared/room-module/room-module.ts';
import type { ChatState } from '../state/chat-state.ts';
import type { ListSort } from './people-list.ts';
import { listSortOf, useListAccess } from './use-list-asking.ts';
import { usePersonPress } from './use-person-press.ts';
import { UserList } from './user-list.tsx';

/** Who is in the room; the server sends the list only while it is shown. */
export default function UsersTab({ part, me, now, tools }: SlotProps<ChatState>) {
  const { dispatch, client, place } = tools;
  const { access } = useListAccess(client, place === 'studio' || now.showsViewerList);
  const onPerson = usePersonPress(tools);
  useEffect(() => {
    dispatch({ name: 'page.list-shown', payload: { isShown: true } });
    return () => dispatch({ name: 'page.list-shown', payload: { isShown: false } });
  }, [dispatch]);
  const isMember = me.kind === 'member';
  const onSort = useCallback(
    (sort: ListSort) => {
      dispatch({ name: 'page.list-sorted', payload: { sort } });
      // The next room begins in this order; that it was not kept costs nothing here.
      if (isMember) api.saveSettings({ body: { chat_user_sort: sort } }).catch(() => undefined);
    },
    [dispatch, isMember],
  );
  return (
    <UserList
      people={part.people}
      access={access}
      sort={listSortOf({ part, me })}
      onSort={onSort}
      onPerson={onPerson}
      onGuest={() => openModal('signup', { reason: 'chat' })}
    />
  );
}
