import { CallError } from '@klieg/contract/client';
import { useCallback, useEffect, useState } from 'react';
import type { Answer } from '../../shared/api/answers.ts';
import { lateApi } from '../../shared/api/late-client.ts';
import { useMember } from '../../shared/me/me-store.ts';
import { usePageRealtime } from '../../shared/realtime/page-realtime.ts';

export type PostpayView = Answer<'getPostpay'>;

/** How long after a question that was not answered it is asked again. */
const AGAIN_MS = 5_000;
/** Asking again would change nothing. */
const REFUSED = [401, 403, 404];

/** The caller's credit line; read again with its news and when some of it was spent. */
export function usePostpay(): { readonly postpay: PostpayView | undefined; readonly reload: () => void } {
  const [postpay, setPostpay] = useState<PostpayView>();
  const [attempt, setAttempt] = useState(0);
  const member = useMember();
  const lobby = usePageRealtime()?.lobby;
  const reload = useCallback(() => setAttempt((count) => count + 1), []);
  useEffect(
    () => lobby?.on('v3.account.update', ({ part }) => part === 'postpay' && reload()),
    [lobby, reload],
  );
  const isKnown = member !== undefined;
  const balance = member?.tokens;
  useEffect(() => {
    if (!isKnown) return undefined;
    const stop = new AbortController();
    let again: ReturnType<typeof setTimeout> | undefined;
    lateApi.getPostpay({ signal: stop.signal }).then(setPostpay, (error: unknown) => {
      // Without an answer the page would show neither the line nor its offer for the rest of the visit.
      const isRefused = error instanceof CallError && REFUSED.includes(error.httpStatus);
      if (!stop.signal.aborted && !isRefused) again = setTimeout(reload, AGAIN_MS);
    });
    return () => {
      stop.abort();
      clearTimeout(again);
    };
  }, [attempt, isKnown, balance, reload]);
  return { postpay, reload };
}
