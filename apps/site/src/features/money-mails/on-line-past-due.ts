import { type FactHandler, when } from '../../platform/events/index.ts';
import { linePastDue } from '../post-pay/index.ts';
import type { MoneyMailer } from './money-mailer.ts';

/** Somebody whose card was declined for a debt is told when it is charged again. */
export const makeOnLinePastDue = ({ later }: Pick<MoneyMailer, 'later'>): FactHandler =>
  when(linePastDue, ({ accountId, cents, nextTryAt: at }, transaction) =>
    later(
      accountId,
      at === null
        ? { code: 'postpay_past_due_last', params: { cents } }
        : { code: 'postpay_past_due', params: { cents, at } },
      transaction,
    ),
  );
