import { useSyncExternalStore } from 'react';
import { makeEventStore } from '../../shared/event-store.ts';

/** The room that the page is about or on its way to; another username is another room (CHAT-029). */
export interface RoomEntity {
  readonly username: string;
  readonly state: 'loading' | 'ready' | 'error';
}

/** The change made by an answer: one for a room no longer wanted changes nothing. */
export const reduceEntity = (known: RoomEntity | null, next: RoomEntity): RoomEntity | null =>
  next.state === 'loading' || known?.username === next.username ? next : known;

export const roomEntityStore = makeEventStore<RoomEntity | null, RoomEntity>(null, reduceEntity);

/** Loads a room under its name, and stores the result. Rejects as the load does. */
export async function loadRoom<T>(username: string, load: () => Promise<T>): Promise<T> {
  roomEntityStore.dispatch({ username, state: 'loading' });
  try {
    const room = await load();
    roomEntityStore.dispatch({ username, state: 'ready' });
    return room;
  } catch (error) {
    roomEntityStore.dispatch({ username, state: 'error' });
    throw error;
  }
}

/** The name of the room being loaded in place of the shown one; undefined when none is. */
export function useAwaitedRoom(shown: string | undefined): string | undefined {
  const entity = useSyncExternalStore(roomEntityStore.subscribe, roomEntityStore.get, () => null);
  return entity?.state === 'loading' && entity.username !== shown ? entity.username : undefined;
}
