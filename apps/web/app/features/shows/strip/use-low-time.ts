import { useEffect, useState } from 'react';
import { lateApi } from '#app/shared/api/late-client.ts';
import { useMember } from '#app/shared/me/me-store.ts';
import { isTimeLow } from '../show-sums.ts';
import type { ShowsPart, ShowTold } from '../shows-part.ts';
import { playShowSound } from '../show-sounds.ts';

export interface LowTime {
  readonly isLow: boolean;
  /** The dialog of the last minute is shown: once for each show. */
  readonly isPrompted: boolean;
  readonly close: () => void;
}

/** Dollars of post-pay that are left, asked for with each tick; undefined without post-pay. */
function useAvailable(hasPostpay: boolean, tick: ShowsPart['tick']): number | undefined {
  const [dollars, setDollars] = useState<number>();
  useEffect(() => {
    if (!hasPostpay || !tick) return undefined;
    const stop = new AbortController();
    lateApi.checkBalance({ signal: stop.signal }).then(
      ({ available }) => setDollars(available),
      () => undefined,
    );
    return () => stop.abort();
  }, [hasPostpay, tick]);
  return dollars;
}

/** Whether the time is running out, and the single warning about it (SHOWS-037) (SHOWS-038). */
export function useLowTime(facts: {
  readonly show: ShowTold;
  readonly seconds: number | undefined;
  readonly price: number;
  readonly tick: ShowsPart['tick'];
}): LowTime {
  const { show, seconds, price, tick } = facts;
  const hasPostpay = useMember()?.postpay ?? false;
  const availableDollars = useAvailable(hasPostpay, tick);
  const isLow = isTimeLow({ remainingSeconds: seconds, pricePerMinute: price, availableDollars, hasPostpay });
  const key = show.started_at ?? 0;
  // Once for each show, also where tokens come in between.
  const [prompt, setPrompt] = useState<{ readonly key: number; readonly isOpen: boolean }>();
  if (isLow && prompt?.key !== key) setPrompt({ key, isOpen: true });
  if (!isLow && prompt?.key === key && prompt.isOpen) setPrompt({ key, isOpen: false });
  const isPrompted = isLow && prompt?.key === key && prompt.isOpen;
  useEffect(() => {
    if (isPrompted) playShowSound('bell');
  }, [isPrompted]);
  return { isLow, isPrompted, close: () => setPrompt({ key, isOpen: false }) };
}
