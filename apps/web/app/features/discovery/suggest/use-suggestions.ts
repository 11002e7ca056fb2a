import type { Api, ResultOf } from '@klieg/contract';
import { useEffect, useState } from 'react';
import { lateApi } from '#app/shared/api/late-client.ts';

type Suggested = ResultOf<Api['suggest']>;

const NONE: Suggested = { models: [], tags: [] };
/** Who types fast asks for the last of it only. */
const PAUSE_MS = 120;

/** What somebody who types may mean; what stood before stays until the next answer. */
export function useSuggestions(term: string): Suggested {
  const [found, setFound] = useState(NONE);
  useEffect(() => {
    const stop = new AbortController();
    const timer = setTimeout(() => {
      // A suggestion that does not come is no loss: Enter searches all the same.
      lateApi.suggest({ query: { q: term }, signal: stop.signal }).then(setFound, () => undefined);
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [term]);
  return found;
}
