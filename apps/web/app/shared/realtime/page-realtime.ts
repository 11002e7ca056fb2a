import { useSyncExternalStore } from 'react';
import type { LobbyClient } from './lobby-client.ts';
import type { RoomClient, RoomPorts } from './room-client.ts';
import type { RoomStatuses } from './room-statuses.ts';

/** The page's lobby and its dependents; one for the whole visit. */
export interface PageRealtime {
  readonly lobby: LobbyClient;
  readonly statuses: RoomStatuses;
  /** A client for one room, not opened yet. */
  room(username: string, onEvent: RoomPorts['onEvent']): RoomClient;
}

let page: PageRealtime | undefined;
const watchers = new Set<() => void>();

/** Makes the connection known to the page's parts. */
export function setPageRealtime(realtime: PageRealtime): void {
  page = realtime;
  for (const watcher of watchers) watcher();
}

/** The page's connection once it exists; undefined on the server and before the first answers. */
export const usePageRealtime = (): PageRealtime | undefined =>
  useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
    () => page,
    () => undefined,
  );
