import { useEffect } from 'react';
import { lateApi } from '../../shared/api/late-client.ts';
import { usePageRealtime } from '../../shared/realtime/page-realtime.ts';
import { ASK_PRIVATE } from '../../shared/room/ask-private.ts';
import type { SlotProps } from '../../shared/room-module/room-module.ts';
import { followAccountNews } from './account-news.ts';
import { canAskNow } from './show-rules.ts';
import type { ShowsPart } from './shows-part.ts';

/**
 * Somebody who came to request a private gets the dialog at once, as by the room's own button; a reload does not repeat
 * that.
 */
function useAskOnArrival({ part, room, now, tools: { dispatch, place } }: SlotProps<ShowsPart>): void {
  const canAsk = canAskNow({ part, room, now });
  useEffect(() => {
    if (place !== 'room' || location.hash !== ASK_PRIVATE) return;
    history.replaceState(history.state, '', location.pathname + location.search);
    if (canAsk) dispatch({ name: 'page.private-dialog', payload: { isOpen: true } });
  }, [canAsk, dispatch, place]);
}

/**
 * Reads the own request, show or place in line whenever the room's socket reconnects, so that a reloaded, second or
 * disconnected page gets back to it; also hears the account's news. Renders nothing.
 */
export default function ReadShow(props: SlotProps<ShowsPart>): null {
  useAskOnArrival(props);
  const { part, room, now, tools } = props;
  const { client, dispatch, place } = tools;
  const { username } = room.user;
  const lobby = usePageRealtime()?.lobby;
  useEffect(
    () =>
      lobby &&
      followAccountNews(lobby, { username, place }, (payload) =>
        dispatch({ name: 'page.show-told', payload }),
      ),
    [lobby, dispatch, username, place],
  );
  useEffect(() => {
    // The studio reads all requests instead.
    if (!client || place === 'studio') return undefined;
    const stop = new AbortController();
    const ask = () =>
      void lateApi.getPrivateState({ params: { username }, signal: stop.signal }).then(
        (payload) => dispatch({ name: 'page.show-read', payload }),
        // The next event brings what is unknown now.
        () => undefined,
      );
    const askWhenJoined = () => client.get().kind === 'joined' && ask();
    askWhenJoined();
    const unsubscribe = client.subscribe(askWhenJoined);
    return () => {
      unsubscribe();
      stop.abort();
    };
  }, [client, dispatch, place, username]);
  // The room's first answer says little about a running private: the full state says with whom, since when and which
  // kind.
  const isUnknown = now.status === 'private' && part.show?.show_id === undefined;
  useEffect(() => {
    if (!client || !isUnknown) return undefined;
    const ask = () => void (client.get().kind === 'joined' && client.send('v3.room.resync', {}));
    ask();
    return client.subscribe(ask);
  }, [client, isUnknown]);
  return null;
}
