import type { Room } from '@klieg/contract';
import { showToast } from '@klieg/ui';
import { useLingui } from '@lingui/react/macro';
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { useNavigate } from 'react-router';
import { highlightEnd } from '../features/room-chat/chat-state.ts';
import { styleToSend } from '../shared/line-style/line-style.ts';
import { type LineSender, makeLineSender } from '../features/room-chat/send-line.ts';
import { areSoundsOn, isSoundAllowed } from '../features/tipping/sound-setting.ts';
import { tipSound } from '../features/tipping/tip-effect.ts';
import { api } from '../shared/api/client.ts';
import { codeOf } from '../shared/errors/explain-error.ts';
import { type EventStore, makeEventStore } from '../shared/event-store.ts';
import { useMe } from '../shared/me/me-store.ts';
import { usePageRealtime } from '../shared/realtime/page-realtime.ts';
import type { RoomClient } from '../shared/realtime/room-client.ts';
import { wireEvent } from '../shared/realtime/wire-event.ts';
import { useSiteConfig } from '../shared/site.ts';
import {
  canWaitForFrame,
  reduceRoomPage,
  type RoomPageEvent,
  type RoomPageState,
  roomPageState,
} from './room-page-state.ts';

type Store = EventStore<RoomPageState, RoomPageEvent>;

export interface RoomPage {
  readonly state: RoomPageState;
  /** The room as this person may see it: prices, rights, own place. */
  readonly room: Room;
  readonly dispatch: Store['dispatch'];
  /** The password was given, or is not needed any more: the room as it is now. */
  readonly onPassed: (room: Room) => void;
  /** Undefined before the room's socket exists. */
  readonly client: RoomClient | undefined;
  readonly sender: LineSender | undefined;
  /** The room has put this person out. */
  readonly isBanned: boolean;
}

/** A logged-in person gets the room again as they may see it; the page's HTML is that of a guest. */
function usePersonalRoom(
  loaded: Room,
  dispatch: Store['dispatch'],
  /** Grows when something was done to this person. */
  standing: number,
): { readonly room: Room; readonly isBanned: boolean } {
  const me = useMe();
  const isMember = me.kind === 'member';
  // The first tokens open rooms that ask for them: what may be done here is read again.
  const hasTokens = me.kind === 'member' && me.current.tokens > 0;
  const { username } = loaded.user;
  const [personal, setPersonal] = useState<Room>();
  const [bannedFrom, setBannedFrom] = useState<string>();
  useEffect(() => {
    if (!isMember) return undefined;
    const stop = new AbortController();
    api.getRoom({ params: { username }, signal: stop.signal }).then(
      (room) => {
        setPersonal(room);
        setBannedFrom(undefined);
        // What was done to this person changes their rights, not what the room shows.
        if (standing === 0) dispatch({ name: 'page.loaded', payload: room });
      },
      (error: unknown) => {
        if (codeOf(error) === 'rooms.banned') setBannedFrom(username);
      },
    );
    return () => stop.abort();
    // oxlint-disable-next-line react/exhaustive-deps -- hasTokens and standing change what the answer says
  }, [isMember, hasTokens, standing, username, dispatch]);
  return {
    room: personal?.user.username === username ? personal : loaded,
    isBanned: bannedFrom === username,
  };
}

type Sounds = typeof import('../features/tipping/play-sound.ts');

/** Fetches the code of sounds with the first that may be heard; without it the room is silent. */
const withSounds = (play: (sounds: Sounds) => void): void => {
  if (isSoundAllowed() && areSoundsOn())
    void import('../features/tipping/play-sound.ts').then(play, () => undefined);
};

