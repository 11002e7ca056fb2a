import { utcDayOf } from '@klieg/kernel/time';
import { useEffect, useState } from 'react';
import { lateApi } from '#app/shared/api/late-client.ts';

/**
 * What the performer has earned since midnight (UTC); undefined until it is known.
 * @param moment read again whenever it changes, as with the end of a show
 */
export function useEarnedToday(moment: unknown): number | undefined {
  const [tokens, setTokens] = useState<number>();
  useEffect(() => {
    const stop = new AbortController();
    const day = utcDayOf(Date.now());
    lateApi.getEarningStats({ query: { from: day, to: day }, signal: stop.signal }).then(
      ({ totals }) => setTokens(Number(totals['share_tokens'] ?? 0)),
      // A figure that did not load is left out, or stays as it was.
      () => undefined,
    );
    return () => stop.abort();
  }, [moment]);
  return tokens;
}
