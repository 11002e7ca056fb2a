import { useCallback } from 'react';
import { api } from '#app/shared/api/client.ts';
import { useModerate } from './use-moderate.ts';

/** Highlights a line of the room for a minute, free, for those who moderate. */
export function usePinLine(room: string): (id: string) => void {
  const moderate = useModerate();
  return useCallback(
    (id) => void moderate(api.pinLine({ params: { username: room, id }, body: {} })),
    [moderate, room],
  );
}
