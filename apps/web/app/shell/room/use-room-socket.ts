import type { Room } from '@klieg/contract';
import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { reportError } from '../../shared/errors/report-error.ts';
import { usePageRealtime } from '../../shared/realtime/page-realtime.ts';
import type { RoomClient } from '../../shared/realtime/room-client.ts';
import { wireEvent } from '../../shared/realtime/wire-event.ts';
import type { EffectPorts, ModuleSet } from '../../shared/room-module/module-set.tsx';
import type { RoomPageStore } from '../../shared/room-module/page-store.ts';
import { useSiteConfig } from '../../shared/site.ts';

export interface RoomSocket {
  /** Undefined before the room's socket exists. */
  readonly client: RoomClient | undefined;
  /** The room has closed its socket to this person. */
  readonly isPutOut: boolean;
}

/** What effects need of the page, read when they need it. */
function useEffectPorts(): () => Pick<EffectPorts<unknown>, 'text' | 'goTo' | 'site'> {
  const { i18n } = useLingui();
  const navigate = useNavigate();
  const site = useSiteConfig();
  const now = useRef({ i18n, navigate, site });
  useEffect(() => {
    now.current = { i18n, navigate, site };
  });
  const [ports] = useState(() => ({
    text: (message: Parameters<EffectPorts<unknown>['text']>[0]) => now.current.i18n._(message),
    goTo: (address: string) => void now.current.navigate(address),
    site: () => now.current.site,
  }));
  return () => ports;
}

/** Opens the room's socket for as long as the page shows the room, and runs the effects of its modules. */
export function useRoomSocket<Parts>(
  set: ModuleSet<Parts>,
  store: RoomPageStore<Parts> | undefined,
  loaded: Room | undefined,
): RoomSocket {
  const realtime = usePageRealtime();
  const ports = useEffectPorts();
  const [client, setClient] = useState<RoomClient>();
  const [putOutOf, setPutOutOf] = useState<string>();
  const username = loaded?.user.username;
  useEffect(() => {
    if (!realtime || !store || !loaded || username === undefined) return undefined;
    const { dispatch, get } = store;
    const room = realtime.room(username, (name, payload) => dispatch(wireEvent(name, payload)));
    const timers = new Set<ReturnType<typeof setTimeout>>();
    const stopEffects = store.open(
      set.effects({
        ...ports(),
        parts: get,
        dispatch,
        send: room.send,
        after: (ms, event) => void timers.add(setTimeout(() => dispatch(event), ms)),
        report: (error) => void reportError(error),
      }),
    );
    const onVisibility = () => room.visibility(document.visibilityState === 'visible');
    document.addEventListener('visibilitychange', onVisibility);
    const stopWatching = room.subscribe(() => {
      const phase = room.get();
      if (phase.kind !== 'left') return;
      if (phase.reason === 'password') dispatch({ name: 'page.password-wanted', payload: {} });
      // The HTML is the same for all guests, so a banned guest learns it only when the socket is refused.
      if (phase.reason === 'banned') setPutOutOf(username);
    });
    setPutOutOf(undefined);
    room.open({ epoch: loaded.epoch, seq: loaded.seq });
    setClient(room);
    return () => {
      document.removeEventListener('visibilitychange', onVisibility);
      stopWatching();
      for (const timer of timers) clearTimeout(timer);
      stopEffects();
      room.leave();
      setClient(undefined);
    };
    // oxlint-disable-next-line react/exhaustive-deps -- the socket lives as long as the room is open
  }, [realtime, username, store]);
  return { client, isPutOut: putOutOf !== undefined && putOutOf === username };
}
