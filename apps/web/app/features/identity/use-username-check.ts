import { useEffect, useState } from 'react';
import { api } from '../../shared/api/client.ts';

/** Names of accounts (http page, 2.5). */
export const USERNAME = /^[a-z0-9][a-z0-9_]{2,19}$/u;

export type UsernameCheck =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'free' }
  | { readonly kind: 'refused'; readonly reason: 'taken' | 'reserved' | 'refused' | 'pattern' };

const PAUSE_MS = 400;

/** Asks whether a name is free once the typing pauses; names of the wrong form are not asked about. */
export function useUsernameCheck(username: string): UsernameCheck {
  const [answer, setAnswer] = useState<{ readonly username: string; readonly check: UsernameCheck }>();
  useEffect(() => {
    if (!USERNAME.test(username)) return undefined;
    const stop = new AbortController();
    const timer = setTimeout(() => {
      api.isUsernameAvailable({ query: { username }, signal: stop.signal }).then(
        ({ available, reason }) =>
          setAnswer({
            username,
            check: available ? { kind: 'free' } : { kind: 'refused', reason: reason ?? 'taken' },
          }),
        () => undefined,
      );
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [username]);
  return answer?.username === username ? answer.check : { kind: 'unknown' };
}
