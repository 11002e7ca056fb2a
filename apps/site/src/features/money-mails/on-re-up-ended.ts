import { type FactHandler, when } from '../../platform/events/index.ts';
import { reUpEnded } from '../re-up/index.ts';
import type { MoneyMailer } from './money-mailer.ts';

/** Somebody whose automatic purchases the site has switched off is told why. */
export const makeOnReUpEnded = ({ later }: Pick<MoneyMailer, 'later'>): FactHandler =>
  when(reUpEnded, ({ accountId, reason }, transaction) =>
    later(
      accountId,
      { code: reason === 'declined' ? 're_up_declined' : 're_up_changed', params: {} },
      transaction,
    ),
  );
