import type { AnswerOf, Api } from '@klieg/contract';
import { toInstant } from '@klieg/kernel';
import { HOUR_MS } from '@klieg/kernel/time';
import type { MonthlyCase, MonthlyStore } from './monthly-store.ts';

const COLUMNS = [
  'source',
  'number',
  'kind',
  'reason',
  'received_at',
  'urgent',
  'state',
  'decided_at',
  'hours_to_decision',
  'action',
];

const STATES: Readonly<Record<string, string>> = { received: 'open' };

const rowOf = (one: MonthlyCase): (string | number)[] => [
  one.source,
  one.number,
  one.kind,
  one.reason,
  toInstant(one.receivedAt),
  one.isUrgent ? 'yes' : 'no',
  STATES[one.state] ?? one.state,
  one.decidedAt ? toInstant(one.decidedAt) : '',
  one.decidedAt ? Math.round(((one.decidedAt.getTime() - one.receivedAt.getTime()) / HOUR_MS) * 10) / 10 : '',
  one.action ?? '',
];

/** What was flagged in a month and the outcomes, as required by acquirers (Mastercard AN 5196). */
export const makeMonthlyReport =
  (store: MonthlyStore) =>
  async (month: string): Promise<AnswerOf<Api['getMonthlyReport']>> => {
    const from = new Date(`${month}-01T00:00:00Z`);
    const to = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + 1, 1));
    const cases = await store.list(from, to);
    const count = (is: (one: MonthlyCase) => boolean) => cases.filter(is).length;
    return {
      columns: COLUMNS,
      rows: cases.map(rowOf),
      totals: {
        received: cases.length,
        urgent: count(({ isUrgent }) => isUrgent),
        acted_on: count(({ state }) => state === 'actioned'),
        dismissed: count(({ state }) => state === 'dismissed'),
        open: count(
          ({ state }) =>
            state === 'received' || state === 'open' || state === 'in_review' || state === 'appealed',
        ),
      },
    };
  };
