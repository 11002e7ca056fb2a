import { useEffect, useState } from 'react';
import type { Answer } from '../../shared/api/answers.ts';
import { lateApi } from '../../shared/api/late-client.ts';

export type CardAnswer = Answer<'getUserCard'>;

export type CardState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'ready'; readonly card: CardAnswer }
  | { readonly kind: 'gone' }
  | { readonly kind: 'failed' };

/** The card of a person as the reader may see it; read again by `retry`. */
export function useCard(
  username: string,
  room: string | undefined,
): CardState & { readonly retry: () => void } {
  const [found, setFound] = useState<{ readonly key: string; readonly state: CardState }>();
  const [attempt, setAttempt] = useState(0);
  const key = `${username} ${room} ${attempt}`;
  useEffect(() => {
    const stop = new AbortController();
    lateApi.getUserCard({ params: { username }, query: { ...(room && { room }) }, signal: stop.signal }).then(
      (card) => setFound({ key, state: { kind: 'ready', card } }),
      (error: unknown) => {
        if (stop.signal.aborted) return;
        const isGone = (error as { code?: string }).code === 'common.not_found';
        setFound({ key, state: { kind: isGone ? 'gone' : 'failed' } });
      },
    );
    return () => stop.abort();
  }, [username, room, key]);
  const state: CardState = found?.key === key ? found.state : { kind: 'loading' };
  return { ...state, retry: () => setAttempt((n) => n + 1) };
}
