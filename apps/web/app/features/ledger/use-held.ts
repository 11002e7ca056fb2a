import type { LedgerRow } from '@klieg/contract';
import { useEffect, useState } from 'react';
import { useMember } from '../../shared/me/me-store.ts';
import { usePageRealtime } from '../../shared/realtime/page-realtime.ts';

/** The held part of the balance, from news: the first comes with the connection; undefined before. */
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
 * The held part of a viewer's balance. Somebody who comes from another page of the site has missed the first news; then
 * it is the difference between the statement and the spendable balance when that loads, except with post-pay, where a
 * credit line counts as well. It is computed once: later the two are not from the same moment.
 */
export function useHeld(news: number | undefined, newest: LedgerRow | undefined): number {
  const current = useMember();
  const [first, setFirst] = useState<number>();
  if (first === undefined && current && newest)
    setFirst(current.postpay ? 0 : Math.max(0, newest.balance_after - current.tokens));
  return news ?? first ?? 0;
}
