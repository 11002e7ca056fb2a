import { useEffect } from 'react';
import { usePageRealtime } from '../../shared/realtime/page-realtime.ts';
import type { SlotProps } from '../../shared/room-module/room-module.ts';
import type { GroupPart } from './group-part.ts';

/** Hears from the visit's socket how the caller's time in a show has ended, and offers a rating. Renders nothing. */
export default function HearGroup({ room, tools: { dispatch } }: SlotProps<GroupPart>): null {
  const lobby = usePageRealtime()?.lobby;
  const { username } = room.user;
  useEffect(
    () =>
      lobby?.on('v3.group.result', (payload) => {
        if (payload.username !== username) return;
        dispatch({ name: 'page.group-result', payload });
        if (payload.can_rate)
          dispatch({ name: 'page.rating-shown', payload: { isShown: true, showId: payload.show_id } });
      }),
    [lobby, dispatch, username],
  );
  return null;
}
