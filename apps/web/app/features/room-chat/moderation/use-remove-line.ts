import { useCallback } from 'react';
import { api } from '#app/shared/api/client.ts';
import { useModerate } from './use-moderate.ts';

/** Takes a line of the room away for everybody. */
export function useRemoveLine(room: string): (id: string) => void {
  const moderate = useModerate();
  return useCallback(
    (id) => void moderate(api.deleteLine({ params: { username: room, id }, body: {} })),
    [moderate, room],
  );
}
