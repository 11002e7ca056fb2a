import type { Room } from '@klieg/contract';
import { useCallback, useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { useMe } from '../../shared/me/me-store.ts';
import { makeRoomPageStore } from '../../shared/room-module/page-store.ts';
import type { RoomTools } from '../../shared/room-module/room-module.ts';
import type { RoomView } from '../../shared/room-module/room-slot.tsx';
import { roomModules } from './room-modules.ts';
import { usePersonalRoom } from './use-personal-room.ts';
import { useRoomSocket } from './use-room-socket.ts';

export interface RoomPage {
  /** Undefined until a room is loaded. */
  readonly view: RoomView | undefined;
  /** The room has put this person out. */
  readonly isBanned: boolean;
}

const nothing = (): (() => void) => () => {};

/** The state of an open room with its socket, drawn by the list of modules. */
export function useRoomPage(loaded: Room | undefined, place: RoomTools['place']): RoomPage {
  const me = useMe();
  const username = loaded?.user.username;
  const store = useMemo(
    () => loaded && makeRoomPageStore(roomModules, loaded),
    // oxlint-disable-next-line react/exhaustive-deps -- another answer about the same room must not drop its lines
    [username],
  );
  const state = () => store?.get();
  const parts = useSyncExternalStore(store?.subscribe ?? nothing, state, state);
  const onLoaded = useCallback((payload: Room) => store?.dispatch({ name: 'page.loaded', payload }), [store]);
  const { client, isPutOut } = useRoomSocket(roomModules, store, loaded);
  const opened = useRef(client);
  useEffect(() => void (opened.current = client), [client]);
  const isOld = useCallback(({ epoch, seq }: Room) => {
    const told = opened.current?.position();
    return told?.epoch === epoch && told.seq > seq;
  }, []);
  const { room, isBanned } = usePersonalRoom(loaded, onLoaded, isOld, parts?.room.rightsChanges ?? 0);
  const tools = useMemo<RoomTools | undefined>(
    () => store && { place, dispatch: store.dispatch, client },
    [place, store, client],
  );
  if (!parts || !room || !tools) return { view: undefined, isBanned: false };
  const shared = { room, now: parts.room, me, tools };
  return {
    view: {
      ...shared,
      draw: (slot) => roomModules.draw(slot, { parts, ...shared }),
      tabs: () => roomModules.tabs({ parts, ...shared }),
    },
    isBanned: isBanned || isPutOut,
  };
}
