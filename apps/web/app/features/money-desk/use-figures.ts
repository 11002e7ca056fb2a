import type { Stats, OperatorAccount, SchemeRatio } from '@klieg/contract';
import { utcDayOf } from '@klieg/kernel/time';
import { useState } from 'react';
import { deskApi } from './desk-api.ts';
import { daysUpTo } from './money-rules.ts';
import { type Desk, useDesk } from './use-desk.ts';

export interface Figures {
  readonly today: string;
  /** The last 30 days, oldest first. */
  readonly days: readonly string[];
  readonly revenue: Stats;
  readonly approval: Stats;
  /** Only today's. */
  readonly approvalToday: Stats;
  /** Of the month so far. */
  readonly chargebacks: Stats;
  readonly scheme: SchemeRatio;
  readonly accounts: readonly OperatorAccount[];
}

export const DAYS_SHOWN = 30;

/** Everything that the operator's page of money shows. */
export function useFigures(): Desk<Figures> {
  const [today] = useState(() => utcDayOf(Date.now()));
  return useDesk(today, async (signal) => {
    const days = daysUpTo(today, DAYS_SHOWN);
    const range = { from: days[0]!, to: today };
    const month = { from: `${today.slice(0, 7)}-01`, to: today };
    const [revenue, approval, approvalToday, chargebacks, money] = await Promise.all([
      deskApi.getStats({ query: { metric: 'revenue', ...range }, signal }),
      deskApi.getStats({ query: { metric: 'approval_rate', ...range }, signal }),
      deskApi.getStats({ query: { metric: 'approval_rate', from: today, to: today }, signal }),
      deskApi.getStats({ query: { metric: 'chargebacks', ...month }, signal }),
      deskApi.getMoney({ query: { day: today }, signal }),
    ]);
    const scheme = chargebacks.totals['scheme'] as SchemeRatio;
    return { today, days, revenue, approval, approvalToday, chargebacks, scheme, accounts: money.accounts };
  });
}
