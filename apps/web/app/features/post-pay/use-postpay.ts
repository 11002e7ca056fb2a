import { useCallback, useEffect, useState } from 'react';
import type { Answer } from '../../shared/api/answers.ts';
import { lateApi } from '../../shared/api/late-client.ts';
import { useMember } from '../../shared/me/me-store.ts';
import { usePageRealtime } from '../../shared/realtime/page-realtime.ts';

export type PostpayView = Answer<'getPostpay'>;

/** The own credit line; read again with its news and when something of it was spent. */
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
    lateApi.getPostpay({ signal: stop.signal }).then(setPostpay, () => undefined);
    return () => stop.abort();
  }, [attempt, isKnown, balance]);
  return { postpay, reload };
}
