import type { AccountId, Clock } from '@klieg/kernel';
import { HOUR_MS } from '@klieg/kernel/time';
import type { Ledger } from '../ledger/index.ts';

interface Pair {
  readonly payer: AccountId;
  readonly receiver: AccountId;
}

export interface RecentTips {
  /** Gross tokens that one gave the other in the last hour. */
  recentTips(payer: AccountId, receiver: AccountId): Promise<number>;
  /** The same for each pair, in their order. */
  recentTipsOf(pairs: readonly Pair[]): Promise<number[]>;
  /** The same of the tips that everybody in the room may know of: those that were given outside of shows (F4, F9). */
  openTipsOf(pairs: readonly Pair[]): Promise<number[]>;
}

export function makeRecentTips(
  ledger: Pick<Ledger, 'recentSpendTo' | 'recentSpendsTo'>,
  clock: Clock,
): RecentTips {
  const since = () => clock.now() - HOUR_MS;
  return {
    recentTips: (payer, receiver) => ledger.recentSpendTo(payer, receiver, since()),
    recentTipsOf: (pairs) => ledger.recentSpendsTo(pairs, since()),
    openTipsOf: (pairs) => ledger.recentSpendsTo(pairs, since(), { kind: 'tip', withoutDetail: 'place' }),
  };
}
