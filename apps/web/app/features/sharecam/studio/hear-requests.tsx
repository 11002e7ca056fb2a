import { useEffect } from 'react';
import { usePageRealtime } from '#app/shared/realtime/page-realtime.ts';
import type { SlotProps } from '#app/shared/room-module/room-module.ts';
import type { SharecamPart } from '../sharecam-part.ts';

/** Hears what the performer's account is told of requests. Draws nothing. */
export default function HearRequests({ tools: { dispatch } }: SlotProps<SharecamPart>): null {
  const lobby = usePageRealtime()?.lobby;
  useEffect(
    () => lobby?.on('v3.sharecam.request', (payload) => dispatch({ name: 'page.sharecam-told', payload })),
    [lobby, dispatch],
  );
  return null;
}
