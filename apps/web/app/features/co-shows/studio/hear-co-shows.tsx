import { useEffect } from 'react';
import { lateApi } from '#app/shared/api/late-client.ts';
import { usePageRealtime } from '#app/shared/realtime/page-realtime.ts';
import type { SlotProps } from '#app/shared/room-module/room-module.ts';
import type { CoShowPart } from '../co-show-state.ts';

/** Reads incoming and own requests, and again with each news of them. Renders nothing. */
export default function HearCoShows({
  part: { told },
  now,
  tools: { dispatch },
}: SlotProps<CoShowPart>): null {
  const lobby = usePageRealtime()?.lobby;
  const toldId = told?.co_show_id;
  useEffect(() => {
    const stop = new AbortController();
    let reading = 0;
    const read = () => {
      reading += 1;
      const own = reading;
      lateApi.getCoShow({ signal: stop.signal }).then(
        // An answer that a later question has overtaken is dropped.
        (payload) => own === reading && dispatch({ name: 'page.co-show-desk', payload }),
        () => undefined,
      );
    };
    read();
    const unheard = lobby?.on('v3.co_show.request', read);
    return () => {
      stop.abort();
      unheard?.();
    };
  }, [lobby, dispatch, toldId, now.status]);
  return null;
}
