import { useEffect, useSyncExternalStore } from 'react';
import { usePageRealtime } from '#app/shared/realtime/page-realtime.ts';
import type { RoomStatus } from '#app/shared/realtime/room-statuses.ts';

const nothing = (): (() => void) => () => {};

/** What the lobby last said about a room; undefined before it has said anything. */
export function useRoomStatus(username: string): RoomStatus | undefined {
  const statuses = usePageRealtime()?.statuses;
  return useSyncExternalStore(
    statuses?.subscribe ?? nothing,
    () => statuses?.get(username),
    () => undefined,
  );
}

/** Watches the rooms of a list while it is on the screen. */
export function useWatchRooms(usernames: readonly string[]): void {
  const statuses = usePageRealtime()?.statuses;
  const names = usernames.join(' ');
  useEffect(() => (names ? statuses?.watch(names.split(' ')) : undefined), [statuses, names]);
}
