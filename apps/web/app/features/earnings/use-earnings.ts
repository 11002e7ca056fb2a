import type { EarnedBalance, Stats } from '@klieg/contract';
import { useEffect, useState } from 'react';
import { lateApi } from '../../shared/api/late-client.ts';
import { useMember } from '../../shared/me/me-store.ts';
import { lastDays } from './earned-days.ts';

export const DAYS = 30;

export interface Earnings {
  readonly balance: EarnedBalance;
  readonly stats: Stats;
  readonly days: readonly string[];
}

/** What the performer has earned; read again when that changes. Undefined until it is there. */
export function useEarnings(): { earnings: Earnings | undefined; hasFailed: boolean; retry: () => void } {
  const earned = useMember()?.earnings;
  const [earnings, setEarnings] = useState<Earnings>();
  const [failedAttempt, setFailedAttempt] = useState<number>();
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    if (earned === undefined) return undefined;
    const stop = new AbortController();
    const days = lastDays(DAYS, Date.now());
    const query = { from: days[0]!, to: days.at(-1)! };
    Promise.all([
      lateApi.getEarnings({ signal: stop.signal }),
      lateApi.getEarningStats({ query, signal: stop.signal }),
    ]).then(
      ([balance, stats]) => setEarnings({ balance, stats, days }),
      () => !stop.signal.aborted && setFailedAttempt(attempt),
    );
    return () => stop.abort();
  }, [earned, attempt]);
  return {
    earnings,
    hasFailed: failedAttempt === attempt && !earnings,
    retry: () => setAttempt((count) => count + 1),
  };
}
