import { useEffect, useRef } from 'react';
import { usePageRealtime } from '../../shared/realtime/page-realtime.ts';
import type { SlotProps } from '../../shared/room-module/room-module.ts';
import type { TicketPart } from './ticket-state.ts';

/**
 * Hears on the visit's socket what happened to the own ticket, and offers a rating of the show (SHOWS-040). Renders
 * nothing.
 */
export default function HearResult({ part, tools: { dispatch } }: SlotProps<TicketPart>): null {
  const lobby = usePageRealtime()?.lobby;
  const showId = part.show?.id;
  // The show is over when its result comes.
  const last = useRef(showId);
  useEffect(() => {
    if (showId) last.current = showId;
  }, [showId]);
  useEffect(
    () =>
      lobby?.on('v3.limited.result', (payload) => {
        if (payload.show_id !== last.current) return;
        dispatch({ name: 'page.ticket-result', payload });
        if (payload.can_rate)
          dispatch({
            name: 'page.rating-shown',
            payload: { isShown: true, showId: payload.show_id, kind: 'limited' },
          });
      }),
    [lobby, dispatch],
  );
  return null;
}
