import { useEffect } from 'react';
import { lateApi } from '../../shared/api/late-client.ts';
import { usePageRealtime } from '../../shared/realtime/page-realtime.ts';
import { ASK_PRIVATE } from '../../shared/room/ask-private.ts';
import type { SlotProps } from '../../shared/room-module/room-module.ts';
import { followAccountNews } from './account-news.ts';
import { canAskNow } from './show-rules.ts';
import type { ShowsPart } from './shows-part.ts';

/** Whoever came to ask for a private is asked at once, as by the room's own button; loading the page again asks nothing. */
function useAskOnArrival({ part, room, now, tools: { dispatch, place } }: SlotProps<ShowsPart>): void {
  const canAsk = canAskNow({ part, room, now });
  useEffect(() => {
    if (place !== 'room' || location.hash !== ASK_PRIVATE) return;
    history.replaceState(history.state, '', location.pathname + location.search);
    if (canAsk) dispatch({ name: 'page.private-dialog', payload: { isOpen: true } });
  }, [canAsk, dispatch, place]);
}

/**
 * Asks how the own request, show or place in line stands whenever the room's socket is there anew, so that a page that
 * was loaded again, opened a second time or cut off comes back to it; and hears what the account is told. Draws nothing.
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
        // What is not known now is told by the next event.
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
  // The room's first answer says little of a private that runs: its whole says with whom, since when and which kind.
  const isUnknown = now.status === 'private' && part.show?.show_id === undefined;
  useEffect(() => {
    if (!client || !isUnknown) return undefined;
    const ask = () => void (client.get().kind === 'joined' && client.send('v3.room.resync', {}));
    ask();
    return client.subscribe(ask);
  }, [client, isUnknown]);
  return null;
}