/** The state of an open room, its socket, and the person's own lines. */
export function useRoomPage(loaded: Room): RoomPage {
  const { t } = useLingui();
  const navigate = useNavigate();
  const realtime = usePageRealtime();
  const me = useMe();
  const isWhiteLabel = useSiteConfig()?.site.is_whitelabel ?? false;
  const { username } = loaded.user;
  const store = useMemo<Store>(
    () => makeEventStore(roomPageState(loaded), reduceRoomPage, canWaitForFrame),
    // oxlint-disable-next-line react/exhaustive-deps -- another answer about the same room must not drop its lines
    [username],
  );
  const state = useSyncExternalStore(store.subscribe, store.get, store.get);
  const [socket, setSocket] = useState<{ readonly client: RoomClient; readonly sender: LineSender }>();
  const [putOutOf, setPutOutOf] = useState<string>();
  const volume = me.kind === 'unknown' ? 70 : me.current.settings.volume_tip;
  const style = me.kind === 'member' ? styleToSend(me.current.settings) : undefined;
  const told = useRef({ volume, isWhiteLabel, style });
  told.current = { volume, isWhiteLabel, style };

  useEffect(() => {
    if (!realtime) return undefined;
    const timers = new Set<ReturnType<typeof setTimeout>>();
    const client = realtime.room(username, (name, payload) => {
      const event = wireEvent(name, payload);
      // Before the line leaves those that wait for an answer.
      const answered =
        event.name === 'v3.ack' && event.payload.status === 1
          ? store.get().chat.pending.find(({ clientId }) => clientId === event.payload.client_id)
          : undefined;
      store.dispatch(event);
      if (answered && /^\/setmode\b/iu.test(answered.text))
        showToast({ content: t`Who may write here was changed.` });
      if (event.name === 'v3.user.highlighted_message') {
        const { id, at } = event.payload;
        const until = highlightEnd(event.payload);
        const over = () =>
          store.dispatch({ name: 'page.highlight-over', payload: { id: String(id), until } });
        timers.add(setTimeout(over, until - at));
      }
      if (event.name === 'v3.chat.message' && event.payload.type === 'sound')
        withSounds(({ playRoomSound }) => playRoomSound(event.payload.message, told.current.volume));
      if (event.name === 'v3.tip.received')
        withSounds(({ playTipSound }) =>
          playTipSound(tipSound(event.payload.tokens, told.current.isWhiteLabel), told.current.volume),
        );
      if (event.name === 'v3.chat.banned' || event.name === 'v3.chat.kicked') {
        const isBan = event.name === 'v3.chat.banned';
        showToast({
          content: isBan ? t`You have been banned from this room.` : t`You have been kicked from this room.`,
          appearance: 'error',
        });
        void navigate('/');
      }
    });
    const isPending = (id: string) =>
      store.get().chat.pending.some(({ clientId, error }) => clientId === id && !error);
    const sender = makeLineSender(client, store, isPending, () => told.current.style);
    const onVisibility = () => client.visibility(document.visibilityState === 'visible');
    document.addEventListener('visibilitychange', onVisibility);
    const stopWatching = client.subscribe(() => {
      const phase = client.get();
      if (phase.kind === 'left' && phase.reason === 'password')
        store.dispatch({ name: 'page.password-wanted', payload: {} });
      // A guest's page is everybody's: that they are put out they learn at the door.
      if (phase.kind === 'left' && phase.reason === 'banned') setPutOutOf(username);
    });
    setPutOutOf(undefined);
    client.open({ epoch: loaded.epoch, seq: loaded.seq });
    setSocket({ client, sender });
    return () => {
      document.removeEventListener('visibilitychange', onVisibility);
      stopWatching();
      for (const timer of timers) clearTimeout(timer);
      sender.stop();
      client.leave();
      setSocket(undefined);
    };
    // oxlint-disable-next-line react/exhaustive-deps -- the socket lives as long as the room is open
  }, [realtime, username, store]);

  const { room, isBanned: isRefused } = usePersonalRoom(loaded, store.dispatch, state.chat.standing);
  const client = socket?.client;
  const onPassed = useCallback(
    (now: Room) => {
      store.dispatch({ name: 'page.loaded', payload: now });
      client?.open({ epoch: now.epoch, seq: now.seq });
    },
    [store, client],
  );
  return {
    state,
    room,
    dispatch: store.dispatch,
    onPassed,
    client,
    sender: socket?.sender,
    isBanned: isRefused || putOutOf === username,
  };
}
