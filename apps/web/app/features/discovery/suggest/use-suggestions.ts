import type { Api, ResultOf } from '@klieg/contract';
import { useEffect, useState } from 'react';
import { lateApi } from '#app/shared/api/late-client.ts';

type Suggested = ResultOf<Api['suggest']>;

const NONE: Suggested = { models: [], tags: [] };
/** During fast typing only the last text is requested. */
const PAUSE_MS = 120;

/** Suggestions for the typed text; the earlier ones stay until the next answer. */
export function useSuggestions(term: string): Suggested {
  const [found, setFound] = useState(NONE);
  useEffect(() => {
    const stop = new AbortController();
    const timer = setTimeout(() => {
      // A missing suggestion is no loss: Enter searches anyway.
      lateApi.suggest({ query: { q: term }, signal: stop.signal }).then(setFound, () => undefined);
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [term]);
  return found;
}
