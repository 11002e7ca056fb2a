import { useEffect } from 'react';
import { usePageRealtime } from '#app/shared/realtime/page-realtime.ts';
import type { SlotProps } from '#app/shared/room-module/room-module.ts';
import type { SharecamPart } from '../sharecam-part.ts';

/** Hears requests on the performer's account socket. Renders nothing. */
export default function HearRequests({ tools: { dispatch } }: SlotProps<SharecamPart>): null {
  const lobby = usePageRealtime()?.lobby;
  useEffect(
    () => lobby?.on('v3.sharecam.request', (payload) => dispatch({ name: 'page.sharecam-told', payload })),
    [lobby, dispatch],
  );
  return null;
}
