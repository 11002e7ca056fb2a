import type { CardOnFile } from '@klieg/contract';
import { useCallback, useEffect, useState } from 'react';
import { lateApi } from '../../shared/api/late-client.ts';
import { usePageRealtime } from '../../shared/realtime/page-realtime.ts';
import { cardsNews } from './cards-news.ts';

export interface Cards {
  /** Undefined until they are known. */
  readonly cards: readonly CardOnFile[] | undefined;
  readonly hasFailed: boolean;
  /** Shows what a call has answered. */
  readonly show: (cards: readonly CardOnFile[]) => void;
  readonly reload: () => void;
}

/** Cards on file; read again when something was paid, since that may have brought one. */
export function useCards(): Cards {
  const [cards, show] = useState<readonly CardOnFile[]>();
  const [attempt, setAttempt] = useState(0);
  const [failedAttempt, setFailedAttempt] = useState<number>();
  const lobby = usePageRealtime()?.lobby;
  const reload = useCallback(() => setAttempt((count) => count + 1), []);
  useEffect(() => lobby?.on('v3.payment.update', reload), [lobby, reload]);
  useEffect(() => cardsNews.hear(reload), [reload]);
  useEffect(() => {
    const stop = new AbortController();
    lateApi.listCards({ signal: stop.signal }).then(
      (answer) => show(answer.cards),
      () => !stop.signal.aborted && setFailedAttempt(attempt),
    );
    return () => stop.abort();
  }, [attempt]);
  return { cards, hasFailed: cards === undefined && failedAttempt === attempt, show, reload };
}
