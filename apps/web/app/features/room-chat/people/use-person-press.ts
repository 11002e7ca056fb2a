import { useCallback } from 'react';
import type { RoomTools } from '#app/shared/room-module/room-module.ts';
import type { OnPerson } from './user-list.tsx';

/** Tells the page that a person was pressed; the feature that shows cards listens. */
export function usePersonPress({ dispatch }: RoomTools): OnPerson {
  return useCallback(
    (person, anchor) => dispatch({ name: 'page.person-pressed', payload: { person, anchor } }),
    [dispatch],
  );
}
