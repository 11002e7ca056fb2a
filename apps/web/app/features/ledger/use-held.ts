import type { LedgerRow } from '@klieg/contract';
import { useEffect, useState } from 'react';
import { useMember } from '../../shared/me/me-store.ts';
import { usePageRealtime } from '../../shared/realtime/page-realtime.ts';

/** What of the balance is held, as news of it tell: the first comes with the connection; undefined before. */
export function useHeldNews(): number | undefined {
  const lobby = usePageRealtime()?.lobby;
  const [held, setHeld] = useState<number>();
  useEffect(
    () => lobby?.on('v3.token.update', ({ held: told }) => typeof told === 'number' && setHeld(told)),
    [lobby],
  );
  return held;
}

/**
 * What of a viewer's balance is held. Who comes from another page of the site has had the first news before; then it is
 * what the statement counts more than can be spent when it comes, not with post-pay, where a credit line counts as well.
 * It is reckoned once: later the two are not of one moment.
 */
export function useHeld(news: number | undefined, newest: LedgerRow | undefined): number {
  const current = useMember();
  const [first, setFirst] = useState<number>();
  if (first === undefined && current && newest)
    setFirst(current.postpay ? 0 : Math.max(0, newest.balance_after - current.tokens));
  return news ?? first ?? 0;
}
